import type { MessageContent } from '../../db/campaigns/outbox-results-store.ts'
import { folded } from '../../engine/answers/answer-sentences.ts'
import { writtenLanguage } from '../../engine/answers/language.ts'
import { textOfHtml } from '../../engine/send/html-mail.ts'
import { buildMail } from '../../engine/send/mail-builder.ts'
import type { BuiltMail, DkimKey } from '../../engine/send/mail-builder.ts'
import { signedUrl } from '../../engine/send/signed-link.ts'
import type { SignedLink } from '../../engine/send/signed-link.ts'
import { renderTemplate, valueText } from '../../engine/send/template.ts'
import type { MergeValues, TemplateFormat } from '../../engine/send/template.ts'
import { senderName } from '../mailboxes/sender-name.ts'
import { mergeValues } from './merge-values.ts'
import { dkimKeyContext } from '../mailboxes/mailbox-secrets.ts'
import type { SendingNeeds } from './sending-needs.ts'

export type Composed =
  | { outcome: 'composed'; subject: string; mail: BuiltMail }
  /** Why it cannot be written, as one sentence for the account. */
  | { outcome: 'refused'; problem: string }

export interface ComposeRequest {
  accountId: number
  mailboxId: number
  messageId: number
  /** Message-ID. */
  headerId: string
  date: Date
  /** Where to send it, if not to the recipient. */
  to?: string
}

/** Writes the mail of a leased message. */
export async function composeMessage(
  context: Pick<SendingNeeds, 'config' | 'linkKey' | 'secrets'>,
  request: ComposeRequest,
  content: MessageContent,
): Promise<Composed> {
  const { mailbox, earlier, threadStep } = content
  const values = mergeValues(content, mailbox)
  const opening = earlier.find(({ step }) => step === threadStep)
  const subject = threadSubject(content, opening?.subject ?? null)
  const rendered = renderParts({ subject: subject.template, body: content.body ?? '', format: content.format }, values)
  if (rendered.outcome === 'refused') return rendered
  const thread = subject.continues ? earlier.filter(({ step }) => step >= (threadStep ?? 0)) : []
  const mail = await buildMail({
    from: { name: senderName(mailbox), address: mailbox.email },
    to:
      request.to === undefined
        ? { name: fullName(values), address: content.recipientEmail }
        : { name: null, address: request.to },
    subject: rendered.subject,
    format: content.format,
    body: rendered.body,
    signature: mailbox.signature,
    messageId: request.headerId,
    references: thread.map(({ messageId }) => messageId),
    date: request.date,
    ...addressesBack(context, request, content),
    showUnsubscribe: content.addUnsubscribeLink ? languageOfMail(rendered, content.format) : null,
    dkim: dkimOf(context, request, content),
  })
  return { outcome: 'composed', subject: rendered.subject, mail }
}

/** A step without a subject continues the thread of the last step that has one. */
function threadSubject(
  { subject }: MessageContent,
  openingSubject: string | null,
): { template: string; continues: boolean } {
  if (subject !== null) return { template: subject, continues: false }
  const before = openingSubject ?? ''
  // As it was sent: anything in it that looks like a tag is text.
  const literal = before.replace(/\{(?=[{%])/g, '{{ "{" }}')
  return { template: /^re:/i.test(before) ? literal : `Re: ${literal}`, continues: true }
}

export interface WrittenParts {
  subject: string
  body: string
  format: TemplateFormat
}

/** Fills in subject and body, or says in one sentence what is missing. Previews use it too. */
export function renderParts(
  { subject, body, format }: WrittenParts,
  values: MergeValues,
): { outcome: 'rendered'; subject: string; body: string } | { outcome: 'refused'; problem: string } {
  const parts = [renderTemplate(subject, 'text', values), renderTemplate(body, format, values)]
  const broken = parts.find((part) => part.outcome === 'broken')
  if (broken !== undefined) return { outcome: 'refused', problem: broken.reason }
  const missing = new Set(parts.flatMap((part) => (part.outcome === 'unresolved' ? part.names : [])))
  if (missing.size > 0) {
    const tags = [...missing].join(', ')
    return { outcome: 'refused', problem: `There is no value for ${tags}: add a fallback or complete the lead.` }
  }
  const [renderedSubject, renderedBody] = parts.map((part) => (part.outcome === 'rendered' ? part.text : ''))
  return { outcome: 'rendered', subject: valueText(renderedSubject ?? ''), body: renderedBody ?? '' }
}

/** Longer texts are recognised by their beginning. */
const MAX_READ = 4_000

/** What Quarry adds is in the language of the email, so that its recipient understands it. */
function languageOfMail({ subject, body }: { subject: string; body: string }, format: TemplateFormat) {
  const text = format === 'html' ? textOfHtml(body) : body
  return writtenLanguage(folded(`${subject}\n${text}`.slice(0, MAX_READ))) ?? 'en'
}

function addressesBack(
  { config, linkKey }: Pick<SendingNeeds, 'config' | 'linkKey'>,
  { accountId, messageId }: ComposeRequest,
  { mailbox, tracked, trackedLinks }: MessageContent,
) {
  const tracking = mailbox.custom_tracking_domain
  const origin = tracking === null ? config.origin : `https://${tracking}`
  const url = (link: SignedLink) => signedUrl(origin, linkKey, link)
  const of = { accountId, messageId }
  return {
    unsubscribeUrl: signedUrl(config.origin, linkKey, { kind: 'unsubscribe', ...of }),
    pixelUrl: tracked ? url({ kind: 'open', ...of }) : null,
    linkUrl: trackedLinks ? (position: number) => url({ kind: 'click', ...of, position }) : null,
  }
}

function dkimOf(
  { secrets }: Pick<SendingNeeds, 'secrets'>,
  { accountId, mailboxId }: ComposeRequest,
  { mailbox, dkimKeySealed }: MessageContent,
): DkimKey | null {
  const { dkim_domain: domain, dkim_selector: selector } = mailbox
  if (dkimKeySealed === null || domain === null || selector === null) return null
  return { domain, selector, privateKey: secrets.open(dkimKeySealed, dkimKeyContext(accountId, mailboxId)) }
}

function fullName({ first_name, last_name }: MergeValues): string | null {
  const name = [first_name, last_name].filter((part) => typeof part === 'string' && part !== '').join(' ')
  return name === '' ? null : name
}
