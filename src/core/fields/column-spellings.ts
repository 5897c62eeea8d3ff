import { lazily } from '../../lib/process/lazily.ts'
import { headerNames } from '../../lib/vocabulary/header-names.ts'

/** What other programs call the columns of people: in files of leads, in lists to verify, and in lists of people to find. */

export type PersonColumn =
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'position'
  | 'company'
  | 'company_industry'
  | 'company_size'
  | 'company_type'
  | 'confidence_score'
  | 'website'
  | 'country_code'
  | 'linkedin_url'
  | 'phone_number'
  | 'twitter'
  | 'notes'
  | 'source'

/** In addition to the names of columns that imported files of people have. English first, then German, French, Spanish, Italian, Dutch and Portuguese; without spaces, case or accents. */
const SPELLINGS: Readonly<Record<PersonColumn, string>> = {
  email:
    'emailaddress mail mailaddress workemail businessemail emailadresse adresseemail correo ' +
    'courriel adressemail correoelectronico indirizzoemail postaelettronica emailadres enderecodeemail',
  first_name: 'first firstname givenname forename vorname prenom nombre voornaam primeironome nombredepila',
  last_name:
    'last lastname surname familyname nachname nom apellido apellidos ' +
    'familienname zuname nomdefamille cognome achternaam sobrenome apelido',
  position:
    'title jobtitle role function ' +
    'funktion stelle berufsbezeichnung rolle poste fonction intituledeposte cargo puesto ruolo qualifica posizione functie functietitel funcao',
  company:
    'companyname organization organisation organizationname account accounts accountname firma entreprise empresa ' +
    'employer unternehmen firmenname arbeitgeber societe employeur compania azienda societa bedrijf bedrijfsnaam organisatie werkgever empregador',
  company_industry: 'industry sector branche wirtschaftszweig secteur secteurdactivite industria settore setor',
  company_size: 'size headcount employees',
  company_type: 'typeofcompany',
  confidence_score: 'confidence score',
  website:
    'url domain domainname companywebsite companydomain companyurl ' +
    'homepage webseite internetseite siteweb siteinternet sitioweb paginaweb sito sitoweb bedrijfswebsite',
  country_code: 'countrycode',
  linkedin_url: 'linkedin linkedinprofile linkedinprofileurl personlinkedinurl',
  phone_number:
    'phone telephone tel mobile mobilephone telefon ' +
    'phonenumber telefonnummer rufnummer handy mobil portable telefono movil cellulare telefoon telefoonnummer mobiel telefone telemovel',
  twitter: 'twitterhandle x',
  notes:
    'note comment comments ' +
    'notiz notizen bemerkung bemerkungen anmerkung anmerkungen kommentar kommentare remarque remarques commentaire commentaires nota notas comentario comentarios observaciones commento commenti osservazioni opmerking opmerkingen observacao observacoes',
  source: 'leadsource',
}

/** Fields of imported files, by the lists of their columns. */
const LISTED = [
  ['people-headers', 'email', 'email'],
  ['people-headers', 'first_name', 'first_name'],
  ['people-headers', 'last_name', 'last_name'],
  ['people-headers', 'last_name_prefix', 'last_name'],
  ['people-headers', 'second_last_name', 'last_name'],
  ['people-headers', 'position', 'position'],
  ['people-headers', 'company', 'company'],
  ['people-headers', 'website', 'website'],
  ['people-headers', 'country', 'country_code'],
  ['people-headers', 'linkedin', 'linkedin_url'],
  ['people-headers', 'phone', 'phone_number'],
  ['people-headers', 'twitter', 'twitter'],
  ['company-headers', 'industry', 'company_industry'],
  ['company-headers', 'size', 'company_size'],
  ['company-headers', 'employees', 'company_size'],
] as const

const columns = lazily(readColumns)

function readColumns(): ReadonlyMap<string, PersonColumn> {
  const found = new Map<string, PersonColumn>()
  const add = (spelling: string, column: PersonColumn): void => {
    if (!found.has(spelling)) found.set(spelling, column)
  }
  for (const column of Object.keys(SPELLINGS) as PersonColumn[])
    for (const spelling of [plainHeader(column), ...SPELLINGS[column].split(' ')]) add(spelling, column)
  for (const [list, field, column] of LISTED)
    for (const [name, known] of headerNames(list, [field])) if (known.field === field) add(plainHeader(name), column)
  return found
}

/** A column title without case, accents, spaces or punctuation. */
export function plainHeader(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
}

/** What a column seems to contain, judged by its title; null if unclear. */
export const columnOfHeader = (title: string): PersonColumn | null => columns().get(plainHeader(title)) ?? null
