import { columnKey } from '../../../lib/vocabulary/header-names.ts'
import { dollarsEach, withoutNotes, withoutUnit } from './money-units.ts'

/** What the name of a column says, however a program has put it: `# of employees`, `Billing City`, `Country/Region`, `address.zip`. */

/** The field that a name stands for; a lower rank is more certain. */
export interface NamedField<Field extends string> {
  field: Field
  rank: number
}

/** How much less certain a name is for each thing left out of it; lists of names are shorter. */
const STEP = 1_000

const MONEY_FIELDS = new Set(['raised', 'annual_revenue', 'market_cap', 'funding_amount'])
const PLACE_FIELDS =
  'country state city location postal_code street_address lat lng phone email linkedin website size employees industry description founded facebook twitter instagram annual_revenue technologies tags'
const OF_PLACE = new Set('country state city location postal_code street_address lat lng phone'.split(' '))
const OF_LINKS = new Set('website linkedin twitter facebook instagram crunchbase phone email'.split(' '))
const OF_FIGURES = new Set('size employees annual_revenue founded raised market_cap funding_amount'.split(' '))
const OF_SUBJECT = null

/** Keys of nested records, and what may be read beneath them; null: everything. */
const CONTAINERS: ReadonlyMap<string, ReadonlySet<string> | null> = new Map([
  ...listed(
    'company organization organisation business entity data attributes properties fields details info',
    OF_SUBJECT,
  ),
  ...listed('profile general basic basics firmographics firmographic', OF_SUBJECT),
  ...listed(
    'address regaddress registeredaddress registeredoffice businessaddress visitingaddress forretningsadresse location hq headquarters headquarter office',
    OF_PLACE,
  ),
  ...listed('geo geolocation coordinates', OF_PLACE),
  ...listed(
    'urls url links link social socials socialmedia profiles contact contacts contactinfo web online',
    OF_LINKS,
  ),
  ...listed('metrics stats statistics figures financials numbers', OF_FIGURES),
])

function listed(words: string, fields: ReadonlySet<string> | null): [string, ReadonlySet<string> | null][] {
  return words.split(' ').map((word) => [word, fields])
}

/** Whose the thing is, before its name; only for fields that a company has once. */
const OWNER =
  /^(?:(?:physical address|address \d:?|company|companies|account|organi[sz]ation|business|firm|hq|headquarters?|head ?office|bill(?:ing)?|registered|reg|primary|main|office|corporate|mailing|full|complete|firmen)(?:[\s_-]?| - )(?=\p{L}{3}|hq\b))+/iu
const OWNED = new Set(PLACE_FIELDS.split(' '))

const COUNT =
  /^(?:#|(?:no|nr|num)\b\.?|n\.?[°º]|number|count|total|anzahl|anz\.|nombre|n[uú]mero|num[eé]ro|liczba|aantal|antal|antall|po[cč]et)[\s_-]*(?:(?:of|de|der|di)\s+|d['’])?(?=\p{L})/iu
const COUNTED = new Set(['employees', 'size'])
const YEAR = /[\s_-]*\(?(?:fy ?)?((?:19|20)\d\d)\)?$/i
const DATED = new Set(['employees', 'size', 'annual_revenue'])
/** `City of HQ`, `Name of the company`, `ZIP code of address`, `Country HQ` */
const OF_OWNER =
  /(?:[\s_-]+(?:hq|headquarters?)|\s+of\s+(?:the\s+)?(?:company|organi[sz]ation|firm|business|hq|headquarters?|head ?office|seat|supplier|customer|(?:(?:visiting|postal|mailing) )?address))$/i
/** What databases add to a name: in which form or as of when they tell it. */
const FORM = /\s+(?:(?:in )?latin alphabet|last avail\w*\.? ?(?:yr|year)?|latest(?: number)?)$/i
/** `Country ISO code`, `land_iso2`, `State name`; the code of a customer is not its name. */
const NAMED_BY = /[\s_]+(?:iso(?:[ -]?\d)?[ _-]code|iso(?:[ -]?[23])?|code|name)$/i
/** `LinkedIn Company Page URL`: of a network's name, whatever else it says. */
const NETWORK =
  /^(?=.*\b(linkedin|twitter|facebook|instagram|crunchbase)\b)(?:(?:\1|company|page|profile|url|link|handle|account)[\s_-]*)+$/i
/** `name_en`, `Description (EN)`: the same in several languages, of which English is read first. */
const LANGUAGE =
  /[\s_.-]+\(?(?:(en|eng|english)|de|deu|ger|fr|fra|es|spa|pt|nl|pl|sv|da|fi|cs|hu|tr|ru|ja|jp|ko|kr|zh|cn|ar|he)\)?$/i
/** `GICS Industry Group`, `Sub-sector`: from which list, and how finely it divides. */
const CLASSED =
  /^(?:(?:gics|icb|trbc|sub|main|primary)[\s_-]?)+(?=\p{L}{3})|(?<=\p{L})[\s_-]?(?:groups?|main|primary)$/giu
const CLASSES = new Set(['industry', 'tags'])
/** `Est. date` */
const WHEN = /[\s_.-]+(?:date|year|yr)$/i
const DATES = new Set(['founded', 'funding_on'])
/** Last keys that only say in which form the key above them is told. */
const FORMS = new Set(['name', 'code', 'text', 'value', 'label', 'iso', 'iso2', 'iso3', 'alpha2', 'alpha3'])

/** Names of columns are shorter; the time of the expressions grows with the square of the text. */
const MAX_NAME = 200

/**
 * The field of a column, by the known names of fields, or null.
 * @param known the field of a name as `columnKey` writes it
 */
export function fieldOfColumn<Field extends string>(
  name: string,
  known: (key: string) => NamedField<Field> | undefined,
): NamedField<Field> | null {
  const named = (text: string): NamedField<Field> | undefined => known(columnKey(text))
  const exact = named(name)
  if (exact !== undefined) return exact
  if (name.length > MAX_NAME) return null
  const [language, isEnglish] = LANGUAGE.exec(name) ?? []
  if (language !== undefined)
    return later(fieldOfColumn(name.slice(0, -language.length), known), isEnglish === undefined ? 2 : 1) ?? null
  const bare = withoutNotes(name)
  const [year = ''] = YEAR.exec(bare)?.slice(1) ?? []
  const readings: (NamedField<Field> | undefined)[] = [
    named(bare),
    only(named(bare.replace(COUNT, '')), (field) => COUNTED.has(field)),
    // Of several years, the last.
    later(
      only(named(bare.replace(YEAR, '')), (field) => DATED.has(field)),
      3_000 - Number(year),
    ),
    eitherOf(bare, known),
    nested(bare, named),
    only(grouped(bare, named), (field) => OF_PLACE.has(field) || OF_LINKS.has(field)),
    named(bare.replace(OF_OWNER, '')),
    named(bare.replace(FORM, '')),
    only(
      named(bare.replace(NAMED_BY, '')),
      (field) => field !== 'phone' && (OF_PLACE.has(field) || CLASSES.has(field)),
    ),
    named(NETWORK.exec(bare)?.[1] ?? ''),
    only(named(bare.replace(OWNER, '')), (field) => OWNED.has(field)),
    // `Organization - City of Address`
    only(placed(bare, known), (field) => OWNED.has(field)),
    only(named(withoutUnit(bare)), (field) => MONEY_FIELDS.has(field)),
    only(named(bare.replaceAll(CLASSED, '')), (field) => CLASSES.has(field)),
    only(named(bare.replace(WHEN, '')), (field) => DATES.has(field)),
  ]
  const at = readings.findIndex((reading) => reading !== undefined)
  const found = only(readings[at], (field) => !MONEY_FIELDS.has(field) || dollarsEach(name) !== null)
  return later(found, STEP * (at + 1)) ?? null
}

const only = <Field extends string>(
  found: NamedField<Field> | undefined,
  fits: (field: string) => boolean,
): NamedField<Field> | undefined => (found !== undefined && fits(found.field) ? found : undefined)

const later = <Field extends string>(
  found: NamedField<Field> | null | undefined,
  by: number,
): NamedField<Field> | undefined =>
  found === null || found === undefined ? undefined : { field: found.field, rank: found.rank + by }

/** Without the owner before it and the address behind it: one of both is read elsewhere. */
function placed<Field extends string>(
  name: string,
  known: (key: string) => NamedField<Field> | undefined,
): NamedField<Field> | undefined {
  const bare = name.replace(OF_OWNER, '').replace(OWNER, '')
  if (bare === name) return undefined
  return known(columnKey(bare)) ?? eitherOf(bare, known)
}

/** No column has more names at once. */
const MAX_NAMES = 4

/** `Country/Region`: the first of them. `ZIP / City` is a town with its code before it. */
function eitherOf<Field extends string>(
  name: string,
  known: (key: string) => NamedField<Field> | undefined,
): NamedField<Field> | undefined {
  const parts = name.split(/\s*[/|,+]\s*|\s+(?:and|und|et|y|e|en|&)\s+|(?<=^plz)\s+/iu)
  if (parts.length < 2 || parts.length > MAX_NAMES) return undefined
  const [, owner = ''] = /^(.*\s)?\S/.exec(parts[0] ?? '') ?? []
  const fields = parts.map((part) => fieldOfColumn(part, known) ?? fieldOfColumn(owner + part, known) ?? undefined)
  const [first, second] = fields
  if (first === undefined || (parts.length > 2 && fields.includes(undefined))) return undefined
  return first.field === 'postal_code' && second?.field === 'city' ? second : first
}

/** Groups of questions whose answers say where something is and how to reach it; people have contacts as well. */
const GROUP =
  /(?<!\p{L})(?:address|adresse|direcci[oó]n|indirizzo|kontakt|contact|contacto|contatto|location|standort)/iu
const GROUP_OF_PERSON = /manager|owner|author|person|director|representative|inhaber|leiter/iu

/** `Hotel address/Country`, `info/contact details/Website URL`: forms put the groups of a question before its name. */
function grouped<Field extends string>(
  name: string,
  named: (text: string) => NamedField<Field> | undefined,
): NamedField<Field> | undefined {
  const [question = '', ...groups] = name.split('/').toReversed()
  const isOne = groups.some((group) => GROUP.test(group)) && !groups.some((group) => GROUP_OF_PERSON.test(group))
  return isOne ? named(question) : undefined
}

/** `address.city`, `location.country.name`: what is beneath a key that is no other subject's. */
function nested<Field extends string>(
  name: string,
  named: (text: string) => NamedField<Field> | undefined,
): NamedField<Field> | undefined {
  if (name.includes('[')) return undefined
  const keys = name.split('.')
  if (keys.length < 2) return undefined
  const isForm = FORMS.has(columnKey(keys.at(-1) ?? '')) && !CONTAINERS.has(columnKey(keys.at(-2) ?? ''))
  const path = isForm ? keys.slice(0, -1) : keys
  const found = named(path.at(-1) ?? '') ?? named(path.slice(-2).join(''))
  const above = path.slice(0, -1).map((key) => CONTAINERS.get(columnKey(key)))
  return only(found, (field) => above.every((fields) => fields !== undefined && (fields === null || fields.has(field))))
}
