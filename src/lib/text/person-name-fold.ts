/**
 * Folds personal names to the lower-case ASCII of local parts. Two conventions coexist: `short` drops the mark (Müller →
 * muller, Sørensen → sorensen), `long` spells it out (mueller, soerensen).
 */

export type FoldStyle = 'short' | 'long'

/** Pairs of Greek letters that represent one sound (ELOT 743); the rest is converted letter by letter. */
const GREEK_PAIRS: readonly (readonly [RegExp, string])[] = [
  [/ο[υύ]/g, 'ou'],
  [/([αεη])[υύ](?=[βγδζλμνραάεέηήιίοόυύωώ])/g, '$1v'],
  [/([αεη])[υύ](?=[θκξπσςτφχψ]|(?![\p{L}]))/gu, '$1f'],
  [/γ(?=[γξχ])/g, 'n'],
  [/(?<!\p{L})μπ/gu, 'b'],
]
const GREEK = /\p{Script=Greek}/u

/** Longer than any person's name; what is cut off would not fit in a local part (64 octets) anyway. */
const MAX_NAME_CHARS = 200

/** Letters that Unicode decomposition does not fold, the same in both styles. */
const ALWAYS = `
ßss æae œoe łl đd ðd ıi ħh ŧt ŋng əe ơo ưu
аa бb вv гg дd еe жzh зz иi кk лl мm нn оo пp рr сs тt уu фf чch шsh ъ ыy ь эe єie іi ґg
ђdj јj љlj њnj ћc џdz ѓgj ќkj ѕdz
αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf ψps ωo`

/** Letters folded differently in each style. Cyrillic follows passports (ICAO 9303 part 3, section 6), Greek ELOT 743. */
const SHORT = 'øo þt йi хh цc щsch юiu яia їi χh'
const LONG = 'äae öoe üue øoe åaa þth йy хkh цts щshch юyu яya їyi χch'

const TABLES = { short: readTable(`${ALWAYS} ${SHORT}`), long: readTable(`${ALWAYS} ${LONG}`) }

/** Each word is a letter followed by its replacement. */
function readTable(text: string): Map<string, string> {
  return new Map(
    text
      .trim()
      .split(/\s+/)
      .map((entry) => [entry.slice(0, 1), entry.slice(1)]),
  )
}

/** Most words of most names: lower-casing is all the folding they need. */
const LETTERS_ONLY = /^[A-Za-z]+$/
const ASCII_ONLY = /^[\0-\x7f]*$/
/** Words separated by single blanks. */
const FOLDED = /^[a-z0-9'-]+(?: [a-z0-9'-]+)*$/
const APOSTROPHES = /[’‘ʼʻ`´]/g
const DASHES = /[‐‑‒–—]/g

/**
 * Folds a name. Letters become a–z, digits stay, dashes become `-`, apostrophes `'`, anything else one blank. Letters of
 * scripts without a table (Han, Kana, Arabic) are dropped: no rule says how their bearer spells them.
 */
export function foldName(name: string, style: FoldStyle = 'short'): string {
  if (name.length <= MAX_NAME_CHARS && LETTERS_ONLY.test(name)) return name.toLowerCase()
  const cut = name.slice(0, MAX_NAME_CHARS)
  const lower = ASCII_ONLY.test(cut) ? cut.toLowerCase() : cut.normalize('NFC').toLowerCase()
  if (FOLDED.test(lower)) return lower
  const plain = ASCII_ONLY.test(lower)
    ? lower
    : foldLetters(lower.replace(APOSTROPHES, "'").replace(DASHES, '-'), style)
  return plain.replace(/[^a-z0-9'-]+/g, ' ').trim()
}

function foldLetters(lower: string, style: FoldStyle): string {
  const table = TABLES[style]
  let folded = ''
  for (const letter of GREEK.test(lower) ? withoutGreekPairs(lower) : lower)
    folded += table.get(letter) ?? foldLetter(letter, table)
  return folded
}

const withoutGreekPairs = (lower: string): string =>
  GREEK_PAIRS.reduce((text, [pair, latin]) => text.replace(pair, latin), lower)

/** From the first Kana to the last letter outside the basic plane: nothing among them is written with Latin letters below its marks. */
const [FIRST_UNWRITTEN, LAST_UNWRITTEN] = ['\u3041', '\udfff']
const MARK = /\p{M}/u
const MARKS = /\p{M}/gu

/**
 * A letter with several marks (ế, ǘ) loses them; the letter below them may be in the table (ΐ → ι → i). Each is taken apart
 * once, and then is in the table: those left of the basic plane are few.
 */
function foldLetter(letter: string, table: Map<string, string>): string {
  if (letter >= FIRST_UNWRITTEN && letter <= LAST_UNWRITTEN) return MARK.test(letter) ? '' : ' '
  const bare = letter.normalize('NFD').replace(MARKS, '')
  const folded = table.get(bare) ?? bare
  table.set(letter, folded)
  return folded
}

/** Small words that belong to a surname (van, de la, bin): in addresses they are lower-cased, joined, dotted or dropped. */
export const NAME_PARTICLES: ReadonlySet<string> = new Set(
  (
    'van von zu zum zur der den dem des ter ten tot te de da do das dos du di del della dello degli delle dei dal dalla ' +
    "la las le les lo los el al ul bin ibn bint ben abu af av y e i und vom im op in ap 't 's d' l' san santa saint st mac mc o' ó ní nic uí"
  ).split(' '),
)
