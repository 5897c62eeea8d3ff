import { withoutSpelledLocals } from '../addresses/worded-address.ts'
import type { PageLine } from '../page/page-lines.ts'

/** Text that is searched for words; pages have a tenth of it. */
const MAX_TEXT_CHARS = 400_000
/** A page of unknown names would search its text for each: those behind this much of searching count as names. */
const MAX_SEARCHED_CHARS = 20_000_000

/** Behind a word: no letter, and no part of an address or a link. */
const ENDS_WORD = /^(?:[^\p{L}\p{N}@＠﹫_'’.-]|\.(?!\p{L}))/u

/** Which words a page writes in lower case: words of its language, not names. */
export class PageVocabulary {
  private readonly lines: readonly PageLine[]
  private readonly known = new Map<string, boolean>()
  private text: string | null = null
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
    this.text ??= this.join()
    this.searchedChars += this.text.length
    for (let at = this.text.indexOf(` ${lower}`); at >= 0; at = this.text.indexOf(` ${lower}`, at + 1)) {
      if (ENDS_WORD.test(this.text.slice(at + lower.length + 1, at + lower.length + 3))) return true
    }
    return false
  }

  private join(): string {
    let text = ''
    for (const line of this.lines) {
      text += ` ${withoutSpelledLocals(line.text)}`
      if (text.length > MAX_TEXT_CHARS) break
    }
    return `${text} `
  }
}
