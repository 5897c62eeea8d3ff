/** The mailboxes that campaigns send from and answers arrive in. */

import { z } from 'zod'
import type { Call } from '../../context.ts'
import type { Mailbox, MailboxChange } from '../../db/mailboxes/mailboxes-store.ts'
import { AppError } from '../../errors.ts'
import { DEFAULT_ROWS } from '../../lib/input/page-fields.ts'
import { audit } from '../accounts/audit.ts'
import { capability } from '../capability/capability.ts'
import { demandSendingPolicy } from './sending-policy.ts'
import { checkConnection, connectionOf, demandConnection, touchesConnection } from './mailbox-connection.ts'
import { CreateMailboxInput, MailboxIdInput, ListMailboxesInput, UpdateMailboxInput } from './mailbox-input.ts'
import type { MailboxWriting } from './mailbox-input.ts'
import { documentedMailbox, mailboxRecord, mailboxRow, MailboxRow, OneMailbox } from './mailbox-output.ts'
import { planOf } from '../billing/plans.ts'

const reading = { group: 'others', scope: 'read' } as const
const writing = { group: 'others', scope: 'write' } as const
const NoMeta = z.object({})

export const ListMailboxes = capability({
  ...reading,
  name: 'list_mailboxes',
  input: ListMailboxesInput,
  output: z.object({
    data: z.array(MailboxRow),
    meta: z.object({ total: z.int(), limit: z.int(), offset: z.int() }),
  }),
  run: async ({ store, principal }, { limit = DEFAULT_ROWS, offset = 0 }) => {
    const { accounts, total } = await store.mailboxes.list(principal.accountId, { limit, offset })
    return { data: accounts.map(mailboxRow), meta: { total, limit, offset } }
  },
})

export const GetMailbox = capability({
  ...reading,
  name: 'get_mailbox',
  input: MailboxIdInput,
  output: OneMailbox,
  documented: documentedMailbox,
  run: async (call, { id = 0 }) => ({ data: mailboxRecord(await findMailbox(call, id), call.clock.now()), meta: {} }),
})

/** Its servers are tried before anything is stored. */
export const CreateMailbox = capability({
  ...writing,
  name: 'create_mailbox',
  input: CreateMailboxInput,
  output: OneMailbox,
  check: ({ email, smtp_host }, broken) =>
    Object.entries({ email, smtp_host })
      .filter(([name, value]) => (value ?? null) === null && !broken.has(name))
      .map(([name]) => ({ id: 'wrong_params', details: `The ${name} parameter is missing.`, field: name }) as const),
  waits: true,
  run: async (call, { email = '', ...given }) => {
    const { store, principal, clock } = call
    const { accountId, userId } = principal
    const max = planOf(principal.plan).mailboxes
    await checkRoom(call, max)
    demandSendingPolicy(call, { email, daily_limit: given.daily_limit })
    const id = await store.mailboxes.nextId()
    const connection = connectionOf(call, { id, email }, given, null)
    await demandConnection(call, id, connection)
    const values = { email, ...newMailbox(call), ...settingsOf(given), ...connection }
    await call.database.pool.together()
    const added = await call.database.pool.inOne(async () => {
      const row = await store.mailboxes.add({ accountId, userId, id, max, now: clock.now() }, values)
      if (typeof row !== 'string') await audit(call, 'mailbox_connected', { subject: email })
      return row
    })
    if (added === 'full') throw noRoom(call, max)
    if (added === 'taken') throw new AppError('validation_failed', 'email is already taken by a mailbox.')
    return { data: mailboxRecord(added, clock.now()), meta: {}, status: 201 as const }
  },
})

async function checkRoom(call: Call, max: number | null): Promise<void> {
  const { total } = await call.store.mailboxes.list(call.principal.accountId, { limit: 1, offset: 0 })
  if (max !== null && total >= max) throw noRoom(call, max)
}

const noRoom = ({ principal }: Call, max: number | null) =>
  new AppError('validation_failed', `The ${planOf(principal.plan).name} plan allows at most ${max} mailboxes.`)

/** What is not sent stays; a changed connection is tried first. */
export const UpdateMailbox = capability({
  ...writing,
  name: 'update_mailbox',
  input: UpdateMailboxInput,
  output: OneMailbox,
  run: async (call, { id = 0, ...given }) => {
    const { store, principal, clock } = call
    const current = await findMailbox(call, id)
    demandSendingPolicy(call, { daily_limit: given.daily_limit })
    const connection = connectionOf(call, current, given, current)
    const change: MailboxChange = { ...settingsOf(given), ...connection }
    if (touchesConnection(change, current)) {
      await demandConnection(call, id, connection)
      change.problem = null
    }
    const changed = await call.database.pool.inOne(async () => {
      await audit(call, 'mailbox_changed', { subject: current.email, details: { fields: Object.keys(given) } })
      return store.mailboxes.change(principal.accountId, id, change, clock.now())
    })
    return { data: mailboxRecord(changed ?? noSuchAccount(id), clock.now()), meta: {} }
  },
})

export const DeleteMailbox = capability({
  ...writing,
  name: 'delete_mailbox',
  input: MailboxIdInput,
  output: OneMailbox,
  run: async (call, { id = 0 }) => {
    const removed = await call.database.pool.inOne(async () => {
      const row = await call.store.mailboxes.remove(call.principal.accountId, id)
      if (row !== null && row !== 'busy') await audit(call, 'mailbox_removed', { subject: row.email })
      return row
    })
    if (removed === 'busy')
      throw new AppError('validation_failed', 'Messages are scheduled from this mailbox: archive its campaigns first.')
    return { data: mailboxRecord(removed ?? noSuchAccount(id), call.clock.now()), meta: {}, status: 204 as const }
  },
})

const Check = z.object({ ok: z.boolean(), problem: z.string().nullable() })

/** Connects to both servers; no mail is sent. A mailbox that works again is used again. */
export const TestMailbox = capability({
  ...writing,
  name: 'test_mailbox',
  input: MailboxIdInput,
  output: z.object({ data: z.object({ ok: z.boolean(), smtp: Check, imap: Check.nullable() }), meta: NoMeta }),
  waits: true,
  run: async (call, { id = 0 }) => {
    const { store, principal, clock } = call
    const account = await findMailbox(call, id)
    const { smtp, imap, problem } = await checkConnection(call, id, account)
    await call.database.pool.together()
    if (problem !== account.problem) await store.mailboxes.change(principal.accountId, id, { problem }, clock.now())
    const data = {
      ok: problem === null,
      smtp: { ok: smtp === null, problem: smtp },
      imap: imap === null ? null : { ok: imap.problem === null, problem: imap.problem },
    }
    return { data, meta: {} }
  },
})

/** @throws AppError not_found, also for those of others. */
export async function findMailbox({ store, principal }: Call, id: number): Promise<Mailbox> {
  return (await store.mailboxes.find(principal.accountId, id)) ?? noSuchAccount(id)
}

function noSuchAccount(id: number): never {
  throw new AppError('not_found', `There is no mailbox with id ${id}.`)
}

/** How new ones begin. */
const newMailbox = ({ config }: Pick<Call, 'config'>): MailboxChange => ({ ramp: config.sendGuard ? 'auto' : 'off' })

/** All but the connection. */
function settingsOf(given: MailboxWriting): MailboxChange {
  const { first_name, last_name, sender_name, signature, profile_picture_url, custom_tracking_domain } = given
  const { default_account, sending_status, daily_limit, weekly_limit, gap_seconds, sending_schedule, ramp } = given
  const all = {
    first_name,
    last_name,
    sender_name,
    signature,
    profile_picture_url,
    custom_tracking_domain,
    default_account,
    sending_status,
    daily_limit,
    weekly_limit,
    gap_seconds,
    // A gap that somebody chose is kept as it is.
    gap_spread: gap_seconds === undefined ? undefined : 0,
    sending_schedule,
    ramp,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
