import { DAY, lookDay } from './observed-history.ts'
import type { Change, ChangeType, ObservedHistory, SiteStatement, SiteStatementKind } from './observed-history.ts'

type LastingKind = Exclude<SiteStatementKind, 'opening' | 'moved'>
type Lasting = SiteStatement & { kind: LastingKind }

/** The types of additions and removals by kind. */
const TYPES: Readonly<Record<LastingKind, { added: ChangeType; removed: ChangeType }>> = {
  location: { added: 'location_added', removed: 'location_removed' },
  technology: { added: 'technology_added', removed: 'technology_removed' },
}

/**
 * Places and technologies that were added to a page or removed from it, each confirmed by a second look. A look that shows no
 * place says nothing about places: the block may be elsewhere now. What another page shows meanwhile has only moved.
 */
export function siteChanges(history: Pick<ObservedHistory, 'site' | 'pages'>): Change[] {
  const site = samePlaces(history.site.filter(isLasting))
  const values = Map.groupBy(site, ({ kind, value }) => `${kind} ${value}`)
  const lasting = [...Map.groupBy(site, ({ uri, kind }) => `${kind} ${uri}`).values()].flatMap((said) => {
    const looks = looksFor(said, history.pages)
    return said.flatMap((statement) => {
      const everywhere = (values.get(`${statement.kind} ${statement.value}`) ?? []).flatMap(({ seen }) => [...seen])
      return [added(statement, looks, everywhere), removed(statement, looks, everywhere)].filter(
        (change) => change !== null,
      )
    })
  })
  return [...lasting, ...hiringStarted(history), ...siteMoved(history)]
}

const isLasting = (said: SiteStatement): said is Lasting => said.kind === 'location' || said.kind === 'technology'

/** Pages after which a look at a site would have found its openings. */
const VISITED_PAGES = 3

/** The first openings of a site that an earlier visit saw without any. */
function hiringStarted({ site, pages }: Pick<ObservedHistory, 'site' | 'pages'>): Change[] {
  const openings = site
    .filter(({ kind }) => kind === 'opening')
    .toSorted((a, b) => (a.seen[0] ?? 0) - (b.seen[0] ?? 0) || (`${a.uri} ${a.value}` < `${b.uri} ${b.value}` ? -1 : 1))
  const [opening] = openings
  const first = opening?.seen[0]
  if (opening === undefined || first === undefined) return []
  const days = new Map<number, Set<string>>()
  for (const { uri, looks } of pages)
    for (const { at } of looks)
      if (at <= first - DAY) {
        const day = Math.floor(at / DAY)
        days.set(day, (days.get(day) ?? new Set<string>()).add(uri))
      }
  const before = [...days].flatMap(([day, uris]) =>
    uris.size >= VISITED_PAGES || uris.has(opening.uri) ? [day * DAY] : [],
  )
  if (before.length === 0) return []
  const { uri, value } = opening
  const started = changeOf('hiring_started', 'openings', null, value, [
    { uri, seen_on: lookDay(Math.max(...before)), says: 'not shown' },
    { uri, seen_on: lookDay(first), says: value },
  ])
  return [{ ...started, after: null }]
}

/** The domain redirects permanently to another; one that later shows its own pages again has not moved. */
function siteMoved({ site, pages }: Pick<ObservedHistory, 'site' | 'pages'>): Change[] {
  const looks = pages.flatMap((page) => page.looks.map(({ at }) => at))
  return site.flatMap(({ kind, uri, value, seen }) => {
    const [first = 0, last = 0] = [seen[0], seen.at(-1)]
    const before = Math.max(0, ...looks.filter((at) => at < first))
    if (kind !== 'moved' || before === 0 || looks.some((at) => at > last)) return []
    return [
      changeOf('site_moved', 'domain', null, value, [
        { uri, seen_on: lookDay(before), says: 'at home' },
        { uri, seen_on: lookDay(first), says: `moved to ${value}` },
      ]),
    ]
  })
}

/**
 * Places under one spelling: of two with the same postal code and town the one with the shorter street, if the longer street
 * contains it.
 */
function samePlaces(site: readonly Lasting[]): Lasting[] {
  const places = [...new Set(site.flatMap(({ kind, value }) => (kind === 'location' ? [value] : [])))].toSorted(
    (a, b) => a.length - b.length || (a < b ? -1 : 1),
  )
  const spelling = new Map(
    places.map((place) => [place, places.find((other) => place.endsWith(other) || isPartOf(other, place)) ?? place]),
  )
  const merged = new Map<string, Lasting>()
  for (const said of site) {
    const value = spelling.get(said.value) ?? said.value
    const key = `${said.uri} ${said.kind} ${value}`
    const seen = [...new Set([...(merged.get(key)?.seen ?? []), ...said.seen])].toSorted((a, b) => a - b)
    merged.set(key, { ...said, value, seen })
  }
  return [...merged.values()]
}

/** `12 Mill Street, YO1 7EX York, GB` for `Larkmoor Works, 12 Mill Street, YO1 7EX York, GB`. */
function isPartOf(short: string, long: string): boolean {
  const [[street = '', town], [longer = '', sameTown]] = [short, long].map(partsOf) as [string[], string[]]
  return town === sameTown && longer.includes(street)
}

const partsOf = (place: string): string[] => {
  const parts = place.split(', ')
  return [parts.slice(0, -2).join(', '), parts.slice(-2).join(', ')]
}

/** The looks at which the page could have shown it. */
function looksFor(said: readonly SiteStatement[], pages: ObservedHistory['pages']): number[] {
  const [first] = said
  const page = first?.kind === 'technology' ? pages.find(({ uri }) => uri === first.uri) : undefined
  const looks = [...said.flatMap(({ seen }) => [...seen]), ...(page?.looks ?? []).map(({ at }) => at)]
  return [...new Set(looks)].toSorted((a, b) => a - b)
}

function added(
  { uri, kind, value, seen }: Lasting,
  looks: readonly number[],
  everywhere: readonly number[],
): Change | null {
  const [first, second] = seen
  if (first === undefined || second === undefined) return null
  const before = looks.findLast((at) => at < first)
  if (before === undefined || everywhere.some((at) => at < first)) return null
  return changeOf(TYPES[kind].added, kind, null, value, [
    { uri, seen_on: lookDay(before), says: 'not shown' },
    { uri, seen_on: lookDay(first), says: value },
  ])
}

function removed(
  { uri, kind, value, seen }: Lasting,
  looks: readonly number[],
  everywhere: readonly number[],
): Change | null {
  const last = seen.at(-1) ?? 0
  const [gone, confirmed] = looks.filter((at) => at > last)
  if (gone === undefined || confirmed === undefined || everywhere.some((at) => at > last)) return null
  return changeOf(TYPES[kind].removed, kind, value, null, [
    { uri, seen_on: lookDay(last), says: value },
    { uri, seen_on: lookDay(gone), says: 'not shown' },
  ])
}

const changeOf = (
  type: ChangeType,
  field: string,
  before: string | null,
  after: string | null,
  evidence: readonly [Change['evidence'][number], Change['evidence'][number]],
): Change => ({
  type,
  person: null,
  address: null,
  field,
  before,
  after,
  evidence,
  happenedBetween: [evidence[0].seen_on, evidence[1].seen_on],
  confidence: 0.9,
})
