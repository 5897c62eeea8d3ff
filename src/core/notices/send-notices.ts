/** Emails to members: their mailboxes and campaigns that stopped automatically. */

import { randomUUID } from 'node:crypto'
import type { MailNotice } from '../../db/campaigns/notices-store.ts'
import { buildMail } from '../../engine/send/mail-builder.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/process/clock.ts'
import { EVERY_MINUTE, NO_PAYLOAD } from '../../lib/process/job-kind.ts'
import type { Part } from '../../context.ts'
import { job } from '../capability/job.ts'
import { dkimKeyContext } from '../mailboxes/mailbox-secrets.ts'
import { senderName } from '../mailboxes/sender-name.ts'
import { maySendFrom } from '../mailboxes/sending-policy.ts'
import { submitFrom } from '../mailboxes/submit-from.ts'
import type { SubmitNeeds } from '../mailboxes/submit-from.ts'

type Needs = SubmitNeeds & Part<'clock' | 'config' | 'log' | 'secrets', 'notices'>

const NOTICES_A_LOOK = 50
/** Older notices are of no interest. */
const KEPT_MS = 2 * DAY_MS
/** How long until a notice is tried again; one that a server may have accepted is not. */
const AGAIN_MS = 10 * MINUTE_MS

const CLOSING = {
  en: 'You are receiving this email because the mailbox or campaign is yours. To turn off such emails, open your profile:',
  de: 'Sie erhalten diese Mail, weil das Postfach oder die Kampagne Ihnen gehört. Solche Mails schalten Sie in Ihrem Profil ab:',
} as const

/** Tells members what happened, from a working mailbox of their account. */
export const SendNotices = job({
  name: 'send-notices',
  payload: NO_PAYLOAD,
  concurrency: 1,
  schedule: EVERY_MINUTE,
  run: (context: Needs, _, signal) => sendNotices(context, signal),
})

/** Any number of processes may run it at once. */
export async function sendNotices(context: Needs, signal?: AbortSignal): Promise<void> {
  const { store, clock, log } = context
  const now = clock.now()
  await store.notices.forget(new Date(now.getTime() - KEPT_MS))
  for (const notice of await store.notices.takeDue(now, new Date(now.getTime() + AGAIN_MS), NOTICES_A_LOOK)) {
    if (signal?.aborted === true) return
    try {
      await sendNotice(context, notice)
    } catch (error) {
      log.error({ err: error, accountId: notice.accountId }, 'A member could not be notified by mail.')
    }
  }
}

/** Without a working mailbox, the notice waits for one. */
async function sendNotice(context: Needs, notice: MailNotice): Promise<void> {
  const { store, clock, secrets } = context
  const { accountId, id, to, subject, body, language } = notice
  const found = await store.notices.mailboxFor(accountId, clock.now())
  if (found === null || !maySendFrom(context, found.mailbox.email)) return
  const { mailboxId, mailbox, dkimKeySealed } = found
  const { email, dkim_domain: domain, dkim_selector: selector } = mailbox
  const key = dkimKeySealed === null ? null : secrets.open(dkimKeySealed, dkimKeyContext(accountId, mailboxId))
  const { raw } = await buildMail({
    from: { name: senderName(mailbox), address: email },
    to: { name: null, address: to },
    subject,
    format: 'text',
    body: `${body}\n${CLOSING[language]} ${context.config.origin}/app/settings/profile\n`,
    signature: null,
    messageId: `<${randomUUID()}@${email.slice(email.lastIndexOf('@') + 1)}>`,
    references: [],
    date: clock.now(),
    unsubscribeUrl: null,
    showUnsubscribe: null,
    pixelUrl: null,
    linkUrl: null,
    dkim: key === null || domain === null || selector === null ? null : { domain, selector, privateKey: key },
  })
  const { outcome } = await submitFrom(context, { accountId, ...found }, { envelope: { from: email, to }, raw })
  if (outcome === 'accepted' || outcome === 'uncertain') await store.notices.remove(accountId, id)
}
