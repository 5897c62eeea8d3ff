import { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import type { SendingMailbox } from '../../db/campaigns/outbox-results-store.ts'
import type { Mailbox } from '../../db/mailboxes/mailboxes-store.ts'
import { buildMail } from '../../engine/send/mail-builder.ts'
import { dayStart } from '../../engine/send/send-decision.ts'
import { AppError } from '../../errors.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { domainOfAddress, parseTypedAddress } from '../../lib/addresses/email-address.ts'
import { asText } from '../../lib/input/field-kinds.ts'
import { field, missing, quoted, read, refuse } from '../../lib/input/input-fields.ts'
import { capability } from '../capability/capability.ts'
import { problemSentence } from './connection-problem.ts'
import { giveDayPlaceBack, takeDayPlace } from './mail-at-once.ts'
import { MailboxIdInput } from './mailbox-input.ts'
import { dkimKeyContext } from './mailbox-secrets.ts'
import { findMailbox } from './mailboxes.ts'
import { proofId } from './proof-mails.ts'
import { senderName } from './sender-name.ts'
import { dailyCeiling, demandSendingPolicy } from './sending-policy.ts'
import { isNoToken, submitFrom } from './submit-from.ts'

const to = field<string>(
  { type: 'string', description: "The address of another of the account's mailboxes." },
  (raw) => {
    const address = parseTypedAddress(asText(raw) ?? '')
    return address === null
      ? refuse('invalid_email', `to: ${quoted(raw)} is not a valid email address.`)
      : read(address.full)
  },
)

/**
 * Sends an email from one of the account's mailboxes to another, on another domain, where it is read: the headers that the
 * receiving server adds show where the domain's mail is sent from, and who signs it. It counts towards the daily limit.
 */
export const SendProofMail = capability({
  name: 'send_proof_mail',
  group: 'others',
  scope: 'send',
  input: MailboxIdInput.extend({ to }),
  output: z.object({ data: z.object({ from: z.string(), to: z.string(), sent_at: z.string() }), meta: z.object({}) }),
  check: (given) => missing('to', given.to),
  waits: true,
  run: async (call, { id = 0, to: address = '' }) => {
    const mailbox = await findMailbox(call, id)
    await demandReceiver(call, mailbox, address)
    demandSendingPolicy(call, { email: mailbox.email })
    if (mailbox.sending_status === 'paused') throw refusal(`${mailbox.email} is paused: resume it first.`)
    const sentAt = call.clock.now()
    await deliver(call, { mailbox, sender: senderOf(mailbox), to: address, sentAt })
    return { data: { from: mailbox.email, to: address, sent_at: sentAt.toISOString() }, meta: {} }
  },
})

const refusal = (details: string, name?: string): AppError =>
  new AppError('validation_failed', details, name === undefined ? {} : { field: name })

/** @throws AppError validation_failed for an address that Quarry does not read, or that mail reaches within the same domain. */
async function demandReceiver(
  { store, principal }: Part<'principal', 'mailboxes'>,
  mailbox: Mailbox,
  address: string,
): Promise<void> {
  const { accounts } = await store.mailboxes.list(principal.accountId, { limit: MAX_MAILBOXES, offset: 0 })
  const receiver = accounts.find(({ email }) => email === address)
  if (receiver === undefined) throw refusal('A proof email can only be sent to another mailbox of your account.', 'to')
  if (receiver.imap_host === null) throw refusal(`${address} is not read: choose a mailbox with an IMAP server.`, 'to')
  const [from, towards] = [mailbox.email, address].map(
    (email) => registrableDomain(domainOfAddress(email)) ?? domainOfAddress(email),
  )
  if (from === towards)
    throw refusal('Choose a mailbox on another domain: mail within a domain does not show how it reaches others.', 'to')
}

const MAX_MAILBOXES = 1_000

/** @throws AppError validation_failed for a mailbox that is only read. */
function senderOf({ smtp_host, smtp_port, smtp_security, email, ...mailbox }: Mailbox): SendingMailbox {
  if (smtp_host === null || smtp_port === null || smtp_security === null) throw refusal(`${email} does not send mail.`)
  return { ...mailbox, email, smtp_host, smtp_port, smtp_security }
}

interface ProofMail {
  mailbox: Mailbox
  sender: SendingMailbox
  to: string
  sentAt: Date
}

/** @throws AppError validation_failed with the reason why it was not sent. */
async function deliver(call: Call, { mailbox, sender, to: address, sentAt }: ProofMail): Promise<void> {
  const { store, principal, secrets, clock } = call
  const { accountId, userId } = principal
  const { id, email, dkim_domain: domain, dkim_selector: selector, dkim_key_sealed: sealed } = mailbox
  const headerId = proofId(domainOfAddress(email))
  const key = sealed === null ? null : secrets.open(sealed, dkimKeyContext(accountId, id))
  const { raw } = await buildMail({
    from: { name: senderName(mailbox), address: email },
    to: { name: null, address },
    subject: 'How mail from this mailbox arrives',
    format: 'text',
    body: `Quarry sent this from ${email} to ${address}, to see which server delivers it and who signs it. You can delete it.\n`,
    signature: null,
    messageId: headerId,
    references: [],
    date: sentAt,
    unsubscribeUrl: null,
    showUnsubscribe: null,
    pixelUrl: null,
    linkUrl: null,
    dkim: key === null || domain === null || selector === null ? null : { domain, selector, privateKey: key },
  })
  const place = { accountId, mailboxId: id }
  const proof = {
    header_id: headerId,
    mailbox_id: id,
    smtp_host: sender.smtp_host,
    to: address,
    sent_at: sentAt.toISOString(),
  }
  const nothingYet = { arrived_at: null, addresses: [], signers: [] }
  const day = {
    since: dayStart(await store.mailboxes.zone(accountId, id), sentAt),
    ceiling: dailyCeiling(call, mailbox.daily_limit),
    now: clock.now(),
    // The mail may arrive before its server has answered.
    written: () =>
      store.sendingDomains.proofSent(
        { accountId, domain: domainOfAddress(email) },
        { ...proof, ...nothingYet },
        sentAt,
      ),
  }
  const isFull = () => refusal(`${email} has reached its sending limit for today.`)
  const taken = await takeDayPlace(call, { ...place, userId }, day, isFull)
  const sending = { mailbox: sender, smtpPasswordSealed: mailbox.smtp_password_sealed }
  const result = await submitFrom(call, { ...place, ...sending }, { envelope: { from: email, to: address }, raw })
  if (isNoToken(result) || result.outcome === 'no_session') {
    await giveDayPlaceBack(call, taken)
    throw refusal(isNoToken(result) ? result.problem : problemSentence('smtp', result.problem))
  }
  if (result.outcome === 'uncertain') throw refusal('The server did not confirm the message: check whether it arrived.')
  if (result.outcome !== 'accepted') throw refusal(`The server of ${email} refused the message: ${result.replyCode}.`)
  await call.database.pool.together()
}
