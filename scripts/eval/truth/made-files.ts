import { pickOf, seededNumbers } from './made-world.ts'
import type { MadeCompany } from './made-world.ts'

/** How a file says what its companies do. */
type Telling = 'tags' | 'industry' | 'free text'

type Column = 'name' | 'website' | 'city' | 'country' | 'employees' | 'founded' | 'told'

interface FileForm {
  name: string
  language: string
  telling: Telling
  /** The names of its columns. */
  headers: Record<Column, string>
  written: (rows: readonly (readonly string[])[], headers: readonly string[]) => string
}

const HEADERS: Record<string, Omit<Record<Column, string>, 'told'> & Record<Telling, string>> = {
  en: named('Company,Website,City,Country,Employees,Year founded', 'Tags,Industry,Industry'),
  us: named('Startup name,URL,HQ city,HQ country,Team size,Founded', 'Categories,Primary industry,Industries'),
  de: named('Firmenname,Webseite,Stadt,Land,Mitarbeiter,Gründungsjahr', 'Schlagworte,Branche,Branche'),
  fr: named('Entreprise,Site web,Ville,Pays,Effectif,Année de création', 'Mots-clés,Secteur,Secteur d’activité'),
  es: named('Nombre de la empresa,Página web,Ciudad,País,Plantilla,Fundada en', 'Etiquetas,Industria,Industria'),
  it: named('Ragione sociale,Sito web,Città,Paese,Dipendenti,Fondata nel', 'Etichette,Settore,Settore'),
  nl: named('Bedrijfsnaam,Website,Plaats,Land,Medewerkers,Opgericht', 'Trefwoorden,Bedrijfstak,Bedrijfstak'),
  pt: named('Empresa,Site,Cidade,País,Funcionários,Fundada em', 'Etiquetas,Setor,Setor'),
}

function named(facts: string, told: string) {
  const [name = '', website = '', city = '', country = '', employees = '', founded = ''] = facts.split(',')
  const [tags = '', industry = '', free = ''] = told.split(',')
  return { name, website, city, country, employees, founded, tags, industry, 'free text': free }
}

const quotedCell = (delimiter: string) => (cell: string) =>
  cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell

const table =
  (delimiter: string): FileForm['written'] =>
  (rows, headers) =>
    [headers, ...rows].map((row) => row.map(quotedCell(delimiter)).join(delimiter)).join('\n')

type Record_ = Record<string, string>
const records = (rows: readonly (readonly string[])[], headers: readonly string[]): Record_[] =>
  rows.map((row) => Object.fromEntries(headers.map((header, at) => [header, row[at] ?? ''])))

const JSON_FORMS: Record<string, FileForm['written']> = {
  lines: (rows, headers) =>
    records(rows, headers)
      .map((record) => JSON.stringify(record))
      .join('\n'),
  array: (rows, headers) => JSON.stringify(records(rows, headers)),
  envelope: (rows, headers) => JSON.stringify({ meta: { page: 1 }, data: { items: records(rows, headers) } }, null, 1),
  'object of objects': (rows, headers) =>
    JSON.stringify(Object.fromEntries(records(rows, headers).map((record, at) => [`c${at}`, record]))),
  columns: (rows, headers) =>
    JSON.stringify(Object.fromEntries(headers.map((header, at) => [header, rows.map((row) => row[at] ?? '')]))),
  'fields and data': (rows, headers) => JSON.stringify({ fields: headers, data: rows }),
}

const form = (name: string, set: string, telling: Telling, written: FileForm['written']): FileForm => {
  const { tags, industry, 'free text': free, ...others } = HEADERS[set] ?? named('', '')
  const told = { tags, industry, 'free text': free }[telling]
  return { name, language: set === 'us' ? 'en' : set, telling, headers: { ...others, told }, written }
}

const json = (shape: string): FileForm['written'] => JSON_FORMS[shape] ?? table(',')

/** Twelve forms of files: languages, formats, and ways of stating a topic. */
export const FILE_FORMS: readonly FileForm[] = [
  form('table en', 'en', 'tags', table(',')),
  form('table de', 'de', 'industry', table(';')),
  form('table fr', 'fr', 'free text', table('\t')),
  form('table es', 'es', 'tags', table(',')),
  form('table it', 'it', 'free text', table(';')),
  form('table nl', 'nl', 'industry', table(',')),
  form('JSON lines', 'us', 'tags', json('lines')),
  form('array', 'en', 'industry', json('array')),
  form('envelope', 'us', 'free text', json('envelope')),
  form('object of objects', 'pt', 'tags', json('object of objects')),
  form('columns', 'de', 'tags', json('columns')),
  form('fields and data', 'fr', 'free text', json('fields and data')),
]

const COLUMNS: readonly Column[] = ['name', 'website', 'city', 'country', 'employees', 'founded', 'told']

/**
 * Writes a file of companies in one form; `told` of each becomes what the file says about the topic.
 * @param isPlain whether every place has its usual name, and every trade its industry: the same facts in each form
 */
export function madeFile(
  { language, telling, headers, written }: FileForm,
  companies: readonly MadeCompany[],
  seed: number,
  isPlain = false,
): string {
  const next = seededNumbers(seed)
  const countries = new Intl.DisplayNames([language], { type: 'region' })
  const rows = companies.map((company) => {
    const { topic, place } = company
    const words = topic.kind === 'trade' ? topic.phrases : topic.tags
    const isNamed = topic.industries.length > 0 && (telling === 'industry' || isPlain)
    const told = isNamed ? (topic.industries[0] ?? '') : pickOf(words, next)
    company.told = told.toLowerCase()
    const cells: Record<Column, string> = {
      name: company.name,
      website: `https://www.${company.domain}/`,
      city: isPlain ? place.city : pickOf(place.names, next),
      country: countries.of(place.country) ?? place.country,
      employees: String(company.employees),
      founded: String(company.founded),
      told,
    }
    return COLUMNS.map((column) => cells[column])
  })
  return written(
    rows,
    COLUMNS.map((column) => headers[column]),
  )
}
