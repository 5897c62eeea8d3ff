import { columnKey } from '../../../lib/vocabulary/header-names.ts'

/** Numbers that only the register of one country gives: whoever has one is there, whatever else a row tells. */

/** A column of such numbers. */
export interface RegisterColumn {
  column: number
  /** ISO 3166-1 alpha-2. */
  country: string
  /** The form of a number, without blanks, dots, slashes and hyphens. */
  form: RegExp
}

/** `country form names`, where the names are those of columns. */
const REGISTERS: readonly (readonly [country: string, form: RegExp, names: string])[] = [
  ['AR', /^(?:20|2[347]|3[034])\d{9}$/, 'cuit nrocuit'],
  ['AT', /^(?:FN)?\d{5,6}[A-Z]$/i, 'firmenbuchnummer fnnr firmenbuchnr'],
  ['AU', /^\d{11}$/, 'abn australianbusinessnumber'],
  ['AU', /^\d{9}$/, 'acn australiancompanynumber'],
  ['BE', /^(?:BE)?[01]?\d{9}$/i, 'ondernemingsnummer kbonummer kbo numérobce bce'],
  ['BG', /^(?:BG)?(?:\d{9}|\d{13})$/i, 'eik еик булстат'],
  ['BR', /^\d{14}$/, 'cnpj nrcnpj numerocnpj'],
  ['CH', /^CHE\d{9}$/i, 'uid uidnummer ide'],
  ['CL', /^\d{7,8}[\dK]$/i, 'rut rutempresa'],
  ['CN', /^[\dA-Z]{18}$/i, '统一社会信用代码 社会信用代码'],
  ['DK', /^(?:DK)?\d{8}$/i, 'cvr cvrnr cvrnummer'],
  ['EE', /^\d{8}$/, 'registrikood'],
  ['ES', /^(?:ES)?[A-HJNP-SUVW]\d{7}[\dA-J]$/i, 'cif nif nifcif cifnif'],
  ['FI', /^(?:FI)?\d{8}$/i, 'ytunnus'],
  ['FR', /^\d{9}$/, 'siren numérosiren nsiren'],
  ['FR', /^\d{14}$/, 'siret numérosiret nsiret siretsiège siretdusiège'],
  ['GR', /^(?:EL)?\d{9}$/i, 'αφμ'],
  ['HR', /^(?:HR)?\d{11}$/i, 'oib'],
  ['IL', /^5\d{8}$/, 'מספרחברה חפ'],
  ['IN', /^[LU]\d{5}[A-Z]{2}\d{4}[A-Z]{3}\d{6}$/i, 'cin cinnumber'],
  ['IN', /^\d{2}[A-Z]{5}\d{4}[A-Z][\dA-Z]Z[\dA-Z]$/i, 'gstin gstnumber gstno gst'],
  ['IT', /^(?:IT)?\d{11}$/i, 'partitaiva piva codicefiscale cfpiva'],
  ['JP', /^\d{13}$/, '法人番号'],
  ['KR', /^\d{10}$/, '사업자등록번호 사업자번호'],
  ['LT', /^\d{9}$/, 'įmonėskodas'],
  ['LV', /^[459]\d{10}$/, 'reģistrācijasnumurs'],
  ['MX', /^[A-ZÑ&]{3}\d{6}[\dA-Z]{3}$/i, 'rfc'],
  ['NL', /^\d{8}$/, 'kvk kvknummer kvknr kvknumber'],
  ['NO', /^[89]\d{8}$/, 'organisasjonsnummer orgnr'],
  ['NZ', /^94\d{11}$/, 'nzbn'],
  ['PL', /^(?:PL)?\d{10}$/i, 'nip nrnip'],
  ['PL', /^(?:\d{9}|\d{14})$/, 'regon'],
  ['PL', /^0\d{9}$/, 'krs nrkrs'],
  ['PT', /^(?:PT)?5\d{8}$/i, 'nipc'],
  ['RO', /^(?:RO)?\d{5,10}$/i, 'cui cuicif codfiscal'],
  ['RU', /^[15]\d{12}$/, 'огрн ogrn'],
  ['RU', /^\d{10}$/, 'инн'],
  ['SE', /^(?:16)?5\d{9}$/, 'organisationsnummer orgnummer orgnr'],
  ['SG', /^(?:\d{8,9}[A-Z]|[ST]\d{2}[A-Z]{2}\d{4}[A-Z])$/i, 'uen'],
  ['UA', /^\d{8}$/, 'єдрпоу кодєдрпоу едрпоу edrpou'],
  ['US', /^\d{9}$/, 'ein fein irsein employeridentificationnumber'],
]

/** The columns of a file that hold numbers of a register. */
export const registerColumns = (header: readonly string[]): RegisterColumn[] =>
  header.flatMap((name, column) => {
    const key = columnKey(name)
    return REGISTERS.flatMap(([country, form, names]) =>
      names.split(' ').includes(key) ? [{ column, country, form }] : [],
    )
  })

/** The country in whose register the company of a row is; null if the row has no number of one. */
export function countryOfNumber(columns: readonly RegisterColumn[], cells: readonly string[]): string | null {
  for (const { column, country, form } of columns)
    if (form.test((cells[column] ?? '').replaceAll(/[\s./-]/g, ''))) return country
  return null
}
