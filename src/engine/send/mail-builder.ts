import { buffer } from 'node:stream/consumers'
import { wholeCharacters } from '../../lib/text/storable-text.ts'
import { appendHtml, replaceLinks, textOfHtml } from './html-mail.ts'
import { optOutWords } from './opt-out-words.ts'
import type { OptOutLanguage } from './opt-out-words.ts'
import { escapeHtml, valueText } from './template.ts'
import type { TemplateFormat } from './template.ts'

/** An outgoing email: headers, parts and signature, ready for DATA. */

export interface MailContent {
  from: { name: string | null; address: string }
  to: { name: string | null; address: string }
  subject: string
  format: TemplateFormat
  /** Rendered. */
  body: string
  signature: string | null
  /** In angle brackets (RFC 5322 3.6.4). */
  messageId: string
  /** Message-IDs of the thread so far, oldest first; empty for the first email. */
  references: readonly string[]
  date: Date
  /** One-click address (RFC 8058); null if no opt-out is offered. */
  unsubscribeUrl: string | null
  /** The language in which the opt-out also appears in the text; null if it does not. */
  showUnsubscribe: OptOutLanguage | null
  /** Address of the picture that counts opens. */
  pixelUrl: string | null
  /** Address that counts clicks on a link; null leaves links unchanged. */
  linkUrl: ((position: number) => string) | null
  dkim: DkimKey | null
}

export interface DkimKey {
  domain: string
  selector: string
  /** PEM. */
  privateKey: string
}

export interface BuiltMail {
  raw: Buffer
  /** The targets of counted links by position. */
  linkTargets: string[]
}

/** RFC 2047 allows longer ones; mail programs display less. */
const MAX_SUBJECT_LENGTH = 250

/** The signed headers (RFC 6376 5.4), with those required by RFC 8058 3. */
const SIGNED_HEADERS = [
  'from',
  'to',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'list-unsubscribe',
  'list-unsubscribe-post',
].join(':')

/** Builds one email. No content can start another header: line breaks become blanks. */
export async function buildMail(content: MailContent): Promise<BuiltMail> {
  const { parts, linkTargets } = partsOf(content)
  // Loaded with the first email, not at every start.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composer = new MailComposer({
    from: { name: valueText(content.from.name), address: content.from.address },
    to: { name: valueText(content.to.name), address: content.to.address },
    subject: wholeCharacters(valueText(content.subject), MAX_SUBJECT_LENGTH),
    messageId: content.messageId,
    date: content.date,
    ...threadOf(content.references),
    headers: optOutHeaders(content.unsubscribeUrl),
    ...parts,
    // Nothing is read from disk or fetched, whatever a part says.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const built = await composer.compile().build()
  return { raw: content.dkim === null ? built : await sign(built, content.dkim), linkTargets }
}

/** Clients thread by References; some look only at In-Reply-To (RFC 5322 3.6.4). */
function threadOf(references: readonly string[]) {
  const last = references.at(-1)
  return last === undefined ? {} : { inReplyTo: last, references: [...references] }
}

/** RFC 2369 and RFC 8058 2. */
function optOutHeaders(url: string | null): Record<string, string> {
  if (url === null) return {}
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function partsOf(content: MailContent): { parts: { text: string; html?: string }; linkTargets: string[] } {
  const { body, format, signature, unsubscribeUrl, showUnsubscribe, pixelUrl, linkUrl } = content
  const optOut =
    unsubscribeUrl === null || showUnsubscribe === null
      ? null
      : { url: unsubscribeUrl, ...optOutWords(showUnsubscribe) }
  const plain = textParts(format === 'html' ? textOfHtml(body) : body, signature, optOut)
  // A picture and counted links require HTML.
  if (format === 'text' && pixelUrl === null && linkUrl === null) return { parts: { text: plain }, linkTargets: [] }
  const html = appendHtml(format === 'html' ? body : htmlOfText(body), htmlSignature(signature))
  const counted = linkUrl === null ? { html, urls: [] } : replaceLinks(html, linkUrl)
  const ending = htmlOptOut(optOut) + htmlPixel(pixelUrl)
  return { parts: { text: plain, html: appendHtml(counted.html, ending) }, linkTargets: counted.urls }
}

interface OptOut {
  url: string
  line: string
  link: string
}

function textParts(body: string, signature: string | null, optOut: OptOut | null): string {
  const parts = [body.trimEnd()]
  if (signature !== null) parts.push(`-- \n${signature.trim()}`) // RFC 3676 4.3
  if (optOut !== null) parts.push(`${optOut.line} ${optOut.url}`)
  return `${parts.join('\n\n')}\n`
}

const URL_IN_TEXT = /\bhttps?:\/\/[^\s<>"']{1,2000}/gi

function htmlOfText(text: string): string {
  const parts: string[] = []
  let copied = 0
  for (const match of text.matchAll(URL_IN_TEXT)) {
    const url = match[0].replace(/[.,;:!?)\]]+$/, '')
    parts.push(escapeHtml(text.slice(copied, match.index)), `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`)
    copied = match.index + url.length
  }
  parts.push(escapeHtml(text.slice(copied)))
  return `<div>${parts.join('').replace(/\r?\n/g, '<br>\n')}</div>`
}

const htmlSignature = (signature: string | null): string =>
  signature === null ? '' : `\n<div>-- <br>\n${escapeHtml(signature.trim()).replace(/\r?\n/g, '<br>\n')}</div>`

const htmlOptOut = (optOut: OptOut | null): string =>
  optOut === null ? '' : `\n<p><a href="${escapeHtml(optOut.url)}">${escapeHtml(optOut.link)}</a></p>`

const htmlPixel = (url: string | null): string =>
  url === null ? '' : `\n<img src="${escapeHtml(url)}" width="1" height="1" alt="">`

async function sign(raw: Buffer, { domain, selector, privateKey }: DkimKey): Promise<Buffer> {
  const { default: DKIM } = await import('nodemailer/lib/dkim')
  const dkim = new DKIM({ domainName: domain, keySelector: selector, privateKey, headerFieldNames: SIGNED_HEADERS })
  return buffer(dkim.sign(raw))
}
