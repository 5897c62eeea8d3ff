import { OPTED_OUT } from '../../errors.ts'
import type { BulkLease, OpenBulkRow } from '../../db/verify/bulk-queues-store.ts'
import type { BulkSettlement } from '../../db/verify/bulk-store.ts'
import type { Outcome } from '../../engine/verify/verification.ts'
import { lookUpAddress, malformedOutcome, restingOutcome } from '../../engine/verify/verifier.ts'
import { readAddress } from '../../lib/addresses/address-syntax.ts'
import type { EmailAddress } from '../../lib/addresses/email-address.ts'
import { asKnownHere } from './bounce-risks.ts'
import { askBatch, batchesOf } from './bulk-session.ts'
import type { AskedRow } from './bulk-answers.ts'
import type { Batch } from './bulk-session.ts'
import { answerOf, payableRows, settleOrPause, withheld } from './bulk-answers.ts'
import { settleRows } from './end-of-list.ts'
import { optedOutAmong } from '../optouts/opted-out.ts'
import { keepVerdicts, revived } from './verification-runs.ts'
import type { VerifyNeeds } from './verify-needs.ts'

/** Rows read per lease: enough for two sessions and for rows that need none. */
const LEASE_ROWS = 40
/** How many rows the usual number of sessions can ask about. */
const MOST_ASKED = 20

/**
 * One lease of a queue: answers what needs no mail server, asks about the rest in a session or two, stores and charges the
 * answers, and puts the queue at the end of the line.
 */
export async function workOffQueue(context: VerifyNeeds, lease: BulkLease): Promise<void> {
  const { bulkQueues } = context.store
  const rows = await bulkQueues.openRows(lease, context.clock.now(), LEASE_ROWS)
  const asked = await answerAtOnce(context, lease, rows)
  const waitMs = await askServers(context, lease, await payableRows(context, lease, asked))
  const now = context.clock.now()
  // Two sessions ask about fewer rows than were read.
  const isMoreDue = rows.length === LEASE_ROWS && asked.length > MOST_ASKED
  await bulkQueues.endLease(lease, { notBefore: new Date(now.getTime() + waitMs), isMoreDue })
}

/** Settles rows that need no mail server. @returns the others */
async function answerAtOnce(context: VerifyNeeds, lease: BulkLease, rows: readonly OpenBulkRow[]): Promise<AskedRow[]> {
  const now = context.clock.now()
  const readings = rows.map((row) => ({ row, reading: readAddress(row.email) }))
  const isOptedOut = await optedOutAmong(
    context,
    readings.flatMap(({ reading }) => (reading.kind === 'address' ? [reading.address] : [])),
  )
  const settlements: BulkSettlement[] = []
  const answered: { row: OpenBulkRow; outcome: Outcome; isFree: boolean }[] = []
  const open: { row: OpenBulkRow; address: EmailAddress }[] = []
  for (const { row, reading } of readings) {
    const { position, email, fresh } = row
    const answer = (outcome: Outcome, isFree = false) => answered.push({ row, outcome, isFree })
    if (reading.kind === 'none') answer(malformedOutcome(email, now), true)
    else if (reading.kind === 'malformed') answer(malformedOutcome(reading.email, now))
    else if (isOptedOut(reading.address)) settlements.push(withheld(position, OPTED_OUT))
    else if (fresh !== null) answer(revived(fresh))
    else open.push({ row, address: reading.address })
  }
  const { asked, found } = await lookUpAll(context, open)
  await keepVerdicts(context, found)
  const known = await asKnownHere(
    context,
    lease.accountId,
    answered.map(({ outcome }) => outcome),
  )
  for (const [index, { row, outcome, isFree }] of answered.entries())
    settlements.push(answerOf(context, lease, row, known[index] ?? outcome, isFree))
  await settleRows(context, lease, now, settlements)
  await settleOrPause(context, lease, found)
  return asked
}

interface Found {
  row: OpenBulkRow
  address: EmailAddress
  outcome: Outcome
}

/** Outcomes that lists and DNS decide, and the rows left for mail servers. */
async function lookUpAll(
  context: VerifyNeeds,
  open: readonly { row: OpenBulkRow; address: EmailAddress }[],
): Promise<{ asked: AskedRow[]; found: Found[] }> {
  const { needs } = context.verification
  const [asked, found]: [AskedRow[], Found[]] = [[], []]
  for (const { row, address } of open) {
    const looked = await lookUpAddress(needs, address, context.stopping.signal)
    if (looked.outcome === null) asked.push({ row, address, hosts: looked.hosts, given: looked.given })
    else if (looked.outcome.reason !== 'out_of_time') found.push({ row, address, outcome: looked.outcome })
  }
  return { asked, found }
}

/** @returns how long to wait before this queue's servers may be asked again */
async function askServers(context: VerifyNeeds, lease: BulkLease, asked: readonly AskedRow[]): Promise<number> {
  const { needs } = context.verification
  const sessions: Promise<void>[] = []
  let waitMs = 0
  try {
    const [first, second] = batchesOf(asked)
    for (const batch of [first, second]) {
      if (batch === undefined || context.stopping.signal.aborted) break
      if (batch === second && !(await mayRunBeside(context, first, second))) break
      const entry = await needs.slots.enterNow(batch.hosts.group)
      if (entry.outcome === 'entered') sessions.push(askBatch(context, lease, batch, entry))
      else if (entry.outcome === 'resting') await settleOrPause(context, lease, asked.map(rested(needs, entry.because)))
      else waitMs = sessions.length === 0 ? entry.waitMs : 0
      if (entry.outcome !== 'entered') break
    }
  } finally {
    await Promise.all(sessions)
  }
  return waitMs
}

/** Two sessions that check at the same time whether a domain is a catch-all would both ask about invented mailboxes. */
async function mayRunBeside(context: VerifyNeeds, first: Batch | undefined, second: Batch): Promise<boolean> {
  const { catchAll } = context.verification.needs
  const domains = new Set(first?.rows.map(({ address }) => address.domain))
  const shared = new Set(second.rows.map(({ address }) => address.domain).filter((domain) => domains.has(domain)))
  return shared.size === 0 || (await catchAll.find([...shared])).size === shared.size
}

/** The outcome for an address whose servers are resting because of how they answered before. */
const rested =
  (needs: Parameters<typeof restingOutcome>[0], because: Parameters<typeof restingOutcome>[2]) =>
  ({ row, address, given }: AskedRow) => ({
    row,
    outcome: restingOutcome(needs, { address, given, lastTry: false }, because),
  })
