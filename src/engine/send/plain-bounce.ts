import { parseEmailAddress } from '../../lib/addresses/email-address.ts'
import { dropMarks } from '../../lib/text/fold-text.ts'
import { meaningOfStatus, originalIds, statusInText, UNEXPLAINED } from './bounce-signs.ts'
import type { Bounce } from './bounce-signs.ts'
import { DELAYED, FAILED } from './bounce-words.ts'
import { failureKind } from './failure-kind.ts'
import type { FailureKind } from './failure-kind.ts'
import type { IncomingMail } from './incoming-mail.ts'

/**
 * Bounces in plain words, from mail servers that do not write reports. Two signs together identify one: a sender that is not a
 * person, and the words of a family.
 */

/** Sender names of mail systems (RFC 2142 5, RFC 5321 6.1). */
const SYSTEM_SENDER =
  /^(?:mailer-daemon|mail-daemon|postmaster|mailerdaemon|mail-delivery-system|mdaemon)(?:[+._-].{0,40})?@/

/** A missing mailbox, as servers word it without a code. */
const NO_MAILBOX =
  /user (?:is )?(?:unknown|not found)|unknown (?:user|recipient|local[- ]part)|no such (?:user|recipient|mailbox|person|address)|(?:does not|doesn'?t) exist|invalid (?:recipient|mailbox|address)|mailbox (?:not found|unavailable|disabled)|recipient (?:rejected|unknown|not found)|account (?:is )?(?:disabled|closed)|host (?:unknown|not found)/i

/** It will not arrive; the reason may be anything. */
const PERMANENT = /permanent (?:error|failure)|fatal (?:delivery )?errors?/i

const FULL = /mailbox (?:is )?full|over (?:its )?quota|quota exceeded|exceeded (?:its |the )?(?:storage|quota)/i

const LOOKED_AT = 8_192
const MAX_ADDRESSES = 20
const ADDRESS = /[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[a-z0-9.-]{1,255}/gi
/** The returned mail starts here; the addresses in it do not count. */
const COPY_BEGINS =
  /^[->\s]{0,20}(?:this is a copy of|below this line is a copy|original message|included is a copy|copy of (?:your|the) message|unsent message below|return-path:|received:)/im

/** @returns null if it is not such a bounce. */
export function readPlainBounce(mail: IncomingMail): Bounce | null {
  const failedHeader = mail.header('x-failed-recipients')
  const isSystem = SYSTEM_SENDER.test(mail.from ?? '') || mail.header('return-path')?.trim() === '<>'
  if (failedHeader === null && !isSystem) return null
  const told = words(mail.text)
  const saying = dropMarks(`${mail.subject}\n${told}`)
  const isLate = DELAYED.test(saying) && !NO_MAILBOX.test(told) && !PERMANENT.test(told)
  if (failedHeader === null && !FAILED.test(saying) && !DELAYED.test(dropMarks(mail.subject))) return null
  const status = statusInText(told)
  return {
    ...meaningOf(told, { status, isLate, isNamed: failedHeader !== null }),
    recipients: addressesIn(failedHeader ?? told, mail.from),
    messageIds: originalIds(mail),
    status,
  }
}

/** Words and code together; an unclear report does not count against any address. */
function meaningOf(
  told: string,
  { status, isLate, isNamed }: { status: string | null; isLate: boolean; isNamed: boolean },
): Pick<Bounce, 'kind' | 'failure'> {
  if (FULL.test(told)) return { kind: 'soft', failure: 'full' }
  if (isLate) return { kind: 'soft', failure: 'other' }
  if (status !== null) return meaningOfStatus(status, sentenceWith(told, status))
  const failure = failureInWords(told)
  if (failure === 'address') return { kind: 'hard', failure }
  if (failure === 'full') return { kind: 'soft', failure }
  return { kind: isNamed || failure !== 'other' || PERMANENT.test(told) ? 'refused' : 'soft', failure }
}

/** What any line says about the recipient, otherwise the first line that says why. */
function failureInWords(told: string): FailureKind {
  if (NO_MAILBOX.test(told)) return 'address'
  const lines = told.split('\n').filter((line) => line.trim() !== '')
  const kinds = lines.slice(0, MAX_LINES).map((line) =>
    failureKind({
      side: 'report',
      stage: 'rcpt',
      code: UNEXPLAINED,
      enhanced: null,
      lines: [line.slice(0, MAX_LINE)],
    }),
  )
  return kinds.find((kind) => kind === 'address') ?? kinds.find((kind) => kind !== 'other') ?? 'other'
}

const MAX_LINES = 60
const MAX_LINE = 500

/** The lines that quote a server: from the one with its code to the end of its paragraph. */
function sentenceWith(told: string, status: string): string {
  const at = told.indexOf(status)
  const code = at >= 0 ? at : told.search(REPLY)
  const from = told.lastIndexOf('\n', code) + 1
  const end = told.indexOf('\n\n', code)
  return told.slice(from, end < 0 ? undefined : end).replace(/\s+/g, ' ')
}

const REPLY = /\b[45]\d\d\b/

function words(text: string): string {
  const told = text.slice(0, LOOKED_AT)
  const copy = COPY_BEGINS.exec(told)
  return copy === null ? told : told.slice(0, copy.index)
}

function addressesIn(text: string, own: string | null): string[] {
  const found = new Set<string>()
  for (const [match] of text.slice(0, LOOKED_AT).matchAll(ADDRESS)) {
    const address = parseEmailAddress(match.replace(/^[.']+|[.'-]+$/g, ''))?.full
    if (address !== undefined && address !== own) found.add(address)
    if (found.size === MAX_ADDRESSES) break
  }
  return [...found]
}
