import { TECHNOLOGIES } from '../../lib/companies/technologies.ts'
import { lazily } from '../../lib/process/lazily.ts'
import { amountNouns } from '../../lib/vocabulary/amount-nouns.ts'
import { inEnglishTrade } from '../../lib/vocabulary/foreign-words.ts'
import { singular } from './words/singular.ts'
import { subjects } from './words/subject-words.ts'

/** How many companies a question asks for: "ten fintechs", "die 10 besten Agenturen", "une douzaine d'entreprises". */

export interface AskedCount {
  count: number
  /** The question without the words of the count. */
  rest: string
}

const MOST = 500

/** What stands for a number. */
const NUMBERS = new Map<string, number>(
  [
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
    'eine zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig',
    'une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt',
    'una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte',
    'una due tre quattro cinque sei sette otto nove dieci undici dodici',
    'een twee drie vier vijf zes zeven acht negen tien elf twaalf',
    'uma duas três quatro cinco seis sete oito nove dez onze doze',
  ].flatMap((words) => words.split(' ').map((word, index): [string, number] => [word, index + 1])),
)
for (const [words, count] of [
  ['thirty dreißig trente treinta', 30],
  ['fifty fünfzig cinquante cincuenta', 50],
  ['hundred hundert cent cien', 100],
  ['a hundred', 100],
  ['one hundred', 100],
  ['a dozen|a dozen of|dozen|ein dutzend|une douzaine de|une douzaine d’|una docena de', 12],
  ['a couple of|a couple|ein paar', 2],
  ['a couple dozen|a couple of dozen|couple dozen|two dozen|zwei dutzend', 24],
  ['une dizaine de|une dizaine d’|una decena de', 10],
  ['une quinzaine de|une quinzaine d’|una quincena de', 15],
  ['une vingtaine de|une vingtaine d’|una veintena de', 20],
  ['une trentaine de|une trentaine d’', 30],
  ['une cinquantaine de|une cinquantaine d’', 50],
  ['une centaine de|une centaine d’|un centenar de', 100],
  ['half a dozen|ein halbes dutzend|une demi-douzaine de|media docena de', 6],
  ['a handful of|a handful|handful of|eine handvoll|une poignée de|un puñado de', 5],
  ['a few|several|einige|mehrere|quelques|plusieurs|algunas|algunos|varias|varios|unas cuantas', 5],
] as const)
  for (const word of words.includes('|') || words.startsWith('a ') || words.startsWith('one ')
    ? words.split('|')
    : words.split(' '))
    NUMBERS.set(word, count)

const TENS = [
  ['twenty', 20],
  ['thirty', 30],
  ['forty', 40],
  ['fifty', 50],
] as const
for (const [tens, value] of TENS)
  for (const [index, units] of 'one two three four five six seven eight nine'.split(' ').entries()) {
    NUMBERS.set(`${tens}-${units}`, value + index + 1)
    NUMBERS.set(`${tens} ${units}`, value + index + 1)
  }

const alternatives = (words: Iterable<string>): string =>
  [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(' ', '\\s+').replaceAll('’', "['’]"))
    .join('|')

/** A number with a space behind it: `7-Eleven`, `3D` and `11-200` hold none. Of `5 to 10` the larger one counts. */
const NUMBER = `(?<number>\\d{1,3}|${alternatives(NUMBERS.keys())})(?:\\s+(?:or|to|oder|bis|ou|à|o|a)\\s+(?<more>\\d{1,3}|${alternatives(NUMBERS.keys())})(?=\\s))?(?:\\s+(?:of|de)\\b|\\s+d['’]|(?:\\s+or\\s+so|\\s+odd|ish)\\b)?(?=\\s|(?<=['’]))`

const ASKING =
  '(?:(?:please|pls|plz|bitte)\\s+)?(?:(?:can|could|would)\\s+you\\s+)?(?:(?:i\\s+|we\\s+)?(?:need|want)|(?:i.?m\\s+|we.?re\\s+)?looking\\s+for|gimme|hit\\s+me\\s+with|(?:i|we)(?:.?d|\\s+would)\\s+like|(?:give|show|list|find|get|name|send|pull|build)(?:\\s+(?:me|us))?|(?:zeige?|gib|nenne?|liste|finde?|suche?)(?:\\s+(?:mir|uns))?|(?:donne|montre|trouve|liste)[rz]?(?:[- ](?:moi|nous))?|(?:dame|muéstrame|muestra|busc[ao]|necesito|quiero|encuentra|lista)|(?:j.ai\\s+besoin\\s+de|je\\s+(?:cherche|veux)|il\\s+me\\s+faut)|(?:ich\\s+(?:brauche|suche))|(?:cerco|voglio|mi\\s+servono)|(?:ik\\s+(?:zoek|wil))|(?:preciso(?:\\s+de)?|procuro|quero))'
const ARTICLE =
  '(?:an?\\s+list\\s+of|(?:the\\s+)?list\\s+of|eine\\s+liste\\s+(?:von|mit)|une\\s+liste\\s+de|una\\s+lista\\s+de|the|my|die|der|les|las|los|le|i|gli|de|os|as)'
const BEST =
  '(?:top|first|ersten|premiers|premières|primeros|primeras|best|biggest|largest|leading|newest|next|besten|größten|meilleure?s|mejores|migliori|beste|melhores)'
const ABOUT =
  '(?:up\\s+to|at\\s+(?:least|most)|no\\s+more\\s+than|max(?:imum|imal)?\\.?|just|only|another|around|about|like|maybe|some|roughly|say|bis\\s+zu|mindestens|höchstens|nur|noch|etwa|rund|jusqu.à|au\\s+(?:moins|maximum)|seulement|hasta|solo|sólo|al\\s+menos|como\\s+máximo)'
/** `emails of 30 gyms` */
const DETAILS =
  '(?:(?:the\\s+)?(?:contact\\s+(?:details|data)|contacts|e-?mails?|addresses|phone\\s+numbers|names|websites|domains)\\s+(?:of|for|from))'

/** Where the number leads the question. What is said before it, if anything, says that it counts. */
const LEADING = new RegExp(
  `^\\s*(?<lead>(?:${ASKING}\\s+)?(?:${DETAILS}\\s+)?(?:${ARTICLE}\\s+)?(?:${BEST}[\\s-]+)?(?:${ABOUT}\\s+|[~≈]\\s*)?)${NUMBER}(?:\\s+${BEST}(?=\\s)|\\s+(?:please|pls|plz|bitte)(?=[\\s,])(?:\\s*[-–—:,])?)?`,
  'iu',
)

const RESULT = '(?:leads|results|hits|names|examples|prospects|treffer|ergebnisse|résultats|resultados|risultati)'
const HAS_RESULT = new RegExp(RESULT, 'iu')
/** `30 leads: roofers`, `max 20 results please`: what a question wants is counted, whatever trade it is of. */
const RESULTS = new RegExp(
  `(?<=^|[\\s,;:])(?<lead>)(?:${ABOUT}\\s+|[~≈]\\s*)?(?:\\d{1,3}\\s*[-–]\\s*)?${NUMBER}\\s+${RESULT}(?!\\p{L})(?!\\s+for\\s+(?:my|our|an?|the)\\s)(?:\\s+(?:please|pls|plz|bitte))?(?:\\s+(?:for|of|from|für|von|pour|de|para)(?=\\s)|\\s*[-–—:,])?`,
  'iu',
)
/** A number that only a few words follow. */
const ENDS_COUNTED = /\d\D{0,24}$/u
/** `bakeries in Turin, limit 12`, `…, 10 of them`, `… (5)` */
const LAST = new RegExp(
  `(?:[,;–—-]\\s*|\\s)(?<lead>)(?:(?:limit|max(?:imum|imal)?\\.?|top|first|only|just)\\s+(?:to\\s+|of\\s+)?(?<number>\\d{1,3})|(?<more>\\d{1,3})\\s+(?:of\\s+(?:them|those|these)|will\\s+do|is\\s+enough|are\\s+enough|please|pls))\\s*[.!]?\\s*$|\\((?:top\\s+|max\\.?\\s+)?(?<some>\\d{1,3})\\)\\s*$`,
  'iu',
)

/** What companies are called, at the end of a word: German joins them to what they make. */
const COMPANIES =
  '(?:compan(?:y|ies)|cos|firms?|start-?ups?|vendors?|businesses|agencies|makers|manufacturers|suppliers|providers|brands|retailers|organi[sz]ations|fintechs|banks|insurers|shops|studios|' +
  'firmen|unternehmen|betriebe|hersteller|anbieter|agenturen|banken|versicherer|händler|verlage|kanzleien|büros|dienstleister|' +
  'entreprises|sociétés|agences|fabricants|fournisseurs|banques|aziende|imprese|agenzie|fornitori|bedrijven|bureaus|leveranciers|agências|fornecedores|empresas|compañías|agencias|fabricantes|proveedores|bancos)'
const BEFORE_COMPANIES = new RegExp(
  `(?<=^|\\s)(?<lead>)${NUMBER}(?=\\s+(?:[\\p{L}-]*-)?${COMPANIES}(?![\\p{L}-]))`,
  'iu',
)

const TIMES =
  'year, years, yr, yrs, month, months, week, weeks, day, days, round, rounds, figure, figures, digit, digits, jahr, jahre, jahren, ans, années, año, años, usd, eur, dollar, dollars, euro, euros'.split(
    ', ',
  )
/** What belongs to the number, so that it counts something else: a unit, a currency, a range, people. */
const UNITS = [...(['staff', 'heads', 'other'] as const).flatMap((counted) => amountNouns(counted)), ...TIMES]
const OTHER_UNIT = new RegExp(
  String.raw`^\s*(?:[%$€£+/–—-]|\d{3}(?!\d)|(?:prozent|pour\s+cent|por\s+ciento|k|m|mn|mio|bn|million\w*|billion\w*|thousand|hundred|dozen|sized?|to|bis|à|a|or|and|und|et|y)\s|(?:full[- ]time\s+)?(?:${alternatives(UNITS)})(?![\p{L}]))`,
  'iu',
)
/** What a number belongs to that is behind it. */
const OTHER_CUE =
  /(?:[$€£#]|\d\s*(?:[-–—]|and|und|et|y|e|en|to|bis|à|a)|\b(?:(?:company\s+|team\s+)?size|headcount|employees|staff|founded|since|in|from|between|over|under|than|to|series|employs?|employing|with|gegründet|seit|mit|ab|depuis|fondée?s?|avec|desde|fundadas?|con|(?:plus|moins|más|menos|mais|più|meno)\s+(?:de|di)|als|dan|oltre|ponad|fortune|ftse|forbes|inc|dax|s\s?&\s?p|stoxx|russell|nasdaq|nikkei|cac|nifty|ibex|asx|tsx|area|route|highway|level|web|k))\s*$/iu

/** Reads at most one count; null where there is none, or where the number belongs to something else. */
export function askedCount(text: string): AskedCount | null {
  for (const form of [
    ...(HAS_RESULT.test(text) ? [RESULTS] : []),
    LEADING,
    BEFORE_COMPANIES,
    ...(ENDS_COUNTED.test(text) ? [LAST] : []),
  ]) {
    const match = form.exec(text)
    const said = match?.groups?.['more'] ?? match?.groups?.['number'] ?? match?.groups?.['some']
    if (match === null || said === undefined) continue
    const after = text.slice(match.index + match[0].length)
    const lead = match.groups?.['lead']?.trim() ?? ''
    if (OTHER_UNIT.test(after) || OTHER_CUE.test(text.slice(0, match.index)) || isVersion(text, match.index)) continue
    if (form === LEADING && lead === '' && !countsCompanies(said, after)) continue
    if (lead !== '' && isName(said, after) && !countsCompanies(said, after)) continue
    const count = NUMBERS.get(said.toLowerCase().replaceAll(/\s+/g, ' ')) ?? Number(said)
    if (!(count >= 1 && count <= MOST)) continue
    return { count, rest: `${text.slice(0, match.index).trimEnd()} ${after.trimStart()}`.trim() }
  }
  return null
}

const WORD_BEFORE = /([\p{L}.]+)\s+$/u
/** `Magento 2 retailers`: a number right behind a technology is its version. */
function isVersion(text: string, at: number): boolean {
  const word = WORD_BEFORE.exec(text.slice(Math.max(0, at - MAX_WORD), at))?.[1]
  return word !== undefined && technologyWords().has(word.toLowerCase())
}
const MAX_WORD = 40
const technologyWords = lazily(
  () => new Set(TECHNOLOGIES.flatMap(({ name, unmistakable }) => (unmistakable ? [name.toLowerCase()] : []))),
)

const COMPANY_WORD = new RegExp(`(?:^|[\\s-]|\\p{L})${COMPANIES}(?![\\p{L}-])`, 'iu')
/** German writes its nouns with a capital. */
const PLURAL_NEXT = /^\p{Lu}[\p{L}-]{3,}(?:en|er|s)$/u
/** As far as the noun may stand from its number. */
const NEAR_WORDS = 5

/** Without other words before it, a number counts only where companies, or things in the plural, follow soon. */
function countsCompanies(said: string, after: string): boolean {
  const [clause = ''] = after.split(/[,;:(]/u, 1)
  const near = clause.trim().split(/\s+/).slice(0, NEAR_WORDS)
  if (COMPANY_WORD.test(near.join(' ')) || isTrade(near[0] ?? '')) return true
  if (/^\p{Ll}/u.test(said) && PLURAL_NEXT.test(near[0] ?? '')) return true
  return !isName(said, after) && near.some((word) => /^\p{Ll}[\p{L}-]{2,}s$/u.test(word))
}

/** `5 Hotels am Bodensee`: a trade in the plural, whatever its capital. */
function isTrade(word: string): boolean {
  const said = inEnglishTrade(word) ?? word.toLowerCase()
  const key = said.split(' ').map(singular).join(' ')
  return key !== word.toLowerCase() && subjects().values.has(key)
}

/** `Two Sigma`, `3 Suisses`. */
const isName = (said: string, after: string): boolean => /^(?:\p{Lu}|\d)/u.test(said) && /^\s*\p{Lu}/u.test(after)
