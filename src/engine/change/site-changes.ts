import { lookDay } from './observed-history.ts'
import type { Change, ChangeType, ObservedHistory, SiteStatement, SiteStatementKind } from './observed-history.ts'

/** What came and what went, by what it is of. */
const TYPES: Readonly<Record<SiteStatementKind, { added: ChangeType; removed: ChangeType }>> = {
  location: { added: 'location_added', removed: 'location_removed' },
  technology: { added: 'technology_added', removed: 'technology_removed' },
}

/**
 * Places and technologies that came to a page or went from it, each seen so twice. A look that shows nothing of the
 * kind says nothing: the block may stand elsewhere now. What another page shows meanwhile has only moved.
 */
export function siteChanges({ site }: Pick<ObservedHistory, 'site'>): Change[] {
  const values = Map.groupBy(site, ({ kind, value }) => `${kind} ${value}`)
  return [...Map.groupBy(site, ({ uri, kind }) => `${kind} ${uri}`).values()].flatMap((said) => {
    const looks = [...new Set(said.flatMap(({ seen }) => [...seen]))].toSorted((a, b) => a - b)
    return said.flatMap((statement) => {
      const everywhere = (values.get(`${statement.kind} ${statement.value}`) ?? []).flatMap(({ seen }) => [...seen])
      return [added(statement, looks, everywhere), removed(statement, looks, everywhere)].filter(
        (change) => change !== null,
      )
    })
  })
}

function added(
  { uri, kind, value, seen }: SiteStatement,
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
  { uri, kind, value, seen }: SiteStatement,
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
