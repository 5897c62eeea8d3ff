import { DAY_MS, HOUR_MS, isoDate } from '../../lib/process/clock.ts'
import { NO_PAYLOAD } from '../../lib/process/job-kind.ts'
import { job } from '../capability/job.ts'
import { judge } from '../crawl/learn-domain.ts'
import { tidyChanges } from '../crawl/settle-site.ts'
import { sessionBounds } from '../logins/sessions.ts'
import { learnCalibration } from '../crawl/learn-calibration.ts'
import { learnUsualPatterns } from '../crawl/learn-usual-patterns.ts'
import { DELIVERIES_KEPT_MS } from '../webhooks/webhook-deliveries.ts'
import type { UpkeepNeeds } from './operate-needs.ts'

/** An address whose last source disappeared this long ago leaves search, and later the database. */
const HIDDEN_AFTER_MS = 365 * DAY_MS
/** No call takes this long: its reserved credits are refunded. */
const ABANDONED_AFTER_MS = HOUR_MS
/** RFC 9309 2.3.1.4: an older copy may be used while a host does not answer. */
const ROBOTS_KEPT_MS = 30 * DAY_MS
const IDEMPOTENCY_KEPT_MS = DAY_MS
/** Lists are their senders' data, kept while somebody may still fetch the results. */
const LISTS_KEPT_MS = 30 * DAY_MS
/** For a file that somebody previews before importing it. */
const FILES_KEPT_MS = DAY_MS
/** File rows that could not be used are kept for inspection. */
const REJECTED_KEPT_MS = 30 * DAY_MS
/** As long as an answer without a thread is matched to a message. */
const DOUBTFUL_KEPT_MS = 90 * DAY_MS
/** Audited actions can be looked up for more than a year. */
const AUDIT_KEPT_MS = 400 * DAY_MS
/** So that a year can be compared with the one before. */
const DMARC_KEPT_MS = 400 * DAY_MS
/** Longer than a day in any time zone, because test messages count towards its limit. */
const TESTS_KEPT_MS = 3 * DAY_MS
const SLICE = 500
const CHARGES_SLICE = 5_000
const OAUTH_SLICE = 5_000
/** Connection steps, as many as anybody would look through. */
const STEPS_KEPT = 500

/** Outside business hours in most time zones; any hour would do. */
const NIGHTLY = '17 3 * * *'

/** Forgets every night what has to be forgotten. */
export const Upkeep = job({
  name: 'upkeep',
  payload: NO_PAYLOAD,
  concurrency: 1,
  schedule: NIGHTLY,
  run: (context: UpkeepNeeds, _, signal) => runUpkeep(context, signal),
})

/**
 * Forgets what has to be forgotten, and learns from the rest; safe to run twice. A step that fails keeps no other from being done:
 * what it should have forgotten waits, what others should, does not.
 * @throws AggregateError after the last step if any failed
 */
export async function runUpkeep(context: UpkeepNeeds, signal: AbortSignal | null = null): Promise<void> {
  const found = { purged: 0, hidden: 0 }
  const errors: unknown[] = []
  const isStopped = (): boolean => signal?.aborted === true
  for (const [step, work] of Object.entries(stepsOf(context, found))) {
    if (isStopped()) return
    try {
      await work()
    } catch (error) {
      if (isStopped()) throw error
      context.log.error({ err: error, step }, 'A step of the upkeep failed; the others are done.')
      errors.push(error)
    }
  }
  context.log.info(found, 'upkeep')
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} steps of the upkeep failed.`)
}

type Steps = Record<string, () => Promise<unknown>>

function stepsOf(context: UpkeepNeeds, found: { purged: number; hidden: number }): Steps {
  const { store, config, clock } = context
  const now = clock.now().getTime()
  const before = (ms: number): Date => new Date(now - ms)
  return {
    reservations: () => store.billing.refundAbandoned(before(ABANDONED_AFTER_MS)),
    charges: () => dropCharges(context, before(config.chargesKeptDays * DAY_MS)),
    'repeated requests': () => store.retention.dropIdempotentRequests(before(IDEMPOTENCY_KEPT_MS)),
    'places of crawls': () => store.crawlPlaces.forget(before(DAY_MS)),
    'robots files': () => store.robotsFiles.forget(before(ROBOTS_KEPT_MS)),
    searches: () => store.searchWalks.forget(clock.now()),
    verifications: () => store.verifications.forget(before(config.retentionDays * DAY_MS)),
    'bulk verifications': () => store.bulk.forget(before(LISTS_KEPT_MS)),
    'bulk finds': () => store.findJobs.forget(before(LISTS_KEPT_MS)),
    'changes to leads': () => store.leadsChangeJobs.forget(before(LISTS_KEPT_MS)),
    'exports of leads': () => store.leadsExports.forget(before(LISTS_KEPT_MS)),
    'imports of leads': () => store.leadsImports.forget(before(LISTS_KEPT_MS)),
    'uploads of leads': () => store.leadsUploads.forget(before(FILES_KEPT_MS)),
    'pages of leads': () => store.leadPages.mergeChanges(),
    'doubtful mails': () => store.doubtfulMails.forget(before(DOUBTFUL_KEPT_MS)),
    answers: () => eraseAnswers(context, before(config.answersDays * DAY_MS)),
    'DMARC reports': () => store.dmarcReports.forget(before(DMARC_KEPT_MS)),
    'test mails': () => store.testMails.forget(before(TESTS_KEPT_MS)),
    'rejected rows': () => store.fileImports.forgetRejected(before(REJECTED_KEPT_MS)),
    deliveries: () => store.webhookDeliveries.forget(before(DELIVERIES_KEPT_MS)),
    'objects of OAuth': () => forgetObjects(context),
    'steps of OAuth': () => store.oauthSteps.keepNewest(STEPS_KEPT),
    usage: () => store.usageDays.forget(isoDate(before(AUDIT_KEPT_MS))),
    audit: () => store.audit.forget(before(AUDIT_KEPT_MS)),
    logins: () => forgetLogins(context),
    sources: async () => {
      const old = before(config.retentionDays * DAY_MS)
      found.purged = await judgedAgain(context, () => store.retention.purgeSources(old, SLICE))
    },
    addresses: async () => {
      const old = before(HIDDEN_AFTER_MS)
      found.hidden = await judgedAgain(context, () => store.retention.staleAddresses(old, SLICE))
    },
    'changes of companies': () => tidyChanges(context),
    patterns: () => learnUsualPatterns(context),
    calibration: () => learnCalibration(context),
  }
}

/** Codes, grants and tokens of apps that have expired. */
async function forgetObjects({ store, clock }: Pick<UpkeepNeeds, 'store' | 'clock'>): Promise<void> {
  while ((await store.oauthObjects.forget(clock.now(), OAUTH_SLICE)) === OAUTH_SLICE) continue
}

/** Erases the texts of emails, not the fact that there were any. */
async function eraseAnswers({ store }: Pick<UpkeepNeeds, 'store'>, before: Date): Promise<void> {
  while ((await store.conversations.erase(before, SLICE)) === SLICE) continue
  await store.conversations.eraseTitles(before)
}

/** Ended sessions, codes that can no longer be used, and old failures. */
async function forgetLogins({ store, clock }: Pick<UpkeepNeeds, 'store' | 'clock'>): Promise<void> {
  const now = clock.now()
  const dayAgo = new Date(now.getTime() - DAY_MS)
  await store.sessions.forget(sessionBounds(now))
  // Kept a day longer, so that latecomers are told that the code has expired.
  await store.loginLinks.forget(dayAgo)
  await store.loginFailures.forget(dayAgo)
}

/** A period bills each request once, which no longer matters when it ended long ago. */
async function dropCharges({ store }: Pick<UpkeepNeeds, 'store'>, before: Date): Promise<void> {
  while ((await store.retention.dropCharges(before, CHARGES_SLICE)) === CHARGES_SLICE) continue
}

/** Judges slice after slice until none is left. */
async function judgedAgain(
  context: UpkeepNeeds,
  next: () => Promise<{ domain: string; value: string }[]>,
): Promise<number> {
  let total = 0
  for (;;) {
    const keys = await next()
    if (keys.length === 0) return total
    await context.store.ingest.judgeAgain(keys, judge(context))
    total += keys.length
  }
}
