import type { SmtpStage } from '../../net/smtp/smtp-exchange.ts'
import type { ReplyClass } from './reply-class.ts'
import { providerReply } from './provider-replies.ts'
import { PHRASES } from './reply-phrases.ts'
import { type ReplyParts, type ReplyWords, replyWords } from './reply-text.ts'

export interface ReplyVerdict {
  class: ReplyClass
  /** The rule that decided, for the transcript. */
  rule: string
  enhanced: string | null
}

export interface ReplyInput extends ReplyParts {
  /** `data` and null occur only in collections of replies; they are treated like answers to RCPT. */
  stage: SmtpStage | 'data' | null
}

/** A reply with precomputed answers to common questions about it. */
interface Reading extends ReplyWords {
  code: number
  stage: ReplyInput['stage']
  /** Lower case, otherwise as received. */
  raw: string
  isSoft: boolean
  says: (phrase: Phrase) => boolean
}

type Phrase = keyof typeof PHRASES

type Rule = (reading: Reading) => readonly [ReplyClass, string] | null

/** RFC 3463 3.2: the mailbox part of an address is wrong, gone or moved; 5.1.10 is defined by RFC 7505 and used by Exchange. */
const MISSING_CODE = /^[45]\.1\.(?:1|3|6|10|351)$/
const FULL_CODE = /^[45]\.2\.2$/
const SENDER_CODE = /^[45]\.(?:1\.[78]|7\.(?:2[0-4679]|30|32|509|515))$/
const HOST_CODE = /^[45]\.7\.(?:25|506)$/
const CLOSED_CODE = /^5\.(?:2\.1|7\.13)$/
const RATE_CODE = /^(?:[45]\.7\.(?:28|500|508|650|700)|4\.7\.0|[45]\.2\.12[12])$/
const TOO_MANY_CODE = /^[45]\.5\.3$/
const DOMAIN_CODE = /^[45]\.(?:1\.2|4\.4)$/
const POLICY_CODE = /^5\.7\.\d+$/
/** Microsoft's edge directory: 5.4.1 worded as denied access means that the name does not exist. */
const EDGE_CODE = '5.4.1'
const RECIPIENT_SAYS_NO = /recipient address(?:es)? rejected ?: ?access denied/

/** Also said with 521, which alone means that the host accepts no mail at all (RFC 7504 3). */
const refusesUs = ({ enhanced, says, links }: Reading): boolean =>
  POLICY_CODE.test(enhanced ?? '') || hasList(links) || ABOUT_US.some(says)

const ABOUT_US: readonly Phrase[] = ['list', 'suspected', 'refused', 'aboutUs', 'sender', 'host', 'passing']

/** Before RCPT, a reply is about us or about the server, never about the recipient. */
const beforeRecipients: Rule = (reading) => {
  const { stage, code, says } = reading
  if (stage === 'rcpt' || stage === 'data' || stage === null) return null
  if (code >= 500 && stage === 'connect' && says('domain')) return ['domain_refuses_mail', 'banner_refuses_mail']
  if ((code === 521 && !refusesUs(reading)) || code === 556) return ['domain_refuses_mail', `code_${code}`]
  if (code < 500) return says('host') ? ['rdns_helo', 'host_words'] : ['rate_limited', 'deferred_before_rcpt']
  if (says('host')) return ['rdns_helo', 'host_words']
  return saysSender(says) ? ['sender_refused', 'sender_words'] : ['blocked', 'refused_before_rcpt']
}

const provider: Rule = ({ code, isSoft, enhanced, raw, links }) => {
  const found = providerReply(code, enhanced, raw, links)
  return found === null ? null : [isSoft ? (SOFT[found.class] ?? found.class) : found.class, found.rule]
}

/** Classes that are final with a 5xx but not with a 4xx. */
const SOFT: Partial<Record<ReplyClass, ReplyClass>> = { user_unknown: 'user_unknown_soft', disabled: 'temporary' }

const edge: Rule = ({ isSoft, enhanced, raw }) =>
  !isSoft && enhanced === EDGE_CODE && RECIPIENT_SAYS_NO.test(raw) ? ['user_unknown', 'microsoft_edge'] : null

const full: Rule = ({ enhanced, says }) => {
  if (says('otherQuota')) return null
  if (says('full') || says('fullForeign')) return ['mailbox_full', 'full_words']
  return FULL_CODE.test(enhanced ?? '') && !says('missing') ? ['mailbox_full', 'full_code'] : null
}

const busy: Rule = ({ says }) => (says('busyRecipient') ? ['exists_busy', 'busy_words'] : null)

/** Strong evidence about the recipient overrides words that are usually about us. */
const missesForSure = ({ enhanced, says, links }: Reading): boolean =>
  MISSING_CODE.test(enhanced ?? '') &&
  saysMissing(says) &&
  !says('list') &&
  !says('aboutUs') &&
  !says('yours') &&
  !hasList(links)

const saysMissing = (says: Reading['says']): boolean => says('missing') || says('missingForeign')
const saysSender = (says: Reading['says']): boolean => says('sender') || says('senderForeign')
const saysClosed = (says: Reading['says']): boolean => says('closed') || says('closedForeign')
const hasList = (links: string): boolean => links !== '' && (PHRASES.list.test(links) || /[?&]ip=/.test(links))

const aboutUs: Rule = (reading) => {
  const { enhanced, says, links } = reading
  if (missesForSure(reading)) return null
  // "Relaying denied, authentication required": senders of other domains need not authenticate.
  if (SENDER_CODE.test(enhanced ?? '') || (saysSender(says) && !says('relay')))
    return ['sender_refused', 'sender_words']
  if (HOST_CODE.test(enhanced ?? '') || says('host')) return ['rdns_helo', 'host_words']
  if (says('list') || hasList(links)) return ['blocked', 'list_name']
  return null
}

/** A refusal of too many recipients is never about that recipient. */
const tooMany: Rule = ({ enhanced, says }) =>
  TOO_MANY_CODE.test(enhanced ?? '') && !says('relay') ? ['rate_limited', 'too_many_code'] : null

/** Words of refusal count unless they refer to the mailbox. */
const blocked: Rule = (reading) => {
  const { says, isSoft } = reading
  if (missesForSure(reading) || (isSoft && says('greylist'))) return null
  const isClosed = says('closedPlainly') && !says('yours')
  if ((says('suspected') && !isClosed) || says('suspectedForeign')) return ['blocked', 'suspicion_words']
  if (!says('refused')) return null
  const isTheirs = says('relay') || saysClosed(says) || saysMissing(says)
  return isTheirs && !says('aboutUs') ? null : ['blocked', 'refusal_words']
}

const closed: Rule = ({ isSoft, enhanced, says }) => {
  if (isSoft || (saysMissing(says) && !(says('closedPlainly') && !says('missingPlainly')))) return null
  if (saysClosed(says)) return ['disabled', 'closed_words']
  return CLOSED_CODE.test(enhanced ?? '') && !says('domain') ? ['disabled', 'closed_code'] : null
}

const greylisted: Rule = ({ isSoft, code, enhanced, says, text }) => {
  if (!isSoft || code === 421) return null
  if (says('greylist')) return ['greylisted', 'greylist_words']
  const words = text.split(' ').length
  return enhanced === '4.7.1' && words <= MAX_WORDS_WITHOUT_REASON && !says('rate')
    ? ['greylisted', 'deferred_without_reason']
    : null
}

/** "Please try again later", "Recipient address rejected: try later": a longer text would give a reason. */
const MAX_WORDS_WITHOUT_REASON = 8

const rated: Rule = ({ code, enhanced, says }) => {
  if (code === 421 || RATE_CODE.test(enhanced ?? '')) return ['rate_limited', 'rate_code']
  return says('rate') && !says('size') ? ['rate_limited', 'rate_words'] : null
}

/** RFC 5321 4.2.3: 500–504 complain about a command. */
const FIRST_ADDRESS_CODE = 510

const missing: Rule = ({ code, isSoft, enhanced, says, text }) => {
  const found = isSoft ? 'user_unknown_soft' : 'user_unknown'
  const byCode = MISSING_CODE.test(enhanced ?? '') && !says('domain') && !says('unreached')
  if (DOMAIN_CODE.test(enhanced ?? '') && says('domain')) return null
  if (isSoft && (says('unverified') || says('domain'))) return null
  const isAboutCommand = code < FIRST_ADDRESS_CODE && !isSoft
  if (saysMissing(says) && (byCode || !(isAboutCommand || says('relay')))) return [found, 'missing_words']
  if (byCode) return [found, 'missing_code']
  if (isSoft) return null
  if (says('unavailable')) return [found, 'unavailable_words']
  const isBare = code === 550 && (enhanced === null || enhanced === '5.1.0') && PHRASES.bareRefusal.test(text)
  return isBare ? [found, 'bare_refusal'] : null
}

const domain: Rule = ({ code, isSoft, enhanced, says }) => {
  if (isSoft) return null
  if (code === 556 || (code === 521 && !says('passing'))) return ['domain_refuses_mail', `code_${code}`]
  if (says('domain') && !says('yours')) return ['domain_refuses_mail', 'domain_words']
  return DOMAIN_CODE.test(enhanced ?? '') ? ['domain_refuses_mail', 'domain_code'] : null
}

const relay: Rule = ({ isSoft, says }) => (!isSoft && says('relay') ? ['relay_denied', 'relay_words'] : null)

const byCodeAlone: Rule = ({ isSoft, enhanced, says }) => {
  if (isSoft) return ['temporary', 'other_4xx']
  if (says('aboutUs')) return ['blocked', 'names_our_address']
  return POLICY_CODE.test(enhanced ?? '') ? ['blocked', 'policy_code'] : ['unknown', 'unexplained_5xx']
}

/** The first match wins. */
const RULES: readonly Rule[] = [
  beforeRecipients,
  provider,
  edge,
  full,
  busy,
  tooMany,
  aboutUs,
  blocked,
  closed,
  greylisted,
  rated,
  missing,
  domain,
  relay,
  byCodeAlone,
]

/**
 * What a mail server's reply says about the recipient, the domain or us. Pure; never throws. An unexplained 5xx is `unknown`:
 * only evidence about the mailbox itself makes it count as missing.
 */
export function classifyReply(input: ReplyInput): ReplyVerdict {
  const { stage, code, enhanced } = input
  const isExpected = (code >= 200 && code < 300) || (code >= 400 && code < 600)
  if (!isExpected) return { class: 'protocol_error', rule: 'unexpected_code', enhanced }
  if (code === 252) return { class: 'cannot_verify', rule: 'code_252', enhanced }
  if (code < 300) return { class: 'accepted', rule: 'positive', enhanced }
  const words = replyWords(input)
  const heard: Partial<Record<Phrase, boolean>> = {}
  const reading: Reading = {
    ...words,
    stage,
    code,
    isSoft: code < 500,
    raw: input.lines.join(' ').toLowerCase(),
    says: (phrase) => (heard[phrase] ??= PHRASES[phrase].test(words.text)),
  }
  for (const rule of RULES) {
    const found = rule(reading)
    if (found !== null) return { class: found[0], rule: found[1], enhanced: words.enhanced }
  }
  return { class: 'unknown', rule: 'unexplained_5xx', enhanced: words.enhanced }
}
