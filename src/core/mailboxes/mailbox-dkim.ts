import { z } from 'zod'
import type { Call } from '../../context.ts'
import type { Mailbox } from '../../db/mailboxes/mailboxes-store.ts'
import { dkimRecord, newDkimKey, readDkimKey } from '../../engine/send/dkim-key.ts'
import { AppError } from '../../errors.ts'
import { capability } from '../capability/capability.ts'
import { DkimInput, MailboxIdInput } from './mailbox-input.ts'
import { dkimKeyContext } from './mailbox-secrets.ts'
import { findMailbox } from './mailboxes.ts'

const reading = { group: 'others', scope: 'read' } as const
const writing = { group: 'others', scope: 'write' } as const
const NoMeta = z.object({})

const Dkim = z.object({
  data: z.object({
    domain: z.string(),
    selector: z.string(),
    record: z.object({ name: z.string(), type: z.literal('TXT'), value: z.string() }),
    /** Whether DNS has the record; null if DNS did not answer. */
    published: z.boolean().nullable(),
  }),
  meta: NoMeta,
})

/** The record to publish, and whether it is published. */
export const GetDkim = capability({
  ...reading,
  name: 'get_mailbox_dkim',
  input: MailboxIdInput,
  output: Dkim,
  run: async (call, { id = 0 }) => describeDkim(call, await findMailbox(call, id)),
})

/** Gives a mailbox a key, or a new one, with which everything it sends is signed from now on. */
export const SetDkim = capability({
  ...writing,
  name: 'set_mailbox_dkim',
  input: DkimInput,
  output: Dkim,
  run: async (call, { id = 0, domain: asked, selector: named, private_key }) => {
    const { store, principal, secrets, clock } = call
    const { email } = await findMailbox(call, id)
    const own = email.slice(email.lastIndexOf('@') + 1)
    const domain = asked ?? own
    // Otherwise the signature does not count for the address in From (RFC 7489 3.1.1).
    if (own !== domain && !own.endsWith(`.${domain}`))
      throw new AppError('validation_failed', `domain must be ${own} or a parent of it.`)
    const selector = (named ?? `quarry${id}`).toLowerCase()
    if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(selector))
      throw new AppError('validation_failed', 'selector must be a label of letters, digits and hyphens.')
    const key = private_key === undefined ? await newDkimKey() : readDkimKey(private_key)
    if (key === null)
      throw new AppError('validation_failed', 'private_key must be an RSA key of 1024 bits or more in PEM.')
    const dkim_key_sealed = secrets.seal(key, dkimKeyContext(principal.accountId, id))
    const change = { dkim_domain: domain, dkim_selector: selector, dkim_key_sealed }
    const changed = await store.mailboxes.change(principal.accountId, id, change, clock.now())
    if (changed === null) throw new AppError('not_found', `There is no mailbox with id ${id}.`)
    return describeDkim(call, changed)
  },
})

/** From now on, Quarry signs nothing sent from this mailbox. */
export const RemoveDkim = capability({
  ...writing,
  name: 'remove_mailbox_dkim',
  input: MailboxIdInput,
  output: Dkim,
  run: async (call, { id = 0 }) => {
    const before = await describeDkim(call, await findMailbox(call, id))
    const change = { dkim_domain: null, dkim_selector: null, dkim_key_sealed: null }
    await call.store.mailboxes.change(call.principal.accountId, id, change, call.clock.now())
    return { ...before, status: 204 as const }
  },
})

async function describeDkim(
  call: Pick<Call, 'dns' | 'principal' | 'secrets'>,
  mailbox: Mailbox,
): Promise<z.output<typeof Dkim>> {
  const data = await dkimStanding(call, mailbox)
  if (data === null) throw new AppError('not_found', 'This mailbox has no DKIM key.')
  return { data, meta: {} }
}

/** The record to publish, and whether it is published; null for a mailbox without a key. */
export async function dkimStanding(
  { secrets, principal, dns }: Pick<Call, 'dns' | 'principal' | 'secrets'>,
  { id, dkim_domain: domain, dkim_selector: selector, dkim_key_sealed: stored }: Mailbox,
): Promise<z.output<typeof Dkim>['data'] | null> {
  if (domain === null || selector === null || stored === null) return null
  const value = dkimRecord(secrets.open(stored, dkimKeyContext(principal.accountId, id)))
  const name = `${selector}._domainkey.${domain}`
  const answer = await dns.resolveTxt(name)
  const key = /p=[^;]+/.exec(value)?.[0] ?? value
  const shown = answer.outcome === 'found' && answer.texts.some((text) => text.replace(/\s/g, '').includes(key))
  const published = answer.outcome === 'unknown' ? null : shown
  return { domain, selector, record: { name, type: 'TXT', value }, published }
}
