import { TECHNOLOGIES } from '../../lib/companies/technologies.ts'
import { keyedLines } from '../../lib/vocabulary/list-lines.ts'
import { keyedSectors } from '../../lib/vocabulary/sectors.ts'
import { wordFile } from './words/word-file.ts'
import { addPhrase, longestAt, phraseIndex } from './words/phrase-index.ts'
import type { PhraseIndex } from './words/phrase-index.ts'
import { phraseAt, phraseBefore, phraseSet, take, wordAt } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'
import type { FundingSeries } from '../../lib/companies/company-filters.ts'
import { lazily } from '../../lib/process/lazily.ts'
import { isHead, subjects } from './words/subject-words.ts'

export interface QuerySides {
  include: string[]
  exclude: string[]
}

export const companyKinds = lazily(() => indexOf(keyedLines(wordFile('company-kinds'))))
const stages = lazily(() => indexOf(keyedLines(wordFile('funding-stages'))))

function indexOf(lines: readonly [string, string[]][]): PhraseIndex<string> {
  const index = phraseIndex<string>()
  for (const [value, phrases] of lines) for (const phrase of phrases) addPhrase(index, phrase, value)
  return index
}

/** Another company is after these, or what is built for it. */
const OTHERS = phraseSet(
  'competing with, compete with, competes with, for, to, against, serving, serve, helping, help, selling to, sell to, sells to, partner with, partnering with, with, targeting, stay, stayed, remain, remained, acquired by, by, used by, subsidiary of a, subsidiary of, division of a, division of, owned by, owned by a, part of a, arm of a',
)
const SEARCHING = phraseSet('looking for, searching for, search for, hunting for, look for, after')
/** The distance between `government` and its `agency`. */
const AGENCY_REACH = 4

/** Company types in and out. A phrase that only holds the word of a type stays for the subject: `private equity`. */
export function readCompanyTypes(query: QueryText): QuerySides {
  const found: QuerySides = { include: [], exclude: [] }
  for (let at = 0; at < query.tokens.length; at += 1) {
    const match = longestAt(companyKinds(), query, at)
    const [type] = match?.values ?? []
    if (match === null || type === undefined) continue
    const subject = longestAt(subjects(), query, at)?.count ?? 0
    if (subject > match.count) {
      at += subject - 1
      continue
    }
    if (type !== '-' && !isOther(query, at) && !isFriendly(query, at + match.count) && !isOfNoun(query, at)) {
      const negated = query.negatedBy[at] !== -1
      ;(negated ? found.exclude : found.include).push(type)
      take(query, at, at + match.count - 1)
    }
    at += match.count - 1
  }
  found.include.push(...agencies(query), ...partnerships(query))
  // "Private, not yet public" says one thing twice.
  const exclude = found.include.length > 0 ? [] : [...new Set(found.exclude)]
  return { include: [...new Set(found.include)], exclude }
}

/** `hôpitaux publics`: in other languages behind its noun, of which it is another kind. */
const isOfNoun = ({ isTranslated, singulars }: QueryText, at: number): boolean =>
  isTranslated && at > 0 && companyKinds().values.get(`${singulars[at]} ${singulars[at - 1]}`)?.[0] === '-'

/** `freelance-friendly`: whom they are kind to. */
const isFriendly = (query: QueryText, at: number): boolean =>
  query.tokens[at]?.gap === 'hyphen' && wordAt(query, at) === 'friendly'

const isOther = (query: QueryText, at: number): boolean =>
  phraseBefore(query, at, OTHERS, 3) > 0 &&
  !['from', 'in'].includes(wordAt(query, at - 1)) &&
  phraseBefore(query, at, SEARCHING, 2) === 0 &&
  at > 1

/** `government-backed technology agency`. */
function agencies(query: QueryText): string[] {
  for (let at = 0; at < query.tokens.length; at += 1) {
    if (
      !['government', 'governmental', 'federal', 'state', 'public'].includes(wordAt(query, at)) ||
      query.negatedBy[at] !== -1
    )
      continue
    if (query.taken[at] === true || isOther(query, at)) continue
    for (let next = at + 1; next <= at + AGENCY_REACH; next += 1) {
      if (query.singulars[next] !== 'agency' && query.singulars[next] !== 'authority') continue
      take(query, at, at)
      if (wordAt(query, at + 1) === 'backed') take(query, at + 1, at + 1)
      take(query, next, next)
      return ['government agency']
    }
  }
  return []
}

/** `law partnership in Dublin`: directly behind a trade, and nothing that is done in partnership. */
function partnerships(query: QueryText): string[] {
  const at = query.singulars.indexOf('partnership')
  const isOfTrade = [1, 2, 3].some((words) => longestAt(subjects(), query, at - words)?.count === words)
  const next = query.tokens[at + 1]
  const isLast = next === undefined || next.gap !== 'space' || AFTER_KIND.has(next.text)
  if (at < 1 || query.taken[at] === true || query.negatedBy[at] !== -1 || !isOfTrade || !isLast) return []
  take(query, at, at)
  return ['partnership']
}
const AFTER_KIND = phraseSet('in, near, from, based, around, that, which, of, founded')

/** Stages that have names of their own: `pre-seed`, `early-stage`. */
export function readStages(query: QueryText): FundingSeries[] {
  const found: FundingSeries[] = []
  for (let at = 0; at < query.tokens.length; at += 1) {
    const match = longestAt(stages(), query, at)
    if (match === null) continue
    if (query.negatedBy[at] === -1) found.push(...((match.values[0] ?? '').split(' ') as FundingSeries[]))
    take(query, at, at + match.count - 1)
  }
  return found
}

const USING = phraseSet(
  'website in, websites in, online shop in, online shops in, online store in, online stores in, using, use, uses, used, using the, use the, using both, use both, running both, both, with, on, built on the, built with the, built with, built on, runs on, running on, run on, running, powered by, via, on top of, based on, hosted on, hosted with, built in, written in, coded in, developed in, stack, tech stack, technology, have, having, installed, deploy, deploying, adopted, not using, without, on the, that use, developed with, technologies, do, does, doing, work with, works with, working with, sur, auf, op, su, em',
)
const USERS = phraseSet(
  'users, user, customers, customer, stores, store, shops, shop, webshops, webshop, retailers, retailer, dealers, dealer, brands, websites, website, sites, site, powered, stack, based, hosted, merchants, merchant, agencies, agency, partners, partner, installations, tech stack, backend, frontend, storefront, instead, framework, library, cms, plugin',
)
/** `Kubernetes users` are the companies themselves. */
const CUSTOMERS = new Set(['users', 'user', 'customers', 'merchants'])
/** Technologies by their names. */
export const technologies = lazily(technologyIndex)

interface TechnologyName {
  slug: string
  category: string
  unmistakable: boolean
}

function technologyIndex(): PhraseIndex<TechnologyName> {
  const index = phraseIndex<TechnologyName>()
  for (const { slug, name, category, synonyms, unmistakable } of TECHNOLOGIES) {
    for (const word of [name, ...synonyms]) addPhrase(index, word, { slug, category, unmistakable })
  }
  return index
}

/** Technologies in use, in and out. Names that mean something else too need the plainer words of use beside them. */
export function readTechnologies(query: QueryText): QuerySides & { any: boolean } {
  const found = { include: [] as string[], exclude: [] as string[] }
  let any = false
  let previous = -2
  let listed: { slug: string; last: number } | null = null
  for (let at = 0; at < query.tokens.length; at += 1) {
    const match = longestAt(technologies(), query, at)
    const [technology] = match?.values ?? []
    if (match === null || technology === undefined) continue
    // `greenhouse growers`: a longer phrase is a trade.
    if (!technology.unmistakable && (longestAt(subjects(), query, at)?.count ?? 0) > match.count) continue
    const last = at + match.count - 1
    const beside = listed
    listed = null
    const isSure = technology.unmistakable || isInCapitals(query, at)
    if (isUsed(query, { ...technology, unmistakable: isSure }, [at, last], previous)) {
      // `React and Node.js shops`: the one before it in the list is used as well.
      if (beside?.last === at - 2 && JOINS.has(wordAt(query, at - 1)) && technology.slug !== beside.slug) {
        found.include.push(beside.slug)
        take(query, beside.last, beside.last)
        previous = beside.last
      }
      const negated = query.negatedBy[at] !== -1
      ;(negated ? found.exclude : found.include).push(technology.slug)
      const end = versionEnd(query, technology.unmistakable, last)
      take(query, at, CUSTOMERS.has(wordAt(query, end + 1)) ? end + 1 : end)
      any ||= previous === at - 2 && wordAt(query, at - 1) === 'or'
      previous = last
    } else if (technology.unmistakable && match.count === 1 && query.negatedBy[at] === -1) {
      listed = { slug: technology.slug, last }
    }
    at = last
  }
  return { include: [...new Set(found.include)], exclude: [...new Set(found.exclude)], any }
}

const JOINS = new Set(['and', 'or'])

/** `e-commerce, 50-200 employees, Shopify, UK`: a condition of its own, in a list that is not one of names. */
function isItem(query: QueryText, first: number, last: number): boolean {
  const { tokens } = query
  const isParted = (at: number): boolean =>
    ['comma', 'stop', 'open', 'close', 'slash'].includes(tokens[at]?.gap ?? 'stop')
  if (first < 2 || !isParted(first) || !isParted(last + 1) || longestAt(technologies(), query, first - 1) !== null)
    return false
  return (
    tokens.filter((_, at) => at > 0 && isParted(at)).length >= LEAST_PARTED &&
    !tokens.some(({ text }) => OF_NAMES.has(text))
  )
}
const LEAST_PARTED = 2
/** Where these are, names stand for companies. */
const OF_NAMES = phraseSet(
  'like, similar, competitors, competitor, alternatives, alternative, rivals, peers, lookalikes, clients, customers, investors, acquired, owned, backed, alumni, ex, invested, partners',
)

/** `HubSpot but not WordPress`, `React, no Angular`: directly behind a technology, another one that is denied. */
function isDeniedBeside(query: QueryText, first: number, previous: number): boolean {
  const cue = query.negatedBy[first] ?? -1
  if (previous < 0 || cue <= previous) return false
  const between = query.tokens.slice(previous + 1, first).map(({ text }) => text)
  return between.length <= MOST_BETWEEN && between.every((word) => BESIDE.has(word))
}

/** `WooCommerce shops in Sweden, no Magento`: nothing but the technology is denied. */
const isDeniedAlone = (query: QueryText, first: number, last: number): boolean =>
  query.negatedBy[first] === first - 1 && query.negatedBy[last + 1] !== first - 1

const BESIDE = phraseSet('and, but, not, no, without, never, minus, except, excluding, rather, instead, than, of')
const MOST_BETWEEN = 3

/** `Magento 2 shops`: where the name ends with its version, which is a small number. */
function versionEnd(query: QueryText, unmistakable: boolean, last: number): number {
  const next = query.tokens[last + 1]
  return unmistakable && next?.kind === 'number' && next.gap === 'space' && next.value < MAX_VERSION ? last + 1 : last
}
const MAX_VERSION = 30

/** What companies of any trade run their business with. */
const OF_BUSINESSES = phraseSet(
  'content-management, website-builders, ecommerce, customer-relationship, marketing-automation, live-chat-and-support, hosting, email-hosting, analytics',
)
/** Companies of these sectors rather sell something for a technology than use it: `Salesforce consultants`. */
const OF_SERVICES = phraseSet('software, advice, marketing, education, people')

/** `Shopify fashion brands`, `WordPress law firms`: several companies of another trade directly behind it. */
function isBeforeTrade(query: QueryText, start: number): boolean {
  let at = start
  let isTrade = false
  for (;;) {
    if (query.tokens[at]?.gap !== 'space') break
    const match = longestAt(subjects(), query, at)
    if (match === null && !isHead(wordAt(query, at))) break
    const sectors = (match?.values[0]?.industries ?? []).map((industry) => keyedSectors().get(industry) ?? '')
    if (match !== null && (sectors.length === 0 || sectors.some((sector) => OF_SERVICES.has(sector)))) return false
    isTrade ||= match !== null
    at += match?.count ?? 1
  }
  return isTrade && query.singulars[at - 1] !== wordAt(query, at - 1)
}

/** `SAP`, in a question otherwise in small letters, is a name and not a word. */
const isInCapitals = ({ tokens }: QueryText, at: number): boolean =>
  /^\p{Lu}{3,}$/u.test(tokens[at]?.raw ?? '') && tokens.some(({ raw }) => /^\p{Ll}/u.test(raw))

/** Behind these a name that is also a word is that word. */
const WEAK_LEADS = phraseSet('with, on, have, having, technology, do, does, doing, sur, auf, op, su, em')

/** Behind a name that is also a word, only these say that it is used. */
const PLAIN_USERS = new Set(['powered', 'users', 'stack', 'hosted', 'merchants'])

/** @param words first and last of the name; `previous`: the last of the name before it */
function isUsed(query: QueryText, technology: TechnologyName, words: [number, number], previous: number): boolean {
  const [first, last] = words
  const led = wordAt(query, first - 1)
  const isNext = JOINS.has(led)
    ? previous === first - 2
    : query.tokens[first]?.gap === 'comma' && previous === first - 1
  if (isNext || isDeniedBeside(query, first, previous)) return true
  const isLed = phraseBefore(query, first, USING, 3) > 0 && !JOINS.has(led)
  if (!technology.unmistakable) return (isLed && !WEAK_LEADS.has(led)) || PLAIN_USERS.has(wordAt(query, last + 1))
  if (isLed || isItem(query, first, last)) return true
  if ((previous >= 0 || led === 'no') && isDeniedAlone(query, first, last)) return true
  const behind = versionEnd(query, true, last) + 1
  const isBeforeUsers = phraseAt(query, behind, USERS, 2) > 0
  return isBeforeUsers || (OF_BUSINESSES.has(technology.category) && isBeforeTrade(query, behind))
}
