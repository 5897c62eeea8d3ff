import { createHash } from 'node:crypto'
import { checkHouse, tuningHouse } from './history-house.ts'
import type { HistoryHouse } from './history-house.ts'
import { exchange, hire, liveOn, renewAddresses, shownPeople } from './history-life.ts'
import type { Colleague, Company, NameForm } from './history-life.ts'
import { goldOf } from './history-gold.ts'
import { answersOf, TECHNOLOGY_NAMES } from './history-pages.ts'
import type { SiteState } from './history-pages.ts'
import { NOISES } from './made-history.ts'
import type { MadeAnswer, MadeHistory, MadeVisit, Noise, ShownPerson } from './made-history.ts'
import { SCHEMES } from '../staff/tuning-addresses.ts'
import { TuningDice } from '../staff/tuning-dice.ts'

/** Days on which sites are visited; each site takes four to ten of them. */
const ROUND_DAYS = [0, 12, 26, 40, 61, 82, 103, 131, 166, 201, 236, 271, 299]
const FIRST_ROUND = Date.UTC(2026, 0, 5, 9)
const DAY_MS = 86_400_000
/** The times of all visits, ISO 8601, in order. */
export const ROUNDS: readonly string[] = ROUND_DAYS.map((day) => new Date(FIRST_ROUND + day * DAY_MS).toISOString())

const NEVER_CHANGE = 0.2
/** The share of pairs of companies. */
const EXCHANGING = 0.25
const NOISY = 0.45
const OFFICES: readonly string[] = [
  '12 Mill Lane, York YO1 7EX, United Kingdom',
  '4 Harbour Street, Whitby YO21 1DN, United Kingdom',
  '27 Castle Road, Durham DH1 3RW, United Kingdom',
  '8 Quay Street, Bristol BS1 4QA, United Kingdom',
  '1450 Oak Street, Portland, OR 97214, USA',
  '300 Main Street, Madison, WI 53703, USA',
  '2210 River Road, Austin, TX 78704, USA',
  'Lindenstraße 14, 50674 Köln, Germany',
  'Marktplatz 3, 28195 Bremen, Germany',
  'Am Hafen 21, 24103 Kiel, Germany',
]
const HEADS = ['lark', 'still', 'ost', 'tann', 'vel', 'quen', 'mir', 'sund', 'hav', 'bro']
const TAILS = ['moor', 'beck', 'mere', 'hof', 'grad', 'by', 'wen', 'holm', 'lund', 'field']

/** Returns histories of invented companies with what is to be reported about each: the same for the same seed. */
export function madeHistories(seed: number, count: number): MadeHistory[] {
  const drafts = Array.from({ length: count }, (_, index) => draftOf(seed, index))
  exchangePeople(drafts, seed)
  return drafts.map(finished)
}

/** The domain under which the site is visited with this top-level domain; its pages do not differ otherwise. */
export const domainOf = ({ name }: Pick<MadeHistory, 'name'>, suffix: string): string => `${name}.${suffix}`

/** Stands in addresses for the domain under which pages are served. */
const DOMAIN = 'site.invalid'

/** A company before its first visit. */
interface Draft extends Pick<MadeHistory, 'name' | 'half'> {
  company: Company
  site: SiteState
  rounds: string[]
}

function draftOf(seed: number, index: number): Draft {
  const dice = new TuningDice(seed * 1_000_003 + index)
  const name = `${dice.pick(HEADS)}${dice.pick(TAILS)}${index}`
  // A third is only checked in figures; its name decides which.
  const half = (createHash('sha1').update(name).digest()[0] ?? 0) % 3 === 0 ? 'check' : 'tuning'
  const own = seed * 7_919 + index
  const house = half === 'check' ? checkHouse(own) : tuningHouse(own)
  const company: Company = {
    dice,
    house,
    domain: DOMAIN,
    scheme: dice.pick(SCHEMES),
    staff: [],
    away: [],
    nextId: 1 + index * 1_000,
    isRestless: !dice.chance(NEVER_CHANGE),
    exchange: null,
  }
  for (let people = 4 + dice.below(10); people > 0; people--) hire(company)
  return { name, half, company, site: siteOf(company, name), rounds: roundsOf(dice) }
}

/** Makes some pairs of companies exchange a person: each moves to where the other was, and has the same profile at both. */
function exchangePeople(drafts: readonly Draft[], seed: number): void {
  const dice = new TuningDice(seed * 90_001 + 17)
  for (const half of ['tuning', 'check'] as const) {
    const free = drafts.filter((draft) => draft.half === half && draft.company.isRestless)
    for (let at = 0; at + 1 < free.length; at += 2) {
      const [one, other] = [free[at]?.company, free[at + 1]?.company]
      if (one === undefined || other === undefined || !dice.chance(EXCHANGING)) continue
      const day = ROUNDS[3 + dice.below(ROUNDS.length - 6)] ?? ''
      const [goes, comes] = [whoGoes(one, other), whoGoes(other, one)]
      one.exchange = { day, goes, comes }
      other.exchange = { day, goes: comes, comes: goes }
    }
  }
}

/** The family name must not exist at the other company. */
const whoGoes = ({ staff }: Company, { staff: others }: Company): Colleague | null =>
  staff.find(({ last }) => !others.some((other) => other.last === last)) ?? null

function finished({ name, half, company, site, rounds }: Draft): MadeHistory {
  const visits = visitsOf(company, site, rounds)
  return { name, half, visits, gold: goldOf(visits), isExchanging: company.exchange !== null }
}

function roundsOf(dice: TuningDice): string[] {
  const rounds = [...ROUNDS]
  const wanted = 4 + dice.below(7)
  while (rounds.length > wanted) rounds.splice(dice.below(rounds.length), 1)
  return rounds
}

function siteOf({ dice, house }: Company, name: string): SiteState {
  return {
    company: `${name.slice(0, 1).toUpperCase()}${name.slice(1).replace(/\d+$/, '')} Works`,
    staffPath: dice.pick(PATHS),
    oldPath: null,
    layout: dice.below(house.layouts),
    design: 0,
    isPaginated: false,
    hasProfiles: dice.chance(0.2),
    hasContacts: dice.chance(0.3),
    office: dice.pick(OFFICES),
    technology: dice.chance(0.5) ? dice.pick(TECHNOLOGY_NAMES) : null,
    isHiring: false,
    praise: dice.chance(0.4) ? [nameOf(house), nameOf(house)] : [],
    news: [],
  }
}

const PATHS = ['/team', '/people', '/about/team', '/our-team', '/staff', '/about-us/people']
const nameOf = (house: HistoryHouse): string => {
  const { first, last } = house.newName()
  return `${first} ${last}`
}

function visitsOf(company: Company, state: SiteState, rounds: readonly string[]): MadeVisit[] {
  const { dice, house } = company
  const manner: { form: NameForm; isShort: boolean } = {
    form: dice.pick(['plain', 'plain', 'plain', 'plain', 'comma', 'capitals']),
    isShort: false,
  }
  return rounds.map((at, visit) => {
    if (visit > 0) liveOn(company, visit)
    if (visit > 0 && company.isRestless) change(company, state)
    exchange(company, visit, at)
    const noise = visit > 0 && dice.chance(NOISY) ? dice.pick(NOISES) : null
    const used = noise === null ? manner : disturb(company, state, manner, noise)
    const staff = shownPeople(company, used)
    const listed = noise === 'leaders only' ? staff.slice(0, Math.ceil(staff.length * 0.3)) : staff
    const now = structuredClone(state)
    const answers = (domain: string): MadeAnswer[] => [
      ...answersOf(
        house,
        now,
        listed.map((one) => shownAt(one, domain)),
        noise,
      ),
      ...oldAnswers(now),
    ]
    const isUnread = noise !== null && UNREAD.has(noise)
    return {
      at,
      noise,
      staff,
      shown: isUnread ? null : listed,
      isOdd: noise !== null && ODD.has(noise),
      office: state.office,
      technology: state.technology,
      isHiring: state.isHiring,
      answers,
      isClosed: noise === 'robots',
      isSilent: noise === 'timeout',
      hasBudget: noise === 'budget',
    }
  })
}

/** Each way of reading a history has its own domains, and people who belong only to these. */
const shownAt = (one: ShownPerson, domain: string): ShownPerson => ({
  ...one,
  address: one.address?.replace(DOMAIN, domain) ?? null,
  profile: one.profile === null ? null : `${one.profile}-${domain.slice(domain.lastIndexOf('.') + 1)}`,
})

const UNREAD: ReadonlySet<Noise> = new Set([
  'gone',
  'error',
  'robots',
  'timeout',
  'truncated',
  'budget',
  'maintenance',
  'empty list',
])
const ODD: ReadonlySet<Noise> = new Set(['redesign', 'moved', 'language', 'leaders only', 'paginated'])

/** What happens to the company itself. */
function change({ dice }: Company, state: SiteState): void {
  if (dice.chance(0.05)) state.office = dice.pick(OFFICES.filter((office) => office !== state.office))
  if (dice.chance(0.05)) state.technology = state.technology === null ? dice.pick(TECHNOLOGY_NAMES) : null
  if (dice.chance(0.05)) state.isHiring = true
  if (dice.chance(0.2))
    state.news = [`${dice.pick(['A new slipway', 'Open day', 'Prize for our works'])} in spring`, ...state.news].slice(
      0,
      3,
    )
}

/** @returns how names and positions are written at this visit */
function disturb(
  company: Company,
  state: SiteState,
  manner: { form: NameForm; isShort: boolean },
  noise: Noise,
): typeof manner {
  const { dice, house } = company
  if (noise === 'redesign') {
    state.layout += 1 + dice.below(house.layouts - 1)
    state.design = 1 - state.design
  } else if (noise === 'moved') {
    const path = dice.pick(PATHS.filter((one) => one !== state.staffPath && one !== state.oldPath?.path))
    state.oldPath = { path: state.staffPath, answer: dice.chance(0.5) ? 'redirect' : 'gone' }
    state.staffPath = path
  } else if (noise === 'paginated') state.isPaginated = true
  else if (noise === 'renewal') renewAddresses(company)
  else if (noise === 'testimonials' || noise === 'seasonal') state.praise = [nameOf(house), nameOf(house)]
  else if (noise === 'names') {
    const form = dice.pick((['titled', 'initial', 'comma', 'plain'] as const).filter((one) => one !== manner.form))
    if (dice.chance(0.5)) manner.form = form
    return { ...manner, form }
  } else if (noise === 'abbreviated') {
    if (dice.chance(0.5)) manner.isShort = true
    return { ...manner, isShort: true }
  }
  return manner
}

function oldAnswers({ oldPath, staffPath }: SiteState): MadeAnswer[] {
  if (oldPath === null || oldPath.path === staffPath) return []
  return oldPath.answer === 'redirect'
    ? [{ path: oldPath.path, status: 301, html: '', location: staffPath }]
    : [{ path: oldPath.path, status: 404, html: '<h1>Not found</h1>' }]
}

/** How often each kind of noise was generated. */
export function noiseCases(histories: readonly MadeHistory[]): Map<Noise, number> {
  const cases = histories.flatMap(({ visits }) => visits.flatMap(({ noise }) => (noise === null ? [] : [noise])))
  return new Map([...Map.groupBy(cases, (noise) => noise)].map(([noise, all]) => [noise, all.length]))
}
