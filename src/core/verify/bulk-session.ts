import type { BulkLease, OpenBulkRow, Postponement } from '../../db/verify/bulk-queues-store.ts'
import type { VerificationRun } from '../../db/verify/verifications-store.ts'
import { CALLERS_WAIT_MS } from '../../engine/verify/freshness.ts'
import type { Slot } from '../../engine/verify/mx-slots.ts'
import type { Outcome } from '../../engine/verify/verification.ts'
import type { Hosts } from '../../engine/verify/verifier.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'
import { pauseAfter, settleOrPause } from './bulk-answers.ts'
import type { AskedRow } from './bulk-answers.ts'
import { converse, RUN_LEASE_MS } from './shared-session.ts'
import type { OwnQuestion } from './shared-session.ts'
import {
  answerBetweenTries,
  beginRuns,
  concludeRuns,
  giveBackRuns,
  addressKeyOf,
  RUNNING,
} from './verification-runs.ts'
import type { Checked, Tried } from './verification-runs.ts'
import type { VerifyNeeds } from './verify-needs.ts'

/** Rows that can share one session. */
export interface Batch {
  hosts: Hosts
  rows: AskedRow[]
}

/** Per transaction; servers' own limits may be lower. */
const MAX_ROWS = 10
/** Groups rows by mail hosts, as many as fit into a session, each address once. A session uses SMTPUTF8 for all rows or none. */
export function batchesOf(asked: readonly AskedRow[]): Batch[] {
  const batches: Batch[] = []
  const filling = new Map<string, Batch>()
  const seen = new Set<string>()
  for (const one of asked) {
    const { full } = one.address
    if (seen.has(full)) continue
    seen.add(full)
    const key = `${NON_ASCII.test(full)} ${targetsOf(one.hosts)}`
    const open = filling.get(key)
    if (open !== undefined && open.rows.length < MAX_ROWS) {
      open.rows.push(one)
      continue
    }
    const batch = { hosts: one.hosts, rows: [one] }
    batches.push(batch)
    filling.set(key, batch)
  }
  return batches
}

const NON_ASCII = /[^\0-\u007f]/

const targetsOf = ({ targets }: Hosts): string =>
  targets
    .map(({ mx, address }) => `${mx} ${address}`)
    .sort()
    .join()

/** Runs one session in a slot that was entered, and leaves the slot. */
export async function askBatch(context: VerifyNeeds, lease: BulkLease, batch: Batch, slot: Slot): Promise<void> {
  const runs = await beginRuns(
    context,
    batch.rows.map(({ address }) => address),
    RUN_LEASE_MS,
  ).catch(async (error: unknown) => {
    await slot.leave({ report: 'unused' })
    throw error
  })
  const mine = batch.rows.flatMap((one) => {
    const run = runs.get(one.address.full)
    return run === undefined ? [] : [{ ...one, run }]
  })
  if (mine.length === 0) await slot.leave({ report: 'unused' })
  else await record(context, lease, mine, await converse(context, mine, { hosts: batch.hosts, slot }))
  await waitForOthers(
    context,
    lease,
    batch.rows.filter(({ address }) => !runs.has(address.full)),
  )
}

type Mine = AskedRow & OwnQuestion

async function record(
  context: VerifyNeeds,
  lease: BulkLease,
  mine: readonly Mine[],
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<void> {
  if (context.stopping.signal.aborted) return giveBackRuns(context, mine)
  const now = context.clock.now()
  const [tried, untried]: [(Tried & Mine)[], Mine[]] = [[], []]
  const paused: (Tried & Mine)[] = []
  for (const one of mine) {
    const outcome = outcomes.get(one.address.full)
    if (outcome === undefined) untried.push(one)
    else if (pauseAfter(outcome, one.row, now) === null) tried.push({ ...one, outcome })
    else paused.push({ ...one, outcome })
  }
  const checked = await concludeRuns(context, tried, isAskedAgainHere)
  const answered = tried.flatMap(({ row, address }) => {
    const result = checked.get(address.full)
    return result?.state === 'done' ? [{ row, outcome: result.outcome }] : []
  })
  await settleOrPause(context, lease, [...answered, ...paused])
  await postponeRetries(context, lease, tried, checked)
  await giveBackRuns(context, [...untried, ...paused])
}

/** Rows due again before callers lose patience are asked about again by the list itself, together in one session. */
const isAskedAgainHere = ({ startedAt }: VerificationRun, dueAt: Date): boolean =>
  dueAt.getTime() - startedAt.getTime() < CALLERS_WAIT_MS

/** Postpones rows whose runs will ask again later. */
async function postponeRetries(
  { store, clock }: Pick<VerifyNeeds, 'store' | 'clock'>,
  lease: BulkLease,
  tried: readonly Mine[],
  checked: ReadonlyMap<string, Checked>,
): Promise<void> {
  const now = clock.now()
  const later = tried.flatMap(({ row: { position, tries }, address }) => {
    const result = checked.get(address.full)
    return result?.state === 'running' ? [{ position, tries, dueAt: newsAt(result, now) }] : []
  })
  await store.bulkQueues.postpone(lease, later)
}

const newsAt = ({ newsAt: at, retryAfterSeconds }: Checked & { state: 'running' }, now: Date): Date =>
  at ?? new Date(now.getTime() + retryAfterSeconds * SECOND_MS)

/** Handles rows whose address another process is asking about, or that wait for their next attempt. */
async function waitForOthers(context: VerifyNeeds, lease: BulkLease, others: readonly AskedRow[]): Promise<void> {
  if (others.length === 0) return
  const { store, clock } = context
  const now = clock.now()
  const runs = await store.verifications.findRuns(others.map(({ address }) => addressKeyOf(address)))
  const [answered, later]: [{ row: OpenBulkRow; outcome: Outcome }[], Postponement[]] = [[], []]
  for (const { row, address } of others) {
    const run = runs.get(address.full)
    if (run === undefined) continue
    const checked: Checked = run.state === 'waiting' ? answerBetweenTries(run, now) : RUNNING
    if (checked.state === 'done') answered.push({ row, outcome: checked.outcome })
    else later.push({ position: row.position, tries: row.tries, dueAt: newsAt(checked, now) })
  }
  await settleOrPause(context, lease, answered)
  await store.bulkQueues.postpone(lease, later)
}
