import { folded } from './answer-sentences.ts'
import { CLOSING_LINE } from './phrase-rules.ts'

/** What a telephone or a mail program adds below an answer. */
const PROGRAM_LINE =
  /^(?:sent (?:from|with|via) |get outlook for |von meinem .{2,30} gesendet|gesendet (?:von|mit) |diese nachricht wurde von |envoye (?:de|depuis|avec) |enviado (?:desde|do|a partir|de) |inviato da(?:l)? |verstuurd vanaf |verzonden (?:vanaf|met) |mit freundlichen grussen gesendet)/
/** RFC 3676 4.3; some programs drop the trailing space, and some draw a line. */
const SEPARATOR = /^(?:--\s?|[_=–—-]{2,})$/

/** The text without its signature: everything above a line that closes an email, but never nothing. */
export function withoutSignature(text: string): string {
  const lines = text.split('\n')
  const written = (end: number): boolean => lines.slice(0, end).some((line) => line.trim() !== '')
  const end = lines.findIndex((line, at) => isSignature(line.trim()) && written(at))
  return end === -1 ? text : lines.slice(0, end).join('\n')
}

function isSignature(line: string): boolean {
  if (line === '' || line.length > 80) return false
  if (SEPARATOR.test(line)) return true
  const text = folded(line)
  return PROGRAM_LINE.test(text) || CLOSING_LINE.test(text)
}
