/** Years and decades as they are dictated, each in digits: `twenty fifteen`, `two thousand and ten`, `the nineties`. */

const UNITS = 'one two three four five six seven eight nine'.split(' ')
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const DECADES = 'twenties thirties forties fifties sixties seventies eighties nineties'.split(' ')

const BELOW_HUNDRED = new Map<string, number>([
  ...UNITS.map((word, at): [string, number] => [word, at + 1]),
  ...TEENS.map((word, at): [string, number] => [word, at + 10]),
  ...TENS.map((word, at): [string, number] => [word, (at + 2) * 10]),
  ...TENS.flatMap((tens, at) => UNITS.map((unit, by): [string, number] => [`${tens} ${unit}`, (at + 2) * 10 + by + 1])),
])
const words = (numbers: readonly string[]): string => numbers.join('|')
const ANY = `(?:(?:${words(TENS)})(?:[- ](?:${words(UNITS)}))?|${words(TEENS)}|${words(UNITS)})`
const LED = String.raw`(?<=\b(?:in|since|after|before|from|until|till|by|around|between|and|to|year|founded|established|started|incorporated|launched|least|than)\s)`

/** Two numbers in a row are read as one only where a time is told: `since twenty ten`, but not `from twenty ten companies`. */
const YEAR = new RegExp(
  String.raw`${LED}(?:(?<century>eighteen|nineteen|twenty)(?:[- ]hundred(?:\s+and)?(?=[- ](?:${ANY})(?![\p{L}-])))?(?:[- ](?<rest>hundred|(?:oh|o)[- ](?:${words(UNITS)})|${ANY}))|two\s+thousand(?:\s+(?:and\s+)?(?<past>${ANY}))?)(?![\p{L}-])(?!\s+(?:people|employees?|staff|persons?|workers|companies|firms|dollars|euros|pounds))`,
  'giu',
)
const CENTURIES = new Map([
  ['eighteen', 1800],
  ['nineteen', 1900],
  ['twenty', 2000],
])

/** `in the nineties`, but not `companies with people in their twenties`. */
const DECADE = new RegExp(
  String.raw`(?<=\bthe\s(?:(?:early|mid|late)[\s-])?)(?:(?<century>eighteen|nineteen|twenty)[\s-])?(?<decade>${words(DECADES)})(?!\p{L})`,
  'giu',
)

/** The text with such years in digits. */
export const withYearsInDigits = (text: string): string =>
  text
    .replace(YEAR, (said, century: string | undefined, rest: string | undefined, past: string | undefined) => {
      if (century === undefined) return String(2000 + (past === undefined ? 0 : below(past)))
      const within = rest?.toLowerCase() === 'hundred' ? 0 : below(rest ?? '')
      // `twenty one` is a number of something.
      return within < 10 && !/\b(?:oh?|hundred)\b/i.test(said)
        ? said
        : String((CENTURIES.get(century.toLowerCase()) ?? 0) + within)
    })
    .replace(DECADE, (_, century: string | undefined, decade: string) => {
      const tens = (DECADES.indexOf(decade.toLowerCase()) + 2) * 10
      // Without a century they are the last that are over.
      const start = CENTURIES.get(century?.toLowerCase() ?? '') ?? (tens > 20 ? 1900 : 2000)
      return `${start + tens}s`
    })

const below = (said: string): number =>
  BELOW_HUNDRED.get(
    said
      .toLowerCase()
      .replace(/^oh?[- ]/, '')
      .replaceAll(/[\s-]+/g, ' '),
  ) ?? 0
