import { maySpellLocal, withoutSpelledLocals } from '../addresses/worded-address.ts'
import type { PageLine } from '../page/page-lines.ts'

/** The most text that is searched for words; ordinary pages have a tenth of it. */
const MAX_TEXT_CHARS = 400_000
/** A page of unknown names would have its text searched for each: after this much searching, the rest count as names. */
const MAX_SEARCHED_CHARS = 20_000_000

/** What follows a word: not a letter, nor a part of an address or a link. */
const ENDS_WORD = /^(?:[^\p{L}\p{N}@＠﹫_'’.-]|\.(?!\p{L}))/u

/** The words that a page writes in lower case: words of its language rather than names. */
export class PageVocabulary {
  private readonly lines: readonly PageLine[]
  private readonly known = new Map<string, boolean>()
  private text = ''
  /** Where words begin in the text, by their first UTF-16 unit; null until needed. */
  private starts: ReadonlyMap<number, readonly number[]> | null = null
  private searchedChars = 0

  constructor(lines: readonly PageLine[]) {
    this.lines = lines
  }

  has(word: string): boolean {
    const lower = word.toLowerCase()
    const known = this.known.get(lower)
    if (known !== undefined) return known
    if (this.searchedChars > MAX_SEARCHED_CHARS) return false
    const answer = this.search(lower)
    this.known.set(lower, answer)
    return answer
  }

  private search(lower: string): boolean {
    if (this.starts === null) {
      this.text = this.join()
      this.starts = startsOf(this.text)
    }
    const { text } = this
    this.searchedChars += text.length
    const starts = this.starts.get(lower.charCodeAt(0)) ?? []
    return starts.some(
      (at) => text.startsWith(lower, at) && ENDS_WORD.test(text.slice(at + lower.length, at + lower.length + 2)),
    )
  }

  private join(): string {
    const lines = this.lines.filter((line) => !isSlug(line))
    const whole = ` ${lines.map(({ text }) => text).join(' ')} `
    // Few pages spell an address, and one look at all the text says so sooner than one at every line.
    if (whole.length <= MAX_TEXT_CHARS && !maySpellLocal(whole)) return whole
    let text = ''
    for (const line of lines) {
      text += ` ${withoutSpelledLocals(line.text)}`
      if (text.length > MAX_TEXT_CHARS) break
    }
    return `${text} `
  }
}

/** `jane+doe+headshot`: the alternative text of a picture that has no capital is made of its file's name. */
const isSlug = ({ text, isAlternative }: PageLine): boolean => isAlternative && text === text.toLowerCase()

/** The positions after each space. Words in capitals are left out, as they are never looked up. */
function startsOf(text: string): Map<number, number[]> {
  const starts = new Map<number, number[]>()
  for (let at = text.indexOf(' ') + 1; at > 0; at = text.indexOf(' ', at) + 1) {
    const code = text.charCodeAt(at)
    if (code >= 65 && code <= 90) continue
    const known = starts.get(code)
    if (known) known.push(at)
    else starts.set(code, [at])
  }
  return starts
}
