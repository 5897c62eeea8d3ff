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
  run: (context: UpkeepNeeds) => runUpkeep(context),
})

/** Forgets what has to be forgotten, and learns from the rest; safe to run twice. */
export async function runUpkeep(context: UpkeepNeeds): Promise<void> {
  const { store, config, clock, log } = context
  const now = clock.now().getTime()
  await store.billing.refundAbandoned(new Date(now - ABANDONED_AFTER_MS))
  await dropCharges(context, new Date(now - config.chargesKeptDays * DAY_MS))
  await store.retention.dropIdempotentRequests(new Date(now - IDEMPOTENCY_KEPT_MS))
  await store.crawlPlaces.forget(new Date(now - DAY_MS))
  await store.robotsFiles.forget(new Date(now - ROBOTS_KEPT_MS))
  await store.searchWalks.forget(clock.now())
  await store.verifications.forget(new Date(now - config.retentionDays * DAY_MS))
  await store.bulk.forget(new Date(now - LISTS_KEPT_MS))
  await store.findJobs.forget(new Date(now - LISTS_KEPT_MS))
  await store.leadsChangeJobs.forget(new Date(now - LISTS_KEPT_MS))
  await store.leadsExports.forget(new Date(now - LISTS_KEPT_MS))
  await store.leadsImports.forget(new Date(now - LISTS_KEPT_MS))
  await store.leadsUploads.forget(new Date(now - FILES_KEPT_MS))
  await store.leadPages.mergeChanges()
  await store.doubtfulMails.forget(new Date(now - DOUBTFUL_KEPT_MS))
  await eraseAnswers(context, new Date(now - config.answersDays * DAY_MS))
  await store.dmarcReports.forget(new Date(now - DMARC_KEPT_MS))
  await store.testMails.forget(new Date(now - TESTS_KEPT_MS))
  await store.fileImports.forgetRejected(new Date(now - REJECTED_KEPT_MS))
  await store.webhookDeliveries.forget(new Date(now - DELIVERIES_KEPT_MS))
  while ((await store.oauthObjects.forget(clock.now(), OAUTH_SLICE)) === OAUTH_SLICE) continue
  await store.oauthSteps.keepNewest(STEPS_KEPT)
  await store.usageDays.forget(isoDate(new Date(now - AUDIT_KEPT_MS)))
  await store.audit.forget(new Date(now - AUDIT_KEPT_MS))
  await forgetLogins(context)
  const purged = await judgedAgain(context, () =>
    store.retention.purgeSources(new Date(now - config.retentionDays * DAY_MS), SLICE),
  )
  const hidden = await judgedAgain(context, () =>
    store.retention.staleAddresses(new Date(now - HIDDEN_AFTER_MS), SLICE),
  )
  await tidyChanges(context)
  await learnUsualPatterns(context)
  await learnCalibration(context)
  log.info({ purged, hidden }, 'upkeep')
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
