import { dropMarks } from '../../../lib/text/fold-text.ts'
import { columnKey } from '../../../lib/vocabulary/header-names.ts'

/**
 * Lists of one kind of establishment call its name after the kind: `Hotel Name`, `Schulname`, `Nom de l'hôpital`, or only
 * `University`. Beside a column that names companies, such a column says something else of them: an investor, a branch.
 */

/** Those that also stand alone at the head of a column of names. */
const KINDS = words(`agency association bakery bank bar brewery business cafe charity church clinic club college company
  council dealer distributor enterprise establishment facility farm firm foundation fund gallery grantee hospital hotel
  importer institute institution investor library manufacturer ministry museum newspaper ngo organisation organization
  outlet pharmacy producer publisher restaurant retailer school shop sponsor store studio supplier theatre theater union university
  venue vendor winery`)
const FOREIGN =
  words(`anbieter apotheke betrieb bibliothek brauerei einrichtung gaststatte hochschule kita klinik krankenhaus
  museum praxis schule schul universitat verein behorde trager weingut hotel restaurant
  association bibliotheque centre ecole etablissement hopital hotel lycee mairie musee organisme pharmacie restaurant universite
  asociacion biblioteca bodega centro colegio entidad escuela establecimiento farmacia hospital institucion museo universidad
  biblioteca ente farmacia istituto museo ospedale ristorante scuola universita albergo cantina
  bibliotheek instelling school vereniging ziekenhuis biblioteka gmina szkola szpital uczelnia skola sykehus bibliotek`)
/** What has a seat of its own and employs people, where no column is called employer. */
const EMPLOYERS = words(`agency authority council hospital institute ministry municipality newspaper outlet publication
  publisher kommune gemeinde behorde`)

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}

const CALLED = /^(?:full|official|formal)?(.{3,20}?)(?:full|official)?name$/
const NAME_OF =
  /^(?:nombre|nome|naam|nom|name)(?:delas|dela|del|des|der|della|dell|den|de|du|do|da|of|van)?l?(.{3,20})$/
const keyOf = (name: string): string => columnKey(dropMarks(name))

/** The column with the names of establishments, of a file that has no other column with names; null if there is none. */
export function establishmentColumn(header: readonly string[]): number | null {
  const keys = header.map(keyOf)
  const isKind = (word = ''): boolean => KINDS.has(word) || FOREIGN.has(word)
  const named = keys.findIndex((key) => isKind(CALLED.exec(key)?.[1]) || isKind(NAME_OF.exec(key)?.[1]))
  if (named !== -1) return named
  const alone = keys.findIndex((key) => isKind(key))
  return alone === -1 ? null : alone
}

/** Kinds that one may also have studied at, own or belong to: where people work only beside a column of posts. */
const OF_POSTS =
  words(`university college school clinic museum library church charity bank firm association club brewery winery
  hochschule universitat klinik krankenhaus schule verein bibliothek universite ecole hopital mairie universidad colegio
  ayuntamiento museo biblioteca universita scuola ospedale universiteit ziekenhuis vereniging gemeente`)

/**
 * Columns of a file of people that name where they work by its kind, and its site: `Council`, `council_website`.
 * @param hasPosts whether another column says what they are there
 */
export function employerColumns(
  header: readonly string[],
  hasPosts = false,
): (readonly ['company' | 'website', number])[] {
  const keys = header.map(keyOf)
  const isEmployer = (word = ''): boolean => EMPLOYERS.has(word) || (hasPosts && OF_POSTS.has(word))
  const called = keys.findIndex((key) => isEmployer(key) || isEmployer(CALLED.exec(key)?.[1]))
  const site = keys.findIndex((key) => EMPLOYERS.has(/^(.{3,20})(?:website|url|homepage|domain)$/.exec(key)?.[1] ?? ''))
  return [
    ...(called === -1 ? [] : [['company', called] as const]),
    ...(site === -1 ? [] : [['website', site] as const]),
  ]
}
