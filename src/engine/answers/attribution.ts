import { folded } from './answer-sentences.ts'
import { alternation } from '../../lib/text/alternation.ts'

/**
 * The lines with which mail programs introduce a quotation: "On … wrote:" and header blocks. Lines are expected to be trimmed.
 */

/**
 * "On Monday Rui wrote:" and its variants: in the first form the date precedes the verb; in the second the name comes first and
 * the date follows.
 */
const DATE_FIRST =
  /^(?:(?:on|at|am|le|el|il|op|em|a|no dia|il giorno|in data)\s.{4,260}\s(?:wrote|a écrit|escribió|ha scritto|schreef|escreveu|geschrieben|geschreven)|am\s.{4,160}\sschrieb\s.{1,120}|op\s.{4,160}\sschreef\s.{1,120})\s?:$/iu
const NAME_FIRST =
  /^\S.{0,160}\s(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|escreveu)\s(?:on\s|am\s|le\s|el\s|il\s|op\s|em\s|\().{6,100}\)?\s?:$/iu
/** Without a date: only above quoted lines. */
const NAMED =
  /^(?:(?:quoting|zitat von|citando(?: a)?|citeren)\s[^<>]{0,100}<[^<>\s]{3,320}>|[^<>]{1,100}<[^<>\s]{3,320}>\s(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|escreveu))\s?:$/iu
/** A day or a time of day in digits. */
const DATE = /\d{1,2}[:.h]\d{2}|\d{1,4}[./-]\d{1,2}|\b\d{4}\b|\b\d{1,2}\b/u
const ADDRESS = /<?[^\s<>()@]{1,64}@[^\s<>()@]{1,255}>?/u
const IN_ADDRESS = /[^\s<>()@]@[^\s<>()@]/u
/** In any language: an address, a year and a time of day on a line that ends with a colon; only programs write brackets. */
const BRACKETED = /<[^\s<>()@]{1,64}@[^\s<>()@]{1,255}>/u
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/u
const TIME = /(?<!\d)\d{1,2}[:.h]\d{2}(?!\d)/u

/** The most lines over which such an introduction is broken. */
const MAX_LINES = 3
const MAX_LENGTH = 400

export interface Attribution {
  /** How many lines it takes. */
  lines: number
  /** It contains an address: only programs write this. */
  named: boolean
  dated: boolean
}

/** The introduction that starts at line `at`; null if none does. */
export function attributionAt(lines: readonly string[], at: number): Attribution | null {
  let joined = ''
  for (let count = 1; count <= MAX_LINES; count += 1) {
    const line = lines[at + count - 1] ?? ''
    if (line === '' || line.startsWith('>')) return null
    joined = count === 1 ? line : `${joined} ${line}`
    if (joined.length > MAX_LENGTH) return null
    if (COLON_END.test(line)) return introduction(joined, count)
    if (BETWEEN_DASHES.test(joined))
      return isDated(joined) && ADDRESS.test(joined) ? { lines: count, named: true, dated: true } : null
  }
  return null
}

const COLON_END = /[:：]$/
/** "---- On Monday Rui wrote ---": only programs write this, in whatever language. */
const BETWEEN_DASHES = /^-{3,}\s.*\s-{3,}$/u

const isDated = (line: string): boolean => YEAR.test(line) && TIME.test(line)

function introduction(line: string, lines: number): Attribution | null {
  const hasAddress = ADDRESS.test(line)
  if (DATE.test(line) && (DATE_FIRST.test(line) || (NAME_FIRST.test(line) && hasAddress)))
    return { lines, named: hasAddress, dated: true }
  if (hasAddress && isDated(line)) return { lines, named: BRACKETED.test(line), dated: true }
  return NAMED.test(line) ? { lines, named: false, dated: false } : null
}

type Field = 'from' | 'sent' | 'to' | 'subject' | 'copy'

/** The field names of such a block, folded: one line a family of languages, beginning with en de fr es it nl pt. */
const FIELDS: ReadonlyMap<string, Field> = new Map(
  Object.entries({
    from: `from|von|de|da|van
      |fra|fran|lahettaja|od|felado|de la|kimden|gonderen|от|от кого|від|απο
      |发件人|發件人|寄件者|寄件人|差出人|送信者|보낸 사람|보낸사람|من|מאת`,
    sent: `sent|date|gesendet|datum|envoye|enviado|enviado el|fecha|inviato|data|verzonden|enviada em|enviado em|enviada
      |sendt|dato|skickat|lahetetty|paivays|wyslano|odeslano|odoslane|kuldve|elkuldve|trimis|gonderildi|tarih
      |отправлено|дата|надіслано|σταλθηκε|ημερομηνια
      |发送时间|日期|时间|發送時間|傳送時間|寄件日期|送信日時|日時|日付|보낸 날짜|날짜|تاريخ|נשלח|תאריך`,
    to: `to|an|a|para|per|aan|pour|reply-to|antwort an
      |til|till|vastaanottaja|do|komu|cimzett|catre|kime|alici|кому|προς
      |收件人|收件者|宛先|받는 사람|받는사람|إلى|אל`,
    subject: `subject|betreff|objet|asunto|oggetto|onderwerp|assunto
      |emne|amne|aihe|temat|predmet|targy|subiect|konu|тема|θεμα
      |主题|主題|主旨|件名|제목|الموضوع|נושא`,
    copy: 'cc|bcc|kopie|copia|kopia|kopi|kopio|копия|抄送|importance|priority|attachments|anlagen',
  }).flatMap(([field, names]) => names.split('|').map((name) => [folded(name), field as Field] as const)),
)

const FIELD_LINE = /^\*?([\p{L}\p{M}-]{1,14}(?: [\p{L}\p{M}]{1,6})?)\s?(?:：|:\*?(?=\s|$)|:(?<=[^ -~]:))/u
const RULE_LINE = /^[_=*\u2010-]{5,}$/u
/** "----- Ursprüngliche Nachricht -----": in other languages than those below it counts only above a block. */
const TITLED_RULE = /^[\u2010-]{3,}\s?\p{L}[^\u2010-]{1,40}[\u2010-]{3,}$/u
const FORWARDED = new RegExp(
  alternation`
    ^[\u2010-]{2,}\s?(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht
      original-?nachricht|ursprüngliche mail|message d['’]origine|message original|message transféré|message initial
      mail original|mensaje original|mensaje reenviado|messaggio originale|messaggio inoltrato|oorspronkelijk bericht
      doorgestuurd bericht|mensagem original|mensagem encaminhada)\s?[\u2010-]{2,}$`,
  'iu',
)

/** Most lines over which a field may continue, such as a long list of recipients, and most lines of a block. */
const MAX_FIELD_LINES = 3
const MAX_BLOCK_LINES = 16

/** Above a block in Apple Mail. */
const FORWARD_TITLE =
  /^(?:begin forwarded message|anfang der weitergeleiteten nachricht|début du message (?:réexpédié|transféré)|inicio del mensaje reenviado|inizio messaggio inoltrato|begin doorgestuurd bericht|início da mensagem (?:re)?encaminhada)\s?:$/iu

const isRule = (line: string): boolean => RULE_LINE.test(line) || TITLED_RULE.test(line) || FORWARD_TITLE.test(line)

const fieldOf = (line: string): Field | undefined => FIELDS.get(folded(FIELD_LINE.exec(line)?.[1] ?? ''))

/**
 * Whether the header block of a quoted mail starts at line `at`: its sender, and two more of date, recipient and subject.
 * Without a subject it may be about a journey: then it has an address, or the time of a mail.
 */
export function isHeaderBlock(lines: readonly string[], at: number): boolean {
  const first = lines[at] ?? ''
  if (FORWARDED.test(first)) return true
  if (isRule(first)) {
    const next = at + (lines[at + 1] === '' ? 2 : 1)
    return !isRule(lines[next] ?? '') && isHeaderBlock(lines, next)
  }
  if (fieldOf(first) === undefined) return false
  const found = new Set<Field>()
  let without = 0
  const block = blockAt(lines, at)
  for (const text of block) {
    if (without >= MAX_FIELD_LINES || found.size >= 4) break
    const field = fieldOf(text)
    without = field === undefined ? without + 1 : 0
    if (field !== undefined && field !== 'copy') found.add(field)
  }
  if (!found.has('from') || found.size < 3) return false
  return found.has('subject') || block.some((text) => IN_ADDRESS.test(text) || isDated(text))
}

function blockAt(lines: readonly string[], at: number): string[] {
  const block = lines.slice(at, at + MAX_BLOCK_LINES)
  const empty = block.indexOf('')
  return empty < 0 ? block : block.slice(0, empty)
}
