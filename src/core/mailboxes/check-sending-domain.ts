import { z } from 'zod'
import type { Part } from '../../context.ts'
import { MINUTE_MS } from '../../lib/process/clock.ts'
import { idField } from '../../lib/input/field-kinds.ts'
import { capability } from '../capability/capability.ts'
import { findMailbox } from './mailboxes.ts'
import { lookAtDomain } from './sending-domain-looks.ts'
import { DomainInput, noSuchDomain, SendingDomain, sendingDomainOf } from './sending-domains.ts'

/** Asking about a domain again within a minute gets the same answer: DNS does not change faster. */
const LOOK_AGAIN_MS = MINUTE_MS

/**
 * Looks up in DNS what receivers check: MX (RFC 5321), SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 9989), with what
 * proves that mail is the domain's, reverse names and MTA-STS.
 */
export const CheckSendingDomain = capability({
  group: 'others',
  scope: 'read',
  name: 'check_sending_domain',
  input: DomainInput.extend({ id: idField('A mailbox, instead of its domain.') }),
  output: z.object({ data: SendingDomain, meta: z.object({}) }),
  waits: true,
  run: async (call, { id, domain }) => {
    const mailbox = await findMailbox(call, id ?? (await mailboxFor(call, domain ?? '')))
    const { accountId } = call.principal
    const name = mailbox.email.slice(mailbox.email.lastIndexOf('@') + 1)
    const [known] = await call.store.sendingDomains.list(accountId, name)
    const age = call.clock.now().getTime() - (known?.checkedAt?.getTime() ?? 0)
    // A mailbox may have got a key in the meantime.
    if (id !== undefined || known === undefined || age >= LOOK_AGAIN_MS) await lookAtDomain(call, accountId, mailbox)
    const [row] = await call.store.sendingDomains.list(accountId, name)
    if (row === undefined) throw noSuchDomain(name)
    return { data: sendingDomainOf(row), meta: {} }
  },
})

async function mailboxFor(call: Part<'principal', 'sendingDomains'>, domain: string): Promise<number> {
  const id = await call.store.sendingDomains.mailboxOf(call.principal.accountId, domain)
  if (id === null) throw noSuchDomain(domain)
  return id
}
