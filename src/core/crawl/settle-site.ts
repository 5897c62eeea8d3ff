import type { KeptHistory, Leaver, Settled, Told } from '../../db/changes/changes-store.ts'
import { changeKey, changesBetween } from '../../engine/change/changes-between.ts'
import type { Change } from '../../engine/change/observed-history.ts'
import { judge } from './learn-domain.ts'
import type { Part } from '../../context.ts'

/** What telling the changes of a site needs. */
export type SettleNeeds = Part<'clock' | 'lists', 'changes' | 'ingest'>

/** Addresses judged again in one transaction; the locks it holds stay short. */
const SLICE = 500

/**
 * Tells what changed at a site since it was last told, and judges the addresses of whoever left or came back. Doing it twice
 * tells nothing twice.
 */
export async function settleSite(context: SettleNeeds, domain: string): Promise<Settled> {
  const { store, clock } = context
  const settled = await store.changes.settle(domain, tell, clock.now())
  for (let start = 0; start < settled.judged.length; start += SLICE)
    await store.ingest.judgeAgain(settled.judged.slice(start, start + SLICE), judge(context))
  return settled
}

/** Everything that a history tells, and who is gone by its last word. Pure. */
function tell(history: KeptHistory): Told {
  const changes = changesBetween(history)
  const repeated = new Map<string, number>()
  const keyed = changes.map((change) => {
    const key = changeKey(change)
    const times = (repeated.get(key) ?? 0) + 1
    repeated.set(key, times)
    return { ...change, key: times === 1 ? key : `${key} ${times}` }
  })
  return { changes: keyed, leavers: leaversOf(changes, history) }
}

/** Whoever left and has not been seen since, with every address that a page gave them. */
function leaversOf(changes: readonly Change[], { people }: KeptHistory): Leaver[] {
  const last = new Map<string, Change>()
  for (const change of changes)
    if (change.person !== null && (change.type === 'left' || change.type === 'returned' || change.type === 'joined'))
      last.set(change.person.key, change)
  return [...last.values()].flatMap(({ type, person, address, happenedBetween: [, leftOn], evidence }) => {
    if (type !== 'left' || person === null) return []
    const named = people.flatMap((said) => (said.key === person.key && said.address !== null ? [said.address] : []))
    const addresses = [...new Set([...(address === null ? [] : [address]), ...named])]
    return addresses.length === 0 ? [] : [{ addresses, leftOn, evidence }]
  })
}

/** Sites asked for at a time. */
const ROUND = 100

/** Settles every site that was looked at and not settled since, until none is left or `signal` ends it. */
export async function settleSites(context: SettleNeeds, signal?: AbortSignal): Promise<number> {
  let behind = ''
  for (let total = 0; ; total += ROUND) {
    const domains = await context.store.changes.unsettled(behind, ROUND)
    for (const domain of domains) {
      if (signal?.aborted === true) return total
      await settleSite(context, domain)
    }
    behind = domains.at(-1) ?? ''
    if (domains.length < ROUND) return total + domains.length
  }
}
