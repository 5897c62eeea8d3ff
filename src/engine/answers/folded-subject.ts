import { wholeCharacters } from '../../lib/text/storable-text.ts'

/**
 * Prefixes that mail programs add to the subject of an answer or a forwarded email, in a dozen languages; some count
 * (`Re[2]:`), some use full-width colons.
 */
const PREFIX =
  /^(?:re|r|réf\.?|aw|antw|antwort|betr|doorst|wg|fw|fwd|tr|rif|ri|i|rv|res|enc|sv|vs|vb|vl|odp|pd|ynt|ilt|atb|отв|回复|答复|转发|回覆|返信|転送)\s{0,3}(?:\[\d{1,3}\]|\(\d{1,3}\))?\s{0,3}[:：]\s{0,10}/iu
/** What mail servers put before the subjects of mail from outside, and their users answer with it. */
const MARK =
  /^\[\s?(?:ext|extern|external|externe|externo|externa|esterno|esterna)(?:[ -](?:e-?mail|mail|sender))?\s?\]:?\s{0,10}/iu

const MOST_PREFIXES = 20

/** Stored length of a subject; characters that stand for whole words become longer here. */
const MAX_LENGTH = 500

/** The subject with a single `Re: `, whatever prefixes it had. */
export const replySubject = (subject: string): string =>
  wholeCharacters(`Re: ${bareSubject(subject)}`.trim(), MAX_LENGTH)

/** A subject without the prefixes of answers and the marks of servers, in lower case and with single blanks: the same for all emails of a thread. */
export const foldedSubject = (subject: string): string =>
  bareSubject(subject).replaceAll(/\s+/g, ' ').trim().toLowerCase()

function bareSubject(subject: string): string {
  let rest = subject.normalize('NFKC').trim()
  for (let round = 0; round < MOST_PREFIXES; round++) {
    const shorter = rest.replace(PREFIX, '').replace(MARK, '')
    if (shorter === rest) break
    rest = shorter
  }
  return rest
}
