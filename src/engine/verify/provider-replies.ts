import type { ReplyClass } from './reply-class.ts'
import { ownValue } from '../../lib/text/own-value.ts'

/** Tokens by which certain providers state their meaning in any language; looked for before words (as of 2026-11). */

interface ProviderReply {
  class: ReplyClass
  rule: string
}

interface ProviderToken extends ProviderReply {
  token: RegExp
}

/** Google puts the reason into a link. */
const GOOGLE: Readonly<Record<string, ReplyClass>> = {
  nosuchuser: 'user_unknown',
  disableduser: 'disabled',
  overquotatemp: 'mailbox_full',
  overquotaperm: 'mailbox_full',
  receivingrate: 'exists_busy',
  receivingratepermanent: 'exists_busy',
  receivingratelimit: 'exists_busy',
  toomanyrecipientserror: 'rate_limited',
  helo: 'rdns_helo',
}
const GOOGLE_REASON = /\bgoogle\.com\?(?:[^\s]*&)?p=([a-z]+)/

/** Orange and La Poste use numbers: the last three digits of OFR_… and LPN…. */
const ORANGE_NUMBER = /\b(?:ofr|lpn)[a-z\d]{0,4}_?(\d{3})\b/
const ORANGE: Readonly<Record<string, ReplyClass>> = {
  '416': 'user_unknown',
  '417': 'mailbox_full',
  '418': 'user_unknown',
  '420': 'disabled',
  '426': 'disabled',
  '305': 'sender_refused',
  '401': 'sender_refused',
  '402': 'sender_refused',
  '405': 'sender_refused',
  '517': 'sender_refused',
}

const TOKENS: readonly ProviderToken[] = [
  { rule: 'exchange_not_found', class: 'user_unknown', token: /\bresolver\.adr\.(?:ex)?recip(?:ient)?notfound/ },
  {
    rule: 'exchange_restricted',
    class: 'blocked',
    token: /\bresolver\.rst\.(?:authrequired|notauthorized|restricted|senderid)/,
  },
  { rule: 'facebook_no_profile', class: 'user_unknown', token: /\brcp-p1\b/ },
  { rule: 'facebook_preference', class: 'blocked', token: /\brcp-p[2-9]\b/ },
  { rule: 'yahoo_no_account', class: 'user_unknown', token: /^delivery error: dd (?:this user|.{0,80}doesn't have)/ },
  {
    rule: 'yahoo_closed',
    class: 'disabled',
    token: /^(?:delivery error: dd|30 sorry,) .{0,400}(?:disabled|discontinued|no longer valid)/,
  },
]

/** Microsoft: its block list, and 5.7.6xx for sending addresses it has banned. */
const MICROSOFT_BLOCK = /\bs(?:3140|3150|775|844)\b/
const MICROSOFT_BANNED = /^5\.7\.(?:6\d\d|51[12]|750)$/
const YAHOO_DEFERRED = /\[?\btss?0\d\b/
/** NetEase: the part of its filter that refused us, and the reason. */
const NETEASE_REFUSAL = /(?:^|\s)(?:dt|hl|mi|rp):[a-z]{3}\b/

/** @param raw the reply in lower case, including links; @param links as `reply-text.ts` keeps them */
export function providerReply(code: number, enhanced: string | null, raw: string, links: string): ProviderReply | null {
  const reason = GOOGLE_REASON.exec(links)?.[1]
  const google = reason === undefined ? undefined : ownValue(GOOGLE, reason)
  if (google !== undefined) return { class: google, rule: `google_${reason}` }
  const number = ORANGE_NUMBER.exec(raw)?.[1]
  if (number !== undefined) return orangeReply(code, number)
  if (enhanced !== null && MICROSOFT_BANNED.test(enhanced)) return { class: 'blocked', rule: 'microsoft_banned' }
  if (MICROSOFT_BLOCK.test(raw)) return { class: 'blocked', rule: 'microsoft_block_list' }
  if (YAHOO_DEFERRED.test(raw)) return { class: code < 500 ? 'rate_limited' : 'blocked', rule: 'yahoo_deferred' }
  if (NETEASE_REFUSAL.test(raw)) return { class: code < 500 ? 'rate_limited' : 'blocked', rule: 'netease_refusal' }
  return TOKENS.find(({ token }) => token.test(raw)) ?? null
}

function orangeReply(code: number, number: string): ProviderReply {
  const known = ownValue(ORANGE, number)
  if (known !== undefined) return { class: known, rule: `orange_${number}` }
  return { class: code < 500 ? 'rate_limited' : 'blocked', rule: 'orange_refusal' }
}
