/** Ways of saying what the grammar knows by a plainer word, each with that word. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  // `dont use`, `that arent`: without its apostrophe a denial would ask for what it denies.
  [/\b(is|are|was|were|do|does|did|has|have|ca|wo|could|would|should)nt\b/gi, "$1n't"],
  // `dating back to 1950`, `with roots in 1890`, `came into being in 2011`
  [
    /\b(?:dat(?:ing|es?)\s+(?:back\s+)?(?:from|to)|go(?:ing|es)?\s+back\s+to|(?:with\s+)?roots\s+(?:in|from)|(?:came|come)\s+into\s+being\s+in|originat(?:ed|es|ing)\s+in|(?:began|began\s+(?:life|trading|operations))\s+in)(?=\s+(?:the\s+)?(?:(?:early|mid|late)[\s-]+)?\d)/gi,
    'founded in',
  ],
  [/\b(?:founding\s+date|date\s+of\s+founding|founding\s+year|year\s+of\s+founding)(?:\s+is)?\b/gi, 'founded'],
  [/\bin\s+(?:operation|existence|business)(?=\s+(?:since|before|after)\s+\d)/gi, 'founded'],
  [/\bthe\s+year\s+(?=\d{4}(?!\d))/gi, ''],
  // `enterprise (5000+) companies`: by their size, while enterprise software is a trade.
  [/\benterprise(?=\s+(?:companies|businesses|organi[sz]ations|accounts|firms)\b)/gi, 'large'],
  [
    /\benterprise(?=\s+\([^()]{0,10}\d[^()]{0,10}\)\s*(?:companies|businesses|organi[sz]ations|accounts|firms)\b)/gi,
    '',
  ],
  // `I'm after breweries`
  [/\b(?:i['’]?m|i\s+am|we['’]?re|we\s+are)\s+after(?=\s+(?!\d)\p{L})/giu, 'looking for'],
  // `raised within 90 days`
  [/\bwithin\s+(?=\d{1,3}\s+(?:days|weeks|months)\b)/gi, 'in the last '],
  // `Co. Cork`
  [
    /\bco\.?\s+(?=(?:cork|kerry|galway|mayo|donegal|clare|limerick|tipperary|waterford|wexford|wicklow|kildare|meath|louth|down|antrim|armagh|derry|tyrone|fermanagh|durham|sligo|leitrim|roscommon|cavan|monaghan|longford|westmeath|offaly|laois|carlow|kilkenny)\b)/gi,
    'county ',
  ],
  // `websites using Shopify`: whose they are
  [
    /^(\s*(?:(?:find|show|list|get)\s+(?:me\s+)?)?(?:all\s+)?)(?:web\s?sites|sites)(?=\s+(?:running|using|built\s+(?:on|with)|powered\s+by|on|with|sous|con|mit|avec|com|that\s+(?:use|run))\s)/giu,
    '$1companies',
  ],
  // `two dozen staff`, `a few dozen people`
  [/\b(?:two|a\s+couple(?:\s+of)?|couple(?:\s+of)?)\s+dozen(?!s?\s+of)\b/gi, '24'],
  [/\bthree\s+dozen\b/gi, '36'],
  [/\bfour\s+dozen\b/gi, '48'],
  [/\b(?:a\s+)?(?:few|several)\s+dozen\b/gi, 'dozens of'],
  [/\b(?:a\s+)?couple\s+(?:of\s+)?hundred\b/gi, '200'],
  [/\b(?:a\s+)?couple\s+(?:of\s+)?thousand\b/gi, '2000'],
  [/\b(?:a\s+)?(?:few|several)\s+hundred\b/gi, 'hundreds of'],
  [/\b(?:a\s+)?(?:few|several)\s+thousand\b/gi, 'thousands of'],
  // `one-person consultancies`
  [/\b(?:one|single)[\s-]+(?:person|man|woman)\b(?!\s+(?:business|band|show))/gi, '1 person'],
  // `with $3m in venture capital`
  [
    /(\d\s?(?:k|m|mn|bn|million|billion)?\s)(?:of|in)\s+(?:venture\s+(?:capital|funding|money)|vc\s+(?:money|funding))/gi,
    '$1in funding',
  ],
  [
    /\b(?:took|pulled|brought)\s+in(?=\s+(?:[$€£]|\d|over\s|more\s|at\s+least\s|less\s|under\s))|\ban?\s+investment\s+of(?=\s+[^a-z]*\d)/gi,
    'raised',
  ],
]

const SOME = String.raw`((?:weniger\s+als|mehr\s+als|unter|über|moins\s+de|plus\s+de|menos\s+de|más\s+de|mais\s+de|meno\s+di|più\s+di|minder\s+dan|meer\s+dan)\s+)?(\d{1,3})\s+`
/** `vor 10 Jahren`, `il y a moins de 5 ans`, `5 anni fa`: word by word none of them says how long ago. */
const AGO = [
  `vor\\s+${SOME}jahren`,
  `il\\s+y\\s+a\\s+${SOME}ans`,
  `hace\\s+${SOME}años`,
  `há\\s+${SOME}anos`,
  `${SOME}anni\\s+fa`,
  `${SOME}anos\\s+atrás`,
  `${SOME}jaar\\s+geleden`,
].map((form) => new RegExp(`(?<!\\p{L})${form}(?!\\p{L})`, 'giu'))

/** `1 000 salariés`, `2 500 pracowników`: a space before the last three digits, where it divides no two numbers. */
const SPACED =
  /(?<![\d.,]|\d )(\d{1,3})(?:[\u{a0}\u{202f}](\d{3})| (000|\d{3}(?= (?!people|person|companies|firms|firmen|unternehmen|entreprises|empresas|aziende)\p{L}{4,})))(?![\d.,])/giu

/** The text with such words in their plainer form. */
export const inPlainForms = (text: string): string =>
  AGO.reduce(
    (plain, form) =>
      plain.replace(form, (_, bound: string | undefined, years: string) => `${bound ?? ''}${years} years ago`),
    FORMS.reduce((plain, [form, word]) => plain.replace(form, word), text),
  ).replace(SPACED, (_, first: string, hard = '', soft = '') => `${first}${hard}${soft}`)
