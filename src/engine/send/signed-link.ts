import { createHmac } from 'node:crypto'
import { isSameText } from '../../lib/text/same-text.ts'

/**
 * Links in an email that lead back to this server. Each contains its purpose and a signature (HMAC-SHA256, RFC 2104), so that
 * none can be forged; the target of a click is stored with the message, never in the link.
 */
export type SignedLink = OpeningLink | ClickLink | UnsubscribeLink

interface OfMessage {
  accountId: number
  messageId: number
}
export interface OpeningLink extends OfMessage {
  kind: 'open'
}
export interface ClickLink extends OfMessage {
  kind: 'click'
  /** The link's position in the email, from 0. */
  position: number
}
export interface UnsubscribeLink extends OfMessage {
  kind: 'unsubscribe'
}

/** Where each kind is answered: `{origin}{path}/{token}`. */
export const LINK_PATHS = { open: '/t/o', click: '/t/c', unsubscribe: '/t/u' } as const

/** Of an email that somebody sends to themselves as a test: no message is stored for it. */
export const TEST_MESSAGE_ID = 0

/** Half of the digest: guessing one takes longer than mail is kept (RFC 2104 5 allows it). */
const SIGNATURE_BYTES = 16
/** Three numbers in base 36, and the signature. */
const MAX_TOKEN_LENGTH = 80
const TOKEN = /^([0-9a-z]{1,11})-([0-9a-z]{1,11})(?:-([0-9a-z]{1,3}))?\.([A-Za-z0-9_-]{22})$/

/** @param origin of this installation or of the mailbox's tracking domain, without a trailing slash. */
export const signedUrl = (origin: string, key: string, link: SignedLink): string =>
  `${origin}${LINK_PATHS[link.kind]}/${signToken(key, link)}`

/** The last part of a link's URL. */
export function signToken(key: string, link: SignedLink): string {
  const numbers = [link.accountId, link.messageId, ...(link.kind === 'click' ? [link.position] : [])]
  const body = numbers.map((number) => number.toString(36)).join('-')
  return `${body}.${signature(key, link.kind, body)}`
}

/** What a token refers to; null for any other text. `kind` follows from the requested path. */
export function readToken(key: string, kind: SignedLink['kind'], token: string): SignedLink | null {
  const [, account = '', message = '', place, signed = ''] =
    token.length > MAX_TOKEN_LENGTH ? [] : (TOKEN.exec(token) ?? [])
  if (signed === '' || (kind === 'click') !== (place !== undefined)) return null
  const expected = signature(key, kind, token.slice(0, -signed.length - 1))
  if (!isSameText(expected, signed)) return null
  const of = { accountId: parseInt(account, 36), messageId: parseInt(message, 36) }
  return place === undefined ? ({ kind, ...of } as OpeningLink | UnsubscribeLink) : clickLink(of, place)
}

const clickLink = (of: OfMessage, place: string): ClickLink => ({ kind: 'click', ...of, position: parseInt(place, 36) })

/** In the only spelling that base64url has for its bytes without stray bits (RFC 4648 3.5). */
const signature = (key: string, kind: string, body: string): string =>
  createHmac('sha256', key).update(`${kind}:${body}`).digest().subarray(0, SIGNATURE_BYTES).toString('base64url')
