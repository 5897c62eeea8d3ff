import type { Part } from '../../context.ts'
import type { OutcomeCount, OutcomeKey, SettledSend } from '../../db/verify/send-outcomes-store.ts'
import { withSend } from '../../engine/verify/bounce-risk.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/process/clock.ts'
import { NO_PAYLOAD } from '../../lib/process/job-kind.ts'
import { job } from '../capability/job.ts'

/** Servers give up after five days (RFC 5321 4.5.4.1); what has not bounced by then has arrived. */
const SETTLED_AFTER_MS = 7 * DAY_MS
/** Answers are dated before they are stored. */
const STORED_WITHIN_MS = 10 * MINUTE_MS
const SLICE = 1_000
/** Shortly after upkeep. */
const NIGHTLY = '43 3 * * *'

type Needs = Part<'clock' | 'log', 'sendOutcomes'>

/** Learns every night from what happened to mail. */
export const CountOutcomes = job({
  name: 'count-outcomes',
  payload: NO_PAYLOAD,
  concurrency: 1,
  schedule: NIGHTLY,
  run: (context: Needs, _, signal) => countOutcomes(context, signal),
})

/** Counts settled messages: each exactly once, however often this runs and wherever it was interrupted. */
export async function countOutcomes(context: Needs, signal: AbortSignal): Promise<void> {
  const now = context.clock.now().getTime()
  const bounds = { settledTo: new Date(now - SETTLED_AFTER_MS), answeredTo: new Date(now - STORED_WITHIN_MS) }
  let counted = 0
  while (!signal.aborted) {
    const slice = await context.store.sendOutcomes.countSlice(bounds, SLICE, keysOfSend, addSends)
    if (slice === 'all_counted') break
    counted += slice
  }
  context.log.info({ counted }, 'Delivered and bounced mail was counted.')
}

/** The keys under which one message is counted. */
export function keysOfSend({ verdict, mxGroup, domain }: Pick<SettledSend, 'verdict' | 'mxGroup' | 'domain'>) {
  const keys: OutcomeKey[] = [
    { level: 'verdict', verdict, key: '' },
    { level: 'domain', verdict, key: domain },
  ]
  if (mxGroup !== null) keys.push({ level: 'group', verdict, key: mxGroup })
  return keys
}

/** @returns every count that the sends change, in the order of their keys. */
function addSends(counts: readonly OutcomeCount[], sends: readonly SettledSend[]): OutcomeCount[] {
  const all = new Map(counts.map((count) => [nameOf(count), count]))
  const changed = new Map<string, OutcomeCount>()
  for (const send of sends) {
    for (const key of keysOfSend(send)) {
      const place = { accountId: send.accountId, ...key, evidence: send.evidence }
      const name = nameOf(place)
      const next = { ...place, ...withSend(all.get(name) ?? null, send.bounced, send.sentAt) }
      all.set(name, next)
      changed.set(name, next)
    }
  }
  return [...changed].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count)
}

const nameOf = ({ accountId, level, verdict, key, evidence }: OutcomeKey & { accountId: number; evidence: string }) =>
  [accountId, level, verdict, key, evidence].join(' ')
