/** The mailboxes that campaigns send from and answers arrive in. */

import { z } from 'zod'
import type { Part } from '../../context.ts'
import type { Mailbox, MailboxChange } from '../../db/mailboxes/mailboxes-store.ts'
import { AppError } from '../../errors.ts'
import { DEFAULT_ROWS, ShownPage } from '../../lib/input/page-fields.ts'
import { audit } from '../accounts/audit.ts'
import { capability } from '../capability/capability.ts'
import { revokeGiven, givenToken } from '../grants/give-back.ts'
import { addAppOnlyMailbox } from './app-only-mailbox.ts'
import { addMailbox, demandRoom } from './add-mailbox.ts'
import { demandGranted } from './granted-mailbox.ts'
import { mailboxSettings } from './mailbox-settings.ts'
import { demandSendingPolicy } from './sending-policy.ts'
import { connectionOf, demandConnection, touchesConnection } from './mailbox-connection.ts'
import { tellMended } from './stop-mailbox.ts'
import { checkConnection } from './try-servers.ts'
import { CreateMailboxInput, MailboxIdInput, ListMailboxesInput, UpdateMailboxInput } from './mailbox-input.ts'
import { documentedMailbox, mailboxRecord, mailboxRow, MailboxRow, OneMailbox } from './mailbox-output.ts'
import { missing } from '../../lib/input/input-fields.ts'

const reading = { group: 'others', scope: 'read' } as const
const writing = { group: 'others', scope: 'write' } as const
const NoMeta = z.object({})

export const ListMailboxes = capability({
  ...reading,
  name: 'list_mailboxes',
  input: ListMailboxesInput,
  output: z.object({
    data: z.array(MailboxRow),
    meta: ShownPage,
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
  run: async (call, { id = 0 }) => ({ data: await shownMailbox(call, await findMailbox(call, id)), meta: {} }),
})

/** Tries its servers before anything is stored. */
export const CreateMailbox = capability({
  ...writing,
  name: 'create_mailbox',
  findMade: ({ store, principal }, id) => store.mailboxes.find(principal.accountId, id),
  input: CreateMailboxInput,
  output: OneMailbox,
  check: ({ email, smtp_host: smtp, imap_host: imap, provider, purpose }) => {
    const host = purpose === 'reports' ? missing('imap_host', imap) : missing('smtp_host', smtp)
    return [...missing('email', email), ...(provider === undefined ? host : [])]
  },
  waits: true,
  run: async (call, { email = '', provider, ...given }) => {
    const settings = mailboxSettings(given)
    await demandRoom(call, { email, daily_limit: given.daily_limit })
    if (provider !== undefined) {
      const added = await addAppOnlyMailbox(call, { provider, email, settings })
      return { data: await shownMailbox(call, added), meta: {}, status: 201 as const }
    }
    const id = await call.store.mailboxes.nextId()
    const connection = connectionOf(call, { id, email }, given, null)
    await demandConnection(call, id, connection)
    const added = await addMailbox(call, id, { ...settings, ...connection, email })
    return { data: await shownMailbox(call, added), meta: {}, status: 201 as const }
  },
})

/** Parameters not sent change nothing; a changed connection is tried first. */
export const UpdateMailbox = capability({
  ...writing,
  name: 'update_mailbox',
  input: UpdateMailboxInput,
  output: OneMailbox,
  run: async (call, { id = 0, ...given }) => {
    const { store, principal, clock } = call
    const current = await findMailbox(call, id)
    demandSendingPolicy(call, { daily_limit: given.daily_limit })
    if (given.purpose === 'reports' && current.purpose !== 'reports') await demandIdle(call, id)
    await demandGranted(call, current, given)
    const connection = connectionOf(call, current, given, current)
    const change: MailboxChange = { ...mailboxSettings(given), ...connection }
    if (given.gap_seconds === current.gap_seconds) delete change.gap_spread
    if (touchesConnection(change, current)) {
      await demandConnection(call, id, connection)
      change.problem = null
    }
    const changed = await call.database.pool.inOne(async () => {
      await audit(call, 'mailbox_changed', { subject: current.email, details: { fields: Object.keys(given) } })
      return store.mailboxes.change(principal.accountId, id, change, clock.now())
    })
    if (change.problem === null && current.problem !== null) await tellMended(call, principal.accountId, current)
    return { data: await shownMailbox(call, changed ?? noSuchAccount(id)), meta: {} }
  },
})

export const DeleteMailbox = capability({
  ...writing,
  name: 'delete_mailbox',
  input: MailboxIdInput,
  output: OneMailbox,
  run: async (call, { id = 0 }) => {
    const shown = await shownMailbox(call, await findMailbox(call, id))
    const lastToken = await givenToken(call, id)
    const removed = await call.database.pool.inOne(async () => {
      const row = await call.store.mailboxes.remove(call.principal.accountId, id)
      if (row !== null && row !== 'busy') await audit(call, 'mailbox_removed', { subject: row.email })
      return row
    })
    if (removed === 'busy') throw new AppError('validation_failed', MAIL_SCHEDULED)
    if (removed === null) throw noSuchAccount(id)
    if (lastToken !== null) await revokeGiven(call, lastToken)
    return { data: shown, meta: {}, status: 204 as const }
  },
})

const Check = z.object({ ok: z.boolean(), problem: z.string().nullable() })

/** Connects to both servers without sending mail. A mailbox that works again is used again. */
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
    if (problem === null && account.problem !== null) await tellMended(call, principal.accountId, account)
    const data = {
      ok: problem === null,
      smtp: { ok: smtp === null, problem: smtp },
      imap: imap === null ? null : { ok: imap.problem === null, problem: imap.problem },
    }
    return { data, meta: {} }
  },
})

/** @throws AppError validation_failed while messages are scheduled from it. */
async function demandIdle(
  { store, principal, clock }: Part<'clock' | 'principal', 'mailboxes'>,
  id: number,
): Promise<void> {
  const { scheduled } = await store.mailboxes.usage(principal.accountId, id, 'UTC', clock.now())
  if (scheduled > 0) throw new AppError('validation_failed', MAIL_SCHEDULED)
}

const MAIL_SCHEDULED = 'This mailbox has scheduled messages: archive its campaigns first.'

/** Includes what its provider allows Quarry. */
async function shownMailbox(
  { store, clock, principal }: Part<'clock' | 'principal', 'mailboxGrants'>,
  mailbox: Mailbox,
) {
  const place = { accountId: principal.accountId, mailboxId: mailbox.id }
  const grant = mailbox.auth === 'oauth2' ? await store.mailboxGrants.find(place) : null
  return mailboxRecord(mailbox, grant, clock.now())
}

/** @throws AppError not_found, also for mailboxes of other accounts. */
export async function findMailbox({ store, principal }: Part<'principal', 'mailboxes'>, id: number): Promise<Mailbox> {
  return (await store.mailboxes.find(principal.accountId, id)) ?? noSuchAccount(id)
}

function noSuchAccount(id: number): never {
  throw new AppError('not_found', `There is no mailbox with id ${id}.`)
}
