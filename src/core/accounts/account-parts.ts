import { z } from 'zod'
import type { Call } from '../../context.ts'
import { DAY_MS, isoDate } from '../../lib/process/clock.ts'
import { dayCap, sendingStatusShown, standingOf } from '../../engine/guard/day-cap.ts'
import { BANDS } from '../../engine/guard/mailbox-band.ts'
import { choicesField } from '../../lib/input/field-kinds.ts'
import { isUnfinished } from '../../lib/process/job-kind.ts'

/** What an account shows on request, besides plan and usage. */

const ACCOUNT_PARTS = ['usage', 'mailboxes', 'webhooks', 'watches', 'custom_attributes', 'jobs'] as const
export type AccountPart = (typeof ACCOUNT_PARTS)[number]

export const includeField = choicesField(
  'include',
  ACCOUNT_PARTS,
  'wrong_params',
  'More to show: usage (credits by kind over 30 days), mailboxes, webhooks, watches, custom_attributes, jobs (open ones and those of the last day).',
)

const text = z.string().nullable()

export const AccountParts = z.object({
  usage: z.object({ days: z.int(), searches: z.number(), verifications: z.number() }).optional(),
  mailboxes: z
    .array(
      z.object({
        id: z.int(),
        email: z.string(),
        sending_status: z.string(),
        daily_limit: z.int(),
        problem: text,
        state: z.enum(['sends', 'paused', 'problem', 'rests']),
        /** Judged by what came back from its emails; null for one excluded from warm-up, which is not judged. */
        health: z.enum(BANDS).nullable(),
        sent_today: z.int(),
        /** What it may send in 24 hours. */
        cap: z.int(),
      }),
    )
    .optional(),
  /** Only the host of a target: its path may contain a secret. */
  webhooks: z
    .array(
      z.object({
        id: z.int(),
        event: z.string(),
        host: z.string(),
        /** The only campaign, list or watch it reports on. */
        only: text,
      }),
    )
    .optional(),
  watches: z.array(z.object({ id: z.int(), domain: z.string() })).optional(),
  custom_attributes: z.array(z.object({ slug: z.string(), label: z.string() })).optional(),
  jobs: z
    .array(
      z.object({
        tool: z.string(),
        job_id: z.int(),
        status: z.string(),
        total: z.int(),
        done: z.int(),
        /** Helps callers who lost the id recognise the job. */
        created_at: text,
      }),
    )
    .optional(),
})
export type AccountParts = z.output<typeof AccountParts>

const USAGE_DAYS = 30
const MOST = 100
const CREDIT_CENTS = 100

const LOADERS: { [Part in AccountPart]: (call: Call) => Promise<AccountParts[Part]> } = {
  async usage({ store, principal, clock }) {
    const since = isoDate(new Date(clock.now().getTime() - (USAGE_DAYS - 1) * DAY_MS))
    const days = await store.usageDays.since(principal.accountId, since)
    const sum = (of: 'searches' | 'verifications') =>
      Math.round(days.reduce((total, day) => total + day[of], 0) * CREDIT_CENTS) / CREDIT_CENTS
    return { days: USAGE_DAYS, searches: sum('searches'), verifications: sum('verifications') }
  },
  async mailboxes({ store, principal, clock, config }) {
    const now = clock.now()
    const rows = await store.mailboxStates.list(principal.accountId, null, now)
    return rows.slice(0, MOST).map(({ id, email, problem, band, rest_until, ...row }) => {
      const { sending_status, sent_today, ramp, ramp_cap: rampCap, smtp_host: smtpHost } = row
      const dailyLimit = Math.min(row.daily_limit, config.sendingMaxDaily)
      return {
        id,
        email,
        sending_status: sendingStatusShown(row),
        daily_limit: row.daily_limit,
        problem,
        state: standingOf({ sendingStatus: sending_status, problem }, rest_until !== null && rest_until > now),
        health: ramp === 'off' ? null : band,
        sent_today,
        cap: dayCap({ ramp, rampCap, dailyLimit, smtpHost, mailboxEmail: email }),
      }
    })
  },
  async webhooks({ store, principal }) {
    const { webhooks } = await store.webhooks.list(principal.accountId, { limit: MOST, offset: 0 })
    return webhooks.map(({ id, event, targetUrl, filterKind, filterId }) => {
      const host = URL.parse(targetUrl)?.host ?? ''
      return { id, event, host, only: filterKind === null ? null : `${filterKind}/${filterId}` }
    })
  },
  async watches({ store, principal }) {
    const watches = await store.watches.list(principal.accountId, { limit: MOST, offset: 0 })
    return watches.map(({ id, domain }) => ({ id, domain }))
  },
  async custom_attributes({ store, principal }) {
    return (await store.customAttributes.list(principal.accountId)).map(({ slug, label }) => ({ slug, label }))
  },
  async jobs({ store, principal, clock }) {
    const since = clock.now().getTime() - DAY_MS
    const page = { limit: MOST, offset: 0 }
    const lists = await store.bulk.list(principal.accountId, page)
    const finds = await store.findJobs.list(principal.accountId, page)
    const openOf = (tool: string, jobs: readonly ListedJob[]) =>
      jobs
        .filter((job) => isUnfinished(job) || (job.createdAt?.getTime() ?? 0) >= since)
        .toSorted(openFirst)
        .slice(0, MOST_JOBS)
        .map(({ id, status, total, done, createdAt }) => ({
          tool,
          job_id: id,
          status,
          total,
          done,
          created_at: createdAt?.toISOString() ?? null,
        }))
    const changes = await store.leadsChangeJobs.open(principal.accountId, MOST)
    return [
      ...openOf('verify_emails', lists.jobs),
      ...openOf('find_emails', finds.jobs),
      ...openOf('change_leads', changes),
    ].toSorted(openFirst)
  },
}

/** Otherwise they stay as they are: the newest of a kind first. */
const openFirst = (one: ListedState, other: ListedState): number =>
  Number(isUnfinished(other)) - Number(isUnfinished(one))

/** Of each kind; a caller who lost an id started the job recently. */
const MOST_JOBS = 20

interface ListedState {
  status: string
}

interface ListedJob extends ListedState {
  createdAt?: Date
  id: number
  total: number
  done: number
}

/** Loads parts one after another: each is a database query. */
export async function accountParts(call: Call, wanted: readonly AccountPart[]): Promise<AccountParts> {
  const parts: AccountParts = {}
  for (const part of wanted) Object.assign(parts, { [part]: await LOADERS[part](call) })
  return parts
}
