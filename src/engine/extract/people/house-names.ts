import { foldName } from '../../../lib/text/person-name-fold.ts'
import { COMMON, GIVEN, SURNAME, SYLLABLE, wordKindOf } from '../names/name-words.ts'

const PARTS = /\s*[|–—·•»«:,]\s*|\s+-+\s+/u
const MAX_TITLE_CHARS = 300

/** What says that words shaped like a name are those of the house, as `Elm Rovers` of elmrovers.example. */
export class HouseNames {
  private readonly label: string
  private readonly titled: ReadonlySet<string>

  constructor({ siteDomain, title }: { siteDomain: string; title: string | null }) {
    this.label = lettersOf(siteDomain.split('.')[0] ?? '')
    this.titled = new Set((title ?? '').slice(0, MAX_TITLE_CHARS).split(PARTS).map(lettersOf))
  }

  /**
   * Whether the domain spells all of the words, or an address of the page and its title do: nobody's, unless one of them is known
   * as a given name; `Marine Group` is the house all the same.
   * @param locals local parts of the addresses of the page
   */
  has(words: readonly string[], locals: readonly string[]): boolean {
    const last = wordKindOf(words.at(-1) ?? '')
    const endsInHouse = (last & COMMON) !== 0 && (last & (GIVEN | SURNAME)) === 0
    if (!endsInHouse && words.some((word) => (wordKindOf(word) & (GIVEN | SYLLABLE)) !== 0)) return false
    const letters = lettersOf(words.join(''))
    return (
      letters === this.label ||
      (this.titled.has(letters) && (endsInHouse || locals.some((local) => lettersOf(local) === letters)))
    )
  }
}

const lettersOf = (text: string): string => foldName(text).replace(/[^\p{L}]/gu, '')
