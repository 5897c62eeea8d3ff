import type { CompanyStatus } from '../../lib/companies/company-facts.ts'
import type { CompanyRow } from '../../lib/companies/company-slice.ts'
import { writtenAddresses, phoneNumber } from './columns/contact-values.ts'
import { countryOfNumber } from './columns/register-numbers.ts'
import { hasTown } from './columns/towns-of-file.ts'
import { companyKey } from '../classify/company-name.ts'
import { cellReader, clean, cut, MAX_NAME, MAX_TEXT, remembered } from './company-cells.ts'
import type { ReadCell } from './company-cells.ts'
import { NO_HABITS } from './columns/company-habits.ts'
import type { CompanyHabits } from './columns/company-habits.ts'
import type { CompanyField, CompanyMapping } from './company-mapping.ts'
import {
  companyPlaces,
  coordinatesOf,
  firstPlace,
  isRemote,
  townOfAddress,
  withoutPostalCode,
} from './company-place.ts'
import {
  companyType,
  foundedYear,
  fundingSeries,
  headcountOf,
  itemsOfList,
  peopleCount,
  usDollars,
} from './company-values.ts'
import { statedDay } from './stated-days.ts'
import { firstWebsite, handleIn, namesNoSite, websiteDomain } from './company-website.ts'
import { isCityName } from '../../lib/vocabulary/places/city-places.ts'
import { companyStatus } from '../../lib/vocabulary/company-status.ts'
import { industryOfFile } from '../../lib/vocabulary/told-industries.ts'

const MAX_ITEMS = 20
const MAX_ITEM = 100

const PLACE_FIELDS = ['country', 'location', 'city', 'state'] as const
const LINE_BREAKS = /(?:<br ?\/?>|[\r\n])+/gi

/** A company, or why its row cannot be used. */
export type ReadCompany = (cells: readonly string[]) => CompanyRow | 'no_name' | 'no_country' | 'bad_website'

/**
 * Reads rows of files with known columns.
 * @param thisYear no company is founded later than the following year.
 * @param companyOf the domain of the company that an address belongs to; null if anybody may have it
 */
export function createCompanyReader(
  mapping: CompanyMapping,
  thisYear: number,
  habits: CompanyHabits = NO_HABITS,
  companyOf: (address: string) => string | null = websiteDomain,
): ReadCompany {
  const cell = cellReader(mapping, habits)
  const has = (...fields: readonly CompanyField[]): boolean =>
    fields.some((field) => mapping.has(field) || Object.hasOwn(habits.usual, field))
  const [isLocated, isFunded] = [has('lat', 'lng'), has(...MONEY_FIELDS)]
  const details = Object.entries(DETAILS).filter(([field]) => has(field as CompanyField)) as [CompanyField, Detail][]
  const industriesOf = remembered(readIndustries)
  const typeOf = remembered(companyType)
  const seriesOf = remembered(fundingSeries)
  const sizeOf = remembered(peopleCount)
  /** Of several columns the one that says it: a number beside a range, the ownership beside the kind of a customer. */
  const isExact = (text: string): boolean => sizeOf(text).employees !== null
  const isType = (text: string): boolean => typeOf(text) !== null
  const yearOf = remembered((text) => foundedYear(text, thisYear))
  const statusOf = remembered(companyStatus)
  const isRemoteAt = remembered(isRemote)
  const placesOf = placeReader(mapping, cell, habits)
  const moneyOf = moneyReader(mapping, cell, habits)

  return (cells) => {
    const website = firstWebsite(cell(cells, 'website', MAX_TEXT))
    const legal = clean(cell(cells, 'legal_name', MAX_NAME))
    const name = withoutShareClass(clean(cell(cells, 'name', MAX_NAME)) || legal)
    const nameKey = companyKey(name)
    const told = website.includes('@') ? companyOf(website) : websiteDomain(website)
    const domain = told ?? siteCalled(nameKey, writtenAddresses(cell(cells, 'email', MAX_TEXT)).map(companyOf))
    const isNoSite = domain === null && website !== '' && namesNoSite(website)
    // A remark (`see our page`), a path or an address says that there is none; anything else was meant as one.
    if (isNoSite && !/[\s@]|^\//.test(website)) return 'bad_website'
    if (domain === null && (nameKey === '' || SUM.test(name))) return isNoSite ? 'bad_website' : 'no_name'
    const { seat, others } = placesOf(cells)
    // Many companies may share a name: no file or page could ever tell which of them was meant.
    if (domain === null && seat.country === null) return isNoSite ? 'bad_website' : 'no_country'
    const { industry, otherIndustries } = industriesOf(cell(cells, 'industry'))
    const said = cell(cells, 'status')
    const status = statusOf(said)
    const facts: Facts = {
      name: name || null,
      legal_name: legal || null,
      description: clean(cell(cells, 'description', MAX_TEXT)) || null,
      industry,
      tags: tagsOf(clean(cell(cells, 'tags', MAX_TEXT)), [
        ...otherIndustries,
        ...batchTag(clean(cell(cells, 'batch'))),
        ...statusTag(status),
        ...(PLACE_FIELDS.some((field) => isRemoteAt(cell(cells, field))) ? ['remote'] : []),
      ]),
      status,
      founded_year: yearOf(cell(cells, 'founded')),
      ...people(sizeOf(cell(cells, 'size')), sizeOf(cell(cells, 'employees', MAX_NAME, isExact))),
      company_type: typeOf(cell(cells, 'type', MAX_NAME, isType)) ?? (isPublic(said) ? 'public company' : null),
      ...seat,
      other_locations: others.length === 0 ? null : others,
    }
    const aliases = aliasesOf(clean(cell(cells, 'aliases', MAX_TEXT)))
    if (isLocated) Object.assign(facts, coordinatesOf(cell(cells, 'lat'), cell(cells, 'lng')))
    if (isFunded) Object.assign(facts, moneyOf(cells, seriesOf(cell(cells, 'funding_series'))))
    for (const [field, { max, add }] of details) add(facts, cell(cells, field, max))
    return { domain, nameKey, legalKey: legal === '' || legal === name ? '' : companyKey(legal), aliases, facts }
  }
}

function aliasesOf(text: string): CompanyRow['aliases'] {
  if (text === '') return []
  const names = itemsOfList(text)
    .split(/\s*[;|]\s*/)
    .slice(0, MAX_ITEMS)
  return names.map((name) => ({ key: companyKey(name), name })).filter(({ key }) => key !== '')
}

/** Reads the seat of a company and its other places from the columns that name any. */
function placeReader(
  mapping: CompanyMapping,
  cell: ReadCell,
  { usual, townsIn, registers }: CompanyHabits,
): (cells: readonly string[]) => ReturnType<typeof companyPlaces> {
  const usualCountry = usual['country'] ?? ''
  /** `Remote` is not a seat if another column names one. */
  const isSomewhere = remembered((text) => firstPlace(text) !== '')
  const isAmbiguous = (mapping.get('location')?.length ?? 0) > 1
  /** Of several columns with a place, one that tells the country is read. */
  const isInCountry = remembered((text) => companyPlaces(['', text, '', '']).seat.country !== null)

  const placesIn = remembered((cells: string) => {
    const [known = '', ...texts] = cells.split('\0').map((text) => clean(text.replaceAll(LINE_BREAKS, ';')))
    const places = companyPlaces(texts)
    const { country, city } = places.seat
    // A place that no list has is where the others are.
    const isThere = townsIn !== null && city !== null && (hasTown(townsIn, city) || !isCityName(city))
    const assumed = known === '' && isThere ? townsIn : known
    return country === null && assumed !== '' ? companyPlaces([assumed, ...texts.slice(1)]) : places
  })
  /** The whole address tells the place if no other column does. */
  const placeCells = (cells: readonly string[], known: string): string => {
    const texts = PLACE_FIELDS.map((field) => cell(cells, field, MAX_TEXT, isSomewhere))
    const told = isAmbiguous ? cell(cells, 'location', MAX_TEXT, isInCountry) : ''
    if (told !== '' && isInCountry(told)) texts[1] = told
    const [country = '', location, city = ''] = texts
    const address = location === '' && city === '' ? clean(cell(cells, 'street_address', MAX_TEXT)) : ''
    const place = address === '' ? null : townOfAddress(address, country || known)
    if (place !== null) return [place.country, '', place.city, place.state].map((part) => part ?? '').join('\0')
    if (/\d/.test(city)) texts[2] = withoutPostalCode(city)
    return texts.join('\0')
  }
  return (cells) => {
    const known = countryOfNumber(registers, cells) ?? usualCountry
    return placesIn(`${known}\0${placeCells(cells, known)}`)
  }
}

/** The domain of an address that is called like the company, or the reverse: those of agents and authorities are not. */
const siteCalled = (nameKey: string, domains: readonly (string | null)[]): string | null =>
  domains.find((domain) => {
    const [name, label] = [nameKey, domain?.split('.')[0] ?? ''].map((text) => text.replaceAll(/[^\p{L}\d]/gu, ''))
    if (!name || !label || Math.min(name.length, label.length) < LEAST_CALLED) return false
    return name.includes(label) || label.includes(name)
  }) ?? null
const LEAST_CALLED = 4

/** The last row of a table; `Total` alone is a company as well. */
const SUM =
  /^(?:grand[ -]?total|sub[ -]?total|total g[eé]n[eé]rale?|totale generale|gesamt(?:summe|ergebnis)|(?:zwischen)?summe|suma|somme|summa|totaal|итого|合计|总计|合計)\b[\s:]*$/iu

/** One company, whatever classes of shares it has. */
const withoutShareClass = (name: string): string =>
  name.endsWith(')') ? name.replace(/\s*\(Class [A-Z]\)$/, '') : name

/** `FOOD_BEVERAGES`, `Food and Beverage, SaaS`: the first that is known; the others become tags. */
function readIndustries(text: string): { industry: string | null; otherIndustries: string[] } {
  const said = clean(text).replaceAll('_', ' ')
  const whole = industryOfFile(said) ?? (said === text ? null : industryOfFile(said.replace(' ', ' & ')))
  if (whole !== null) return { industry: whole, otherIndustries: [] }
  const items = itemsOf(said)
  const industries = items.map(industryOfFile)
  const at = industries.findIndex((industry) => industry !== null)
  return { industry: industries[at] ?? null, otherIndustries: items.filter((_, index) => index !== at) }
}

function people(size: ReturnType<typeof peopleCount>, counted: ReturnType<typeof peopleCount>) {
  const employees = counted.employees ?? size.employees
  return { headcount: employees === null ? (size.headcount ?? counted.headcount) : headcountOf(employees), employees }
}

/** The batch of a programme does not date the founding. */
const batchTag = (batch: string): string[] => (batch === '' ? [] : [`batch:${batch}`])

const isPublic = (status: string): boolean =>
  /^(?:public|ipo|publicly (?:held|traded)|listed|börsennotiert|cotée?|cotizada|quotata)$/i.test(status)

/** An active company needs no tag. */
const statusTag = (status: CompanyStatus | null): string[] => (status === null || status === 'active' ? [] : [status])

/** @param others values of other columns that are tags */
function tagsOf(text: string, others: readonly string[]): string[] | null {
  const more = others.filter((other) => other !== '').map((other) => cut(other.toLowerCase(), MAX_ITEM))
  const all = [...new Set([...itemsOf(text), ...more])].filter((item) => !isCode(item))
  return all.length === 0 ? null : all
}

function itemsOf(text: string): string[] {
  const items = itemsOfList(text)
    .split(/[;|,]/)
    .map((item) => cut(item.trim(), MAX_ITEM))
  return [...new Set(items.filter((item) => item !== ''))].slice(0, MAX_ITEMS)
}

/** `14`: a code that only its file explains. */
const isCode = (item: string): boolean => /^[\d.\s-]*$|^\p{L}$/u.test(item)

type Facts = CompanyRow['facts']

interface Detail {
  max: number
  add: (facts: Facts, text: string) => void
}

const detail = <F extends keyof Facts>(fact: F, read: (text: string) => Facts[F], max: number = MAX_NAME): Detail => ({
  max,
  add: (facts, text) => void (facts[fact] = text === '' ? null : read(text)),
})

const asWritten = (text: string): string => text

/** What follows from one column alone; a file has few of them. */
const DETAILS: Partial<Record<CompanyField, Detail>> = {
  // A number of a spreadsheet.
  postal_code: detail('postal_code', (text) => text.replace(/^(\d{3,6})\.0$/, '$1')),
  street_address: detail('street_address', (text) => clean(text) || null),
  phone: detail('phones', (text) => someOf(itemsOf(text).flatMap((item) => phoneNumber(item) ?? [])), MAX_TEXT),
  email: detail('emails', (text) => someOf(itemsOf(text).flatMap(writtenAddresses)), MAX_TEXT),
  linkedin: detail('linkedin', (text) => handleIn(text, 'company/')),
  twitter: detail('twitter', handleIn),
  facebook: detail('facebook', handleIn),
  instagram: detail('instagram', handleIn),
  crunchbase: detail('crunchbase', (text) => handleIn(text, 'organization/')),
  technologies: detail('technologies', (text) => itemsOf(text).map(slugOf), MAX_TEXT),
  parent: detail('parent_domain', websiteDomain),
  ticker: detail('ticker', asWritten),
  ein: detail('ein', asWritten),
}

const someOf = (items: string[]): string[] | null => (items.length === 0 ? null : [...new Set(items)])

const slugOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')

const MONEY_FIELDS = [
  'raised',
  'annual_revenue',
  'market_cap',
  'funding_series',
  'funding_amount',
  'funding_on',
] as const satisfies readonly CompanyField[]

function moneyReader(mapping: CompanyMapping, cell: ReadCell, { isDayFirst, dollars }: CompanyHabits) {
  const sumOf = (cells: readonly string[], field: CompanyField, currency = ''): number | null =>
    usDollars(cell(cells, field), currency, dollars.get(mapping.get(field)?.[0] ?? -1))
  return (cells: readonly string[], series: string | null) => {
    const amount = sumOf(cells, 'funding_amount', cell(cells, 'currency'))
    const on = statedDay(cell(cells, 'funding_on'), isDayFirst)
    const isRound = series !== null || amount !== null || on !== null
    return {
      raised: sumOf(cells, 'raised'),
      annual_revenue: sumOf(cells, 'annual_revenue'),
      market_cap: sumOf(cells, 'market_cap'),
      funding_series: series,
      funding_amount: amount,
      funding_on: on,
      funding_rounds: isRound ? [{ series, amount, date: on }] : null,
    }
  }
}
