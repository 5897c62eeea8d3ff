/** The composition of a reply: its text, the signature, and the quotation. */

const QUOTED_LINES = 200
/** RFC 5322 2.1.1; quoting makes a line two characters longer. */
const LINE_LENGTH = 900
const MAX_REFERENCES = 20
/** Other ids would make a line that servers refuse (RFC 5322 2.1.1, RFC 6532). */
const WRITABLE_ID = /^<[!-~]{1,900}>$/

export interface WrittenReply {
  text: string
  signature: string | null
  /** Null if nothing is quoted. */
  quoted: { from: string | null; at: Date; text: string } | null
}

/** Plain text in reading order. */
export function replyText({ text, signature, quoted }: WrittenReply): string {
  const parts = [text.trimEnd()]
  if (signature !== null && signature.trim() !== '') parts.push(`-- \n${signature.trim()}`) // RFC 3676 4.3
  if (quoted !== null) parts.push(quotation(quoted))
  return parts.join('\n\n')
}

function quotation({ from, at, text }: NonNullable<WrittenReply['quoted']>): string {
  const written = `On ${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC, ${from ?? 'you'} wrote:`
  const lines = text.trimEnd().split('\n').slice(0, QUOTED_LINES)
  return [written, ...lines.map((line) => (line.startsWith('>') ? '>' : '> ') + line.slice(0, LINE_LENGTH))].join('\n')
}

/**
 * Message-IDs of the thread, oldest first (RFC 5322 3.6.4): of a long thread the first and the last ones. Ids that no header
 * can contain are left out.
 * @param answers the ids the answered mail refers to, the nearest first.
 * @param headerId its own Message-ID.
 */
export function replyReferences(answers: readonly string[], headerId: string | null): string[] {
  const all = [...answers.toReversed(), headerId ?? ''].filter((id) => WRITABLE_ID.test(id))
  const each = all.filter((id, index) => all.lastIndexOf(id) === index)
  return each.length <= MAX_REFERENCES ? each : [...each.slice(0, 1), ...each.slice(1 - MAX_REFERENCES)]
}
