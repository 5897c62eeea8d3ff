/**
 * The lines with which mail programs introduce a quotation: "On … wrote:" and header blocks, in seven languages. Lines are
 * expected to be trimmed.
 */

/**
 * "On Monday Rui wrote:" and its variants: in the first form the date precedes the verb; in the second the name comes first and
 * the date follows.
 */
const DATE_FIRST =
  /^(?:(?:on|am|le|el|il|op|em|a|no dia|il giorno)\s.{4,260}\s(?:wrote|a écrit|escribió|ha scritto|schreef|escreveu|geschrieben|geschreven)|am\s.{4,160}\sschrieb\s.{1,120}|op\s.{4,160}\sschreef\s.{1,120})\s?:$/iu
const NAME_FIRST =
  /^\S.{0,160}\s(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|escreveu)\s(?:on\s|am\s|le\s|el\s|il\s|op\s|em\s|\().{6,100}\)?\s?:$/iu
/** A day or a time of day in digits. */
const DATE = /\d{1,2}[:.h]\d{2}|\d{1,4}[./-]\d{1,2}|\b\d{4}\b|\b\d{1,2}\b/u
const ADDRESS = /<?[^\s<>()@]{1,64}@[^\s<>()@]{1,255}>?/u

/** The most lines over which such an introduction is broken. */
const MAX_LINES = 3
const MAX_LENGTH = 400

export interface Attribution {
  /** How many lines it takes. */
  lines: number
  /** It contains an address: only programs write this. */
  named: boolean
}

/** The introduction that starts at line `at`; null if none does. */
export function attributionAt(lines: readonly string[], at: number): Attribution | null {
  let joined = ''
  for (let count = 1; count <= MAX_LINES; count += 1) {
    const line = lines[at + count - 1] ?? ''
    if (line === '' || line.startsWith('>')) return null
    joined = count === 1 ? line : `${joined} ${line}`
    if (joined.length > MAX_LENGTH) return null
    if (!line.endsWith(':')) continue
    const isOne = (DATE_FIRST.test(joined) || (NAME_FIRST.test(joined) && ADDRESS.test(joined))) && DATE.test(joined)
    return isOne ? { lines: count, named: ADDRESS.test(joined) } : null
  }
  return null
}

type Field = 'from' | 'sent' | 'to' | 'subject' | 'copy'

/** The field names of such a block: en, de, fr, es, it, nl, pt. */
const FIELDS: ReadonlyMap<string, Field> = new Map(
  Object.entries({
    from: 'from|von|de|da|van',
    sent: 'sent|date|gesendet|datum|envoyé|enviado|enviado el|fecha|inviato|data|verzonden|enviada em|enviado em|enviada',
    to: 'to|an|à|a|para|per|aan|pour|reply-to|antwort an',
    subject: 'subject|betreff|objet|asunto|oggetto|onderwerp|assunto',
    copy: 'cc|bcc|kopie|copia|importance|priority|attachments|anlagen',
  }).flatMap(([field, names]) => names.split('|').map((name) => [name, field as Field] as const)),
)

const FIELD_LINE = /^\*?([\p{L}-]{1,10}(?: \p{L}{1,4})?)\s?:\s?\*?(?:\s|$)/u
const RULE_LINE = /^[_=*-]{5,}$/
const FORWARDED =
  /^-{2,}\s?(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|original-nachricht|message d['’]origine|message original|message transféré|message initial|mensaje original|mensaje reenviado|messaggio originale|messaggio inoltrato|oorspronkelijk bericht|doorgestuurd bericht|mensagem original|mensagem encaminhada)\s?-{2,}$/iu

/** Most lines over which a field may continue, such as a long list of recipients, and most lines of a block. */
const MAX_FIELD_LINES = 3
const MAX_BLOCK_LINES = 16

const fieldOf = (line: string): Field | undefined => FIELDS.get(FIELD_LINE.exec(line)?.[1]?.toLowerCase() ?? '')

/** Whether the header block of a quoted mail starts at line `at`: its sender, and two more of date, recipient and subject. */
export function isHeaderBlock(lines: readonly string[], at: number): boolean {
  const first = lines[at] ?? ''
  if (FORWARDED.test(first)) return true
  if (RULE_LINE.test(first)) {
    const next = at + (lines[at + 1] === '' ? 2 : 1)
    return !RULE_LINE.test(lines[next] ?? '') && isHeaderBlock(lines, next)
  }
  if (fieldOf(first) === undefined) return false
  const found = new Set<Field>()
  let without = 0
  const end = Math.min(lines.length, at + MAX_BLOCK_LINES)
  for (let line = at; line < end && without < MAX_FIELD_LINES && found.size < 4; line += 1) {
    const text = lines[line] ?? ''
    if (text === '') break
    const field = fieldOf(text)
    without = field === undefined ? without + 1 : 0
    if (field !== undefined && field !== 'copy') found.add(field)
  }
  return found.has('from') && found.size >= 3
}
