import type { KeptHistory, Settled, Told } from '../../db/changes/changes-store.ts'
import type { Leaver } from '../../db/changes/leavers-writer.ts'
import { changeKey, changesBetween } from '../../engine/change/changes-between.ts'
import type { Change } from '../../engine/change/observed-history.ts'
import { judge } from './learn-domain.ts'
import type { Part } from '../../context.ts'
import { DAY_MS, isoDate } from '../../lib/process/clock.ts'

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
  // Last of all: a site that nobody came to the end of is taken up again.
  await store.changes.close(domain, settled.visited)
  return settled
}

/** What a site's history shows: its changes, and who has left by the end of it. Pure. */
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

/** People who left and have not been seen since, with every address a page gave them. */
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

/** Settling a site may cause other sites that share people with it to be settled again. */
const PASSES = 4

/** Settles every site that was looked at and not settled since, until none is left or `signal` ends it. */
export async function settleSites(context: SettleNeeds, signal?: AbortSignal): Promise<number> {
  let total = 0
  for (let pass = 0; pass < PASSES; pass++) {
    const settled = await settleOnce(context, signal)
    total += settled
    if (settled === 0) break
  }
  return total
}

async function settleOnce(context: SettleNeeds, signal?: AbortSignal): Promise<number> {
  let behind = ''
  for (let total = 0; ; total += ROUND) {
    const domains = await context.store.changes.unsettled(behind, ROUND)
    for (const domain of await context.store.changes.closeQuiet(domains)) {
      if (signal?.aborted === true) return total
      await settleSite(context, domain)
    }
    behind = domains.at(-1) ?? ''
    if (domains.length < ROUND) return total + domains.length
  }
}

const SEEN_KEPT_MS = 365 * DAY_MS
const TOLD_KEPT_MS = 730 * DAY_MS
const CURRENT_MS = 120 * DAY_MS
const LIKELY_MS = 548 * DAY_MS
const FORGOTTEN_SLICE = 5_000
/** Addresses judged again in one night for no other reason than time. */
const AGED_A_NIGHT = 50_000

/** The nightly part: forgets old data, settles what was left unsettled, and lets time decide who is no longer current. */
export async function tidyChanges(context: SettleNeeds): Promise<void> {
  const { store, clock } = context
  const now = clock.now().getTime()
  await store.changes.forget(new Date(now - SEEN_KEPT_MS), new Date(now - TOLD_KEPT_MS), FORGOTTEN_SLICE)
  await settleSites(context)
  const days = [CURRENT_MS, LIKELY_MS].map((age) => isoDate(new Date(now - age)))
  for (let judged = 0; judged < AGED_A_NIGHT; judged += SLICE) {
    const keys = await store.changes.aged(days[0] ?? '', days[1] ?? '', SLICE)
    if (keys.length === 0) return
    await store.ingest.judgeAgain(keys, judge(context))
  }
}
