import { FOREIGN_NUMBERS } from './number-words.ts'

/** Numbers, years and bounds as other languages write them, put so that the list of words and the grammar read them. */

const word = (alternatives: string): string => String.raw`(?<![\p{L}\p{N}'’-])(?:${alternatives})(?![\p{L}\p{N}])`
const rule = (pattern: string): RegExp => new RegExp(pattern, 'giu')

/** A year, not a number of people. */
const YEAR = String.raw`(?=(?:1[6-9]|20)\d\d(?!\d))`
const YEAR_BEHIND = String.raw`(?:\s+(?:l['’]ann[ée]e|l['’]an|an|año|dem\s+jahre?|het\s+jaar|ano\s+de))?\s+${YEAR}`
const YEARS = 'years|jahren?|ann[ée]es|ans|a[ñn]os|anni|jaar'
const LAST = 'letzten|derni[eè]re?s|[uú]ltim[oa]s|ultimi|laatste|afgelopen'

const SMALL = new Map(
  '2 zwei deux dos due twee dois|3 drei trois tres tre drie três|4 vier quatre cuatro quattro quatro'
    .split('|')
    .flatMap((line) => {
      const [value = '', ...words] = line.split(' ')
      return words.map((small): [string, string] => [small, value])
    }),
)
const DECADES = 'fünfzig|sechzig|siebzig|achtzig|neunzig'

/** `une trentaine de`, `unas decenas`: about as many. */
const ABOUT = new Map(
  [
    '10 dizaine decena decina tiental dezena',
    '12 douzaine docena dozzina dozijn dúzia dutzend',
    '15 quinzaine quincena quindicina vijftiental',
    '20 vingtaine veintena ventina twintigtal vintena',
    '30 trentaine treintena trentina dertigtal trintena',
    '40 quarantaine cuarentena quarantina veertigtal quarentena',
    '50 cinquantaine cincuentena cinquantina vijftigtal cinquentena',
    '60 soixantaine sesentena sessantina zestigtal',
    '100 centaine centenar centinaio honderdtal centena',
    '1000 millier millar migliaio duizendtal milhar',
  ].flatMap((line) => {
    const [value = '', ...words] = line.split(' ')
    return words.map((one): [string, string] => [one, value])
  }),
)

const REWRITES: readonly (readonly [RegExp, string | ((...found: string[]) => string)])[] = [
  // `achtziger Jahre`, `die 80er`, `les années 80`, `anni novanta`
  [
    rule(String.raw`(?<!\p{L})(${DECADES})er(?=[ -]jahre)`),
    (_, tens = '') => `${FOREIGN_NUMBERS.get(tens.toLowerCase()) ?? ''}er`,
  ],
  [
    rule(
      String.raw`(?<!\p{L})(?:(?:aus|in)\s+)?(?:(?:den|der|die)\s+)?((?:1[89]|20)?\d0)ern?(?:[ -]jahren?)?(?![\p{L}\p{N}])`,
    ),
    'from the $1s',
  ],
  [
    rule(
      String.raw`(?<!\p{L})(?:(?:des|dans|les|de|en|los|las|negli|degli|gli|uit|in|nos|dos|os)\s+){0,3}(?:ann[ée]es|a[ñn]os|anni|jaren)\s+['’]?((?:1[89]|20)?\d0)(?![\p{L}\p{N}]|\s+(?:ou|o|of)\s)`,
    ),
    'from the $1s',
  ],
  // `une boîte d'une trentaine de personnes`
  [
    rule(
      String.raw`(?<!\p{L})(?:d['’]|(?:de|di|von|van|com|con|met|mit)\s+)?(?:une?|una|uma|um|een|einem|einer|un)\s+(${[...ABOUT.keys()].join('|')})(?:\s+(?:de|di)(?=\s)|\s+d['’])?(?!\p{L})`,
    ),
    (_, many = '') => ` around ${ABOUT.get(many.toLowerCase()) ?? ''}`,
  ],
  // `plus d'un siècle`
  [
    rule(word(String.raw`(?:ein(?:em|er)?|une?|een|uma?|una)\s+(?:jahrhundert|siècle|siglo|secolo|eeuw|século)s?`)),
    '100 years',
  ],
  [
    rule(
      word(
        String.raw`(?:ein(?:em|er)?|une?|een|uma?|una)\s+(?:jahrzehnt|décennie|década|decennio|decennium|decenio)s?`,
      ),
    ),
    '10 years',
  ],
  // `cinquant'anni`
  [
    rule(String.raw`(?<!\p{L})((?:tr|quar|cinqu|sess|sett|ott|nov)ant|vent)['’](?=anni)`),
    (_, tens = '') => `${FOREIGN_NUMBERS.get(`${tens.toLowerCase()}${/^v/iu.test(tens) ? 'i' : 'a'}`) ?? tens} `,
  ],
  // `mehr als 100 Jahren bestehen`: only the years count.
  [
    rule(
      String.raw`(?<=(?:${YEARS})\s)(?:bestehen|existieren|am\s+markt|de\s+(?:historia|história|vida)|di\s+(?:storia|vita)|d['’]existence)(?!\p{L})`,
    ),
    'old',
  ],
  // `den letzten drei Jahren`, `trois ans`
  [
    rule(String.raw`(?<![\p{L}'’-])(${[...SMALL.keys()].join('|')})(?=\s+(?:${YEARS}|${LAST})(?!\p{L}))`),
    (small = '') => SMALL.get(small.toLowerCase()) ?? small,
  ],
  // `anteriores a 1970`, `av. 1995`, `vor 1900`
  [
    rule(
      String.raw`(?<!\p{L})(?:(?:noch|schon|de)\s+)?(?:(?:anterior[ei]?s?|antérieure?s?|previ[oa]s)\s+(?:à|a|al|ao)|vor|avant|av\.?|antes\s+d(?:e|el|o)|prima\s+d(?:el|i)|voor)${YEAR_BEHIND}`,
    ),
    'before ',
  ],
  [
    rule(
      String.raw`(?<!\p{L})(?:(?:posterior[ei]?s?|postérieure?s?|successiv[ei])\s+(?:à|a|al|ao)|nach|après|despu[eé]s\s+de(?:l)?|dopo(?:\s+il)?|na|depois\s+de|após)${YEAR_BEHIND}`,
    ),
    'after ',
  ],
  [rule(String.raw`(?<!\p{L})(zwischen|entre|tra|fra|tussen)\s+(?:el|il|o|de|les)\s+(?=\d)`), '$1 '],
  // `od 50 do 250`
  [rule(String.raw`(?<!\p{L})od\s+(?=\d+\s+do\s+\d)`), ''],
  // `- de 30 pers`, `+ de 50`, `mind. 10`
  [rule(String.raw`(?<=^|\s)[-–]\s?de\s+(?=\d)`), 'fewer than '],
  [rule(String.raw`(?<=^|\s)\+\s?de\s+(?=\d)`), 'more than '],
  [rule(String.raw`(?<!\p{L})(?:mind|m[ií]n)\.?\s+(?=\d)`), 'at least '],
  [rule(String.raw`(?<!\p{L})(?:maks|max|m[aá]x)\.?\s+(?=\d)`), 'at most '],
  // `à partir de 100 salariés`, not of a year
  [
    rule(
      String.raw`(?<!\p{L})(?:[àa]\s+partir\s+d(?:e|i)|fr[åa]n(?:\s+och\s+med)?|od)\s+(?!${YEAR})(?=\d)(?!\d[\d.]{0,9}\s+(?:[àa]|do|hasta|até|till?|tot)\s+\d)`,
    ),
    'at least ',
  ],
  // The money, not the region.
  [rule(String.raw`(?<=(?:\d|mio\.?|millionen|tausend|schweizer)\s)franken(?!\p{L})`), 'francs'],
  // `Schweiz ausgenommen`: in English the word comes first.
  [
    rule(
      String.raw`(?<=[,;(]\s*)([^,;()]{2,40}?)\s+(?:ausgenommen|ausgeschlossen|exclue?s?|except[ée]e?s?|excluid[oa]s?|exceptuad[oa]s?|esclus[aoei]|uitgezonderd|excetuad[oa]s?)(?=\s*(?:[,;.)]|$))`,
    ),
    'except $1',
  ],
]

/** A question of another language with its numbers and bounds rewritten. */
export const withAmounts = (text: string): string =>
  REWRITES.reduce((told, [pattern, by]) => told.replace(pattern, by as string), text)
