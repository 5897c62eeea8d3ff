import { z } from 'zod'
import type { Documented } from '../capability/documented-form.ts'
import type { Grant } from '../../db/grants/mailbox-grants-store.ts'
import type { Mailbox } from '../../db/mailboxes/mailboxes-store.ts'
import { sendingStatusShown } from '../../engine/guard/day-cap.ts'
import { BANDS } from '../../engine/guard/mailbox-band.ts'
import { daysToGrow, isGrown } from '../../engine/guard/ramp-plan.ts'
import { DAY_MS, isoDate } from '../../lib/process/clock.ts'

const text = z.string().nullable()
const moment = z.iso.datetime().nullable()
const Security = z.enum(['tls', 'starttls', 'none'])
const Server = z.object({
  host: z.string(),
  port: z.int(),
  security: Security,
  username: text,
  has_password: z.boolean(),
})

export const MailboxRow = z.object({
  id: z.int(),
  email: z.string(),
  first_name: text,
  last_name: text,
  sending_status: z.enum(['active', 'paused', 'warming']),
  daily_limit: z.int(),
  provider: z.string(),
})

const DocumentedMailbox = MailboxRow.extend({
  sender_name: text,
  default_account: z.boolean(),
  signature: text,
  profile_picture_url: text,
  custom_tracking_domain: text,
  /** Always an object, as programs written for the documented API expect; if it has no hours, all null except UTC. */
  sending_schedule: z.object({
    days: z.array(z.int()).nullable(),
    start_time: text,
    end_time: text,
    time_zone: z.string(),
  }),
  warmup: z.object({ enabled: z.boolean(), status: text, end_date: text }),
})

/** Quarry's own part. Secrets can be written but are never shown. */
const Connection = z.object({
  gap_seconds: z.int(),
  /** Null if nothing is sent. */
  smtp: Server.nullable(),
  imap: Server.nullable(),
  dkim: z.object({ domain: z.string(), selector: z.string() }).nullable(),
  problem: text,
  imap_problem: text,
  /** `auto`: it grows up to its daily limit. `ramp_cap` is what it may send in 24 hours until then. */
  ramp: z.enum(['off', 'auto']),
  ramp_cap: z.int().nullable(),
  weekly_limit: z.int().nullable(),
  auth: z.enum(['password', 'oauth2']),
  /** `reports`: nothing is sent from it. */
  purpose: z.enum(['campaigns', 'reports']),
  save_sent: z.boolean(),
  /** What its provider allows Quarry; null for a password. */
  oauth: z
    .object({
      provider: z.string(),
      state: z.enum(['active', 'failing', 'needs_consent', 'client_broken']),
      scopes: z.array(z.string()),
      since: z.iso.datetime(),
      problem: text,
    })
    .nullable(),
  /** Judged by what came back from its emails; the numbers are under `/health`. It sends nothing until `rest_until`. */
  health: z.object({ band: z.enum(BANDS), rest_until: moment, rest_reason: text }),
  /** How reading replies went; null if they are not read. */
  reading: z.object({ last_at: moment, problem: text, since: moment }).nullable(),
})

export const MailboxRecord = DocumentedMailbox.extend(Connection.shape)
export const OneMailbox = z.object({ data: MailboxRecord, meta: z.object({}) })
export type MailboxRecord = z.output<typeof MailboxRecord>

export const mailboxRow = (account: Mailbox): z.output<typeof MailboxRow> => ({
  id: account.id,
  email: account.email,
  first_name: account.first_name,
  last_name: account.last_name,
  sending_status: sendingStatusShown(account),
  daily_limit: account.daily_limit,
  provider: account.provider,
})

const NO_HOURS_OF_ITS_OWN = { days: null, start_time: null, end_time: null, time_zone: 'UTC' }

/** Whether it is still growing up to its daily limit. */
export const isGrowing = ({ ramp, ramp_place, daily_limit }: Mailbox): boolean =>
  ramp === 'auto' && !isGrown(ramp_place, daily_limit)

function warmupOf(account: Mailbox, now: Date): MailboxRecord['warmup'] {
  if (!isGrowing(account)) return { enabled: false, status: null, end_date: null }
  const days = daysToGrow(account.ramp_place, account.daily_limit)
  return { enabled: true, status: 'ramping', end_date: isoDate(new Date(now.getTime() + days * DAY_MS)) }
}

export const mailboxRecord = (account: Mailbox, grant: Grant | null, now: Date): MailboxRecord => ({
  ...mailboxRow(account),
  sender_name: account.sender_name,
  default_account: account.default_account,
  signature: account.signature,
  profile_picture_url: account.profile_picture_url,
  custom_tracking_domain: account.custom_tracking_domain,
  sending_schedule: account.sending_schedule ?? NO_HOURS_OF_ITS_OWN,
  warmup: warmupOf(account, now),
  gap_seconds: account.gap_seconds,
  smtp: smtpOf(account),
  imap: imapOf(account),
  dkim:
    account.dkim_domain === null || account.dkim_selector === null
      ? null
      : { domain: account.dkim_domain, selector: account.dkim_selector },
  problem: account.problem,
  imap_problem: account.imap_problem,
  ramp: account.ramp,
  ramp_cap: isGrowing(account) ? account.ramp_cap : null,
  weekly_limit: account.weekly_limit,
  auth: account.auth,
  purpose: account.purpose,
  save_sent: account.save_sent,
  oauth: grant === null ? null : oauthOf(grant),
  health: healthOf(account, now),
  reading:
    account.imap_host === null
      ? null
      : {
          last_at: account.read_at?.toISOString() ?? null,
          problem: account.imap_problem,
          since: account.imap_problem_since?.toISOString() ?? null,
        },
})

function healthOf({ band, rest_until: until, rest_reason: reason }: Mailbox, now: Date): MailboxRecord['health'] {
  const rests = until !== null && until > now
  return {
    band,
    rest_until: rests ? until.toISOString() : null,
    rest_reason: rests || reason === 'health' ? reason : null,
  }
}

const oauthOf = ({ provider, state, scopes, since, problem }: Grant): MailboxRecord['oauth'] => ({
  provider,
  state,
  scopes,
  since: since.toISOString(),
  problem,
})

function smtpOf(account: Mailbox): MailboxRecord['smtp'] {
  const { smtp_host: host, smtp_port: port, smtp_security: security } = account
  if (host === null || port === null || security === null) return null
  return { host, port, security, username: account.smtp_username, has_password: account.smtp_password_sealed !== null }
}

function imapOf(account: Mailbox): MailboxRecord['imap'] {
  const { imap_host: host, imap_port: port, imap_security: security } = account
  if (host === null || port === null || security === null) return null
  return { host, port, security, username: account.imap_username, has_password: account.imap_password_sealed !== null }
}

/** What `/v2` shows: the documented record may have no more keys, so Quarry's own part is in `meta.connection`. */
export const documentedMailbox: Documented<z.output<typeof OneMailbox>> = {
  output: z.object({ data: DocumentedMailbox, meta: z.object({ connection: Connection }) }),
  of: (answer) => {
    const documented = DocumentedMailbox.strip().parse(answer.data)
    const connection = Connection.strip().parse(answer.data)
    return { ...answer, data: documented, meta: { connection } }
  },
}
