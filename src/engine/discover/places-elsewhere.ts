import type { Sighting } from './place-sightings.ts'
import { phraseAt, phraseBefore, phraseSet, wordAt } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'
import { isJoined } from './words/query-tokens.ts'
import { isHead, isStop } from './words/subject-words.ts'

/**
 * Places in a question that are not where the companies are based: where they sell, move to, make or hire, or where others are
 * based.
 */

const PAST = new Map([
  ['sell', 'sold'],
  ['make', 'made'],
  ['buy', 'bought'],
  ['break', 'broke'],
])
/** Verbs that double their last letter before an ending. */
const DOUBLED = new Set(['ship'])

/** Verbs of movement and trade: the place after them is the destination. */
const TO = verbs(
  'expand, move, relocate, export, ship, deliver, sell, enter, branch out, push, break, import, outsource, offshore',
  'to, into, in, across, throughout',
)
const FROM = verbs('import, source, outsource, buy, move, relocate', 'from')
/** Activities in a place that say nothing about where the company is based. */
const THERE = verbs('hire, recruit, make, manufacture, produce, assemble, source, brew, invest, trade', 'in')
/** What companies have in places other than their seat: `with a development office in Poland`, `with labs in Boston`. */
const HELD = phraseSet(
  'office, offices, branch, branches, store, stores, outlet, outlets, plant, plants, factory, factories, mill, mills, warehouse, warehouses, depot, depots, subsidiary, subsidiaries, showroom, showrooms, site, sites, hub, hubs, lab, labs, laboratory, laboratories, centre, centres, center, centers, soc, team, teams, facility, facilities, campus, campuses, location, locations, operation, operations, arm, unit, units, franchises, data center, data centers',
)
const HOLDING = phraseSet(
  'with, but, has, have, having, opened, opening, opens, new, plus, own, owns, operate, operates',
)
const SITES = phraseSet('site, sites, store, stores')
/** `with its head office in Cork` is the seat. */
const SEATS = phraseSet('head, main, registered, corporate, central, principal')
/** Words between the verb and what is held. */
const MOST_HELD = 4
const WITHIN = new Set(['in', 'across', 'near', 'at', 'throughout', 'around'])
const PEOPLE = combined('customers, clients, users, markets, investors, presence', 'in, from')
/** Other companies, to which the place belongs: `rivals of a German firm`. */
const OTHERS = combined(
  'rivals of, competitors of, competitors to, alternatives to, peers of, suppliers to, suppliers of, subsidiary of, subsidiaries of, division of, part of, arm of, owned by, acquired by, backed by, funded by',
  ', a, an, the',
)
const OTHER_LEADS = phraseSet(
  'importers from, importers of, exporters to, exporting to, suppliers to, trade with, trading with, sales to, sales in, deliveries to, shipments to, imports from, exports to, serving, serve, serves, entering, enter, enters, funding from, vcs from, competing with, compete with, competes with, targeting, raised from, launched in the, alumni of, delivering to',
)
/** Between a verb of movement and its place: `exporting avocados to France`, `source organic cotton from Egypt`. */
const MOST_GOODS = 3
const TOWARDS = new Set(['to', 'into', 'from'])
const MOVED: ReadonlySet<string> = new Set([...TO, ...FROM])
/** Trades as well as activities: `food manufacturing in Ohio`, but `firms manufacturing in Mexico`. */
const TRADES = new Set(['manufacturing', 'recruiting', 'brewing', 'investing', 'trading'])
const LEADS: ReadonlySet<string> = new Set([...TO, ...FROM, ...THERE, ...PEOPLE, ...OTHERS, ...OTHER_LEADS])
/** Where companies are active may be their seat, unless the question names that as well. */
const ACTIVE = combined(
  'operating, operates, operate, active, working, works, work, present, live, doing business, does business, available',
  'in, across, throughout',
)
const ACTIVE_LEADS: ReadonlySet<string> = new Set(ACTIVE)
const SEAT_WORDS = phraseSet('based, headquartered, hq, hqd, headquarters, seat, domiciled, registered, incorporated')
const AFTER = phraseSet(
  'vc, vcs, investor, investors, exchange, exchanges, stock exchange, market, markets, expansion, customers, customer, clients, client, presence, subsidiary, subsidiaries, dollars, dollar, army, military, fund, funds, cuisine, restaurant, language, languages, speaking, speakers, courses, lessons, teachers, tutors, translation, translators, translations, stock market, stock, operations, users, consumers, roots, parent, owner, founders, founder, tariffs, sanctions, invasion, war, cars, market entry, listing, venture capital, accelerator, ukraine war',
)

/**
 * Where the words begin that give a place another meaning than the seat of the companies asked for; null if it is their seat.
 */
export function elsewhereFrom(query: QueryText, { first, last, locations }: Sighting): number | null {
  const before = wordAt(query, first - 1) === 'the' ? first - 1 : first
  if (isTradeIn(query, before) || isNewSeat(query, before, last)) return null
  const lead =
    phraseBefore(query, before, LEADS, 4) ||
    goodsBefore(query, before) ||
    heldBefore(query, before) ||
    activeBefore(query, before)
  // The users of a technology are the companies themselves; `no presence in Porto` says nothing about other places.
  const isDenied = lead > 0 && query.negatedBy[before - lead] !== -1 && query.negatedBy[first] === -1
  if (lead > 0 && !isDenied && !(wordAt(query, before - lead) === 'users' && query.taken[before - lead] === true))
    return before - lead
  const next = query.tokens[last + 1]
  const isOne = locations.length === 1 || next?.gap === 'space'
  const isJoined = next?.gap === 'space' || next?.gap === 'hyphen'
  return isOne && isJoined && phraseAt(query, last + 1, AFTER, 2) > 0 ? first : null
}

/** `offices in Dallas and Houston`: the next of a list of such places. */
export function alsoElsewhere(
  query: QueryText,
  { first }: Sighting,
  before: readonly [first: number, last: number] | undefined,
): number | null {
  if (before === undefined) return null
  const between = first - before[1] - 1
  const isList =
    between === 0 ? query.tokens[first]?.gap === 'comma' : between === 1 && JOINS.has(wordAt(query, first - 1))
  return isList && wordAt(query, before[0]) !== wordAt(query, before[1]) ? first - between : null
}
const JOINS = new Set(['and', 'or'])

/** `moved to Texas from Ohio`, as `moved from Ohio to Texas`: they are there now. */
const isNewSeat = (query: QueryText, before: number, last: number): boolean =>
  phraseBefore(query, before, HAVE_MOVED, 2) > 0 && wordAt(query, last + 1) === 'from'
const HAVE_MOVED = phraseSet('moved to, relocated to')

function isTradeIn(query: QueryText, before: number): boolean {
  const word = wordAt(query, before - 2)
  const doer = query.tokens[before - 3]
  const isDone = doer !== undefined && (isHead(doer.text) || isStop(doer.text))
  return wordAt(query, before - 1) === 'in' && TRADES.has(word) && !isDone
}

/** How many words before a place a verb begins whose goods go there or come from there; 0 if there is none. */
function goodsBefore(query: QueryText, before: number): number {
  const preposition = wordAt(query, before - 1)
  if (!TOWARDS.has(preposition)) return 0
  for (let goods = 1; goods <= MOST_GOODS; goods += 1) {
    const { text = '', kind = 'sign', gap = 'stop' } = query.tokens[before - 1 - goods] ?? {}
    // `moved to Texas from Ohio`: the other end is no thing that is moved.
    const isEnd = preposition === 'from' && text === 'to'
    if (kind !== 'word' || gap !== 'space' || (isStop(text) && !isEnd) || (isHead(text) && goods > 1)) return 0
    const verb = wordAt(query, before - 2 - goods)
    if (MOVED.has(`${verb} ${preposition}`)) return goods + 2
  }
  return 0
}

/** How many words before a place it is said that companies have something there; 0 if nothing says so. */
function heldBefore(query: QueryText, before: number): number {
  if (!WITHIN.has(wordAt(query, before - 1)) || !HELD.has(wordAt(query, before - 2))) return 0
  // `with a Drupal site in Porto`: a site on the web is nowhere.
  if (SITES.has(wordAt(query, before - 2)) && query.taken[before - 3] === true) return 0
  for (let back = 3; back <= MOST_HELD + 2; back += 1) {
    const { text = '', gap = 'stop', kind } = query.tokens[before - back] ?? {}
    // `with 50 stores in Sweden` states their size.
    if (
      kind === 'number' ||
      SEATS.has(text) ||
      !isJoined(query.tokens[before - back + 1]?.gap ?? 'stop') ||
      gap === 'stop'
    )
      return 0
    if (HOLDING.has(text)) return back
  }
  return 0
}

/** `operating in Rwanda but based in California`: how many words before a place that is said; 0 if that is the seat. */
function activeBefore(query: QueryText, before: number): number {
  const lead = phraseBefore(query, before, ACTIVE_LEADS, 3)
  return lead > 0 && query.tokens.some(({ text }) => SEAT_WORDS.has(text)) ? lead : 0
}

/** Each verb in all its forms, with each preposition. */
function verbs(words: string, prepositions: string): string[] {
  return words.split(', ').flatMap((verb) => {
    const [first = '', ...rest] = verb.split(' ')
    const stem = first.replace(/e$/, '')
    const closed = DOUBLED.has(first) ? `${first}${first.at(-1)}` : stem
    const forms = [
      first,
      /[sc]h$/.test(first) ? `${first}es` : `${first}s`,
      PAST.get(first) ?? `${closed}ed`,
      `${closed}ing`,
    ]
    return forms.flatMap((form) =>
      prepositions.split(', ').map((preposition) => [form, ...rest, preposition].join(' ')),
    )
  })
}

function combined(...parts: string[]): string[] {
  return parts.reduce<string[]>(
    (all, part) => all.flatMap((head) => part.split(',').map((word) => `${head} ${word.trim()}`.trim())),
    [''],
  )
}
