/** How sentences say since when a house exists, in the languages of its pages. Each expression has the year in its first group. */

const YEAR = String.raw`(1[6-9]\d\d|20\d\d)(?!\d)`
/** Before the year: `12 de noviembre de `, `30.11.`, `3rd of May `, `12, `. */
const DAY = String.raw`(?:(?<!\p{N})[0-3]?\d(?:[.º°]|er|st|nd|rd|th)?,?[\s./-]\s?(?:[01]?\d[./-]\s?|(?:de |di |of )?\p{L}{3,12}\.?,?\s(?:de |del |di )?)?)?`
export const HAS_YEAR = /1[6-9]\d\d|20\d\d/

/** Not within a word; `\b` knows only letters without marks. */
const word = (alternatives: readonly string[]): string => String.raw`(?<!\p{L})(?:${alternatives.join('|')})(?!\p{L})`

/** The house is what was founded. */
const FOUNDED = [
  String.raw`co-?founded|founding|founded|established|incorporated|formed|est\.|set up(?= (?:in|back|by|as)\s)|started(?: (?:by|in|back|out|life|trading|business|(?:the|our|this|my) (?:business|company|firm|practice|shop)))`,
  String.raw`(?:since|from) (?:its|our|the) (?:inception|creation|beginnings?|formation|foundation|establishment|opening)(?= (?:in|back)\s)`,
  String.raw`(?:began|begun)(?: (?:in|back|life|trading|business|operations|providing|manufacturing|making))|opened(?: (?:its|our|the)(?: first)? (?:doors?|shop|office|store))?`,
  'gegründet|gründung|gründungsjahr|gründete[nt]?|eröffnet(?:e|en)?',
  'fondée?s?|créée?s?|créa|année de création|date de création|ouvert(?:e)? ses portes',
  'fundad[ao]s?|cread[ao]|constituid[ao]|abrió sus puertas|abrimos|año de fundación|inici(?:ó|amos)(?: (?:su|sus|la|las|nuestras?) actividad(?:es)?)?',
  'fondat[ao]|costituit[ao]|anno di fondazione',
  'fundou|criad[ao]|constituíd[ao]|ano de fundação|iniciou',
  'opgericht|gesticht|gestart|opgestart|oprichting',
  'grundade?s?|grundat|startade(?:s)?|bildades|stiftet|grundlagt|grunnlagt|etableret|etablert|etablerades',
  'perustettu|perustettiin|perustamisvuosi',
  'założon[aey]|powstał[ao]?|rok założenia',
  'založen[aoáý]?|založil[ai]?|vznikl[ao]?|rok založen[ií]',
  'înființat[ăae]?|fondat[ăa]|anul înființării',
  String.raw`alapítva|alapítás éve|alapítot\p{L}{0,3}|alakult\p{L}{0,2}`,
  'ιδρύθηκε|έτος ίδρυσης',
  String.raw`įkurt\p{L}{1,4}|įsteigt\p{L}{1,4}|dibināt\p{L}{1,3}|asutati|asutatud`,
  String.raw`osnovan[aoi]?|ustanovljen[aoi]?|заснован\p{L}{0,3}|основан\p{L}{0,3}|създаден\p{L}?`,
  'تأسست|تأسس',
] as const
export const BEGAN = new RegExp(String.raw`${word(FOUNDED)}(?=[\s,:])[^.!?\d]{0,60}?${DAY}(?<!\p{N})${YEAR}`, 'iu')

/** The year is before the word: `wurde 1848 gegründet`, `1992-ben alakult`, `1976 yılında kurulan`. */
const FOUNDED_BEHIND = [
  'founded|established|started|set up|opened',
  'gegründet|gründete[nt]?|eröffnet',
  'fondée?|créée?',
  'fundad[ao]|nació|nace',
  'fondat[ao]|nasce',
  'opgericht|gesticht',
  'grundades|grundlagt|stiftet|perustettu|perustettiin',
  'założono|powstał[ao]?|založen[aoáý]?|vznikl[ao]?',
  String.raw`alakult\p{L}{0,2}|alapított\p{L}{0,3}|alapítva`,
  String.raw`kurul\p{L}{1,8}`,
  String.raw`įkurt\p{L}{1,4}|įsteigt\p{L}{1,4}|dibināt\p{L}{1,3}|asutati|osnovan[aoi]?|ustanovljen[aoi]?|заснован\p{L}{0,3}|основан\p{L}{0,3}`,
] as const
const BEFORE_YEAR = String.raw`(?:(?<!\p{L})(?:in|en|im jahr|im jahre|wurden?|bereits|schon|nel|année|i|år|em|anno|w|v roce|vuonna)\s|(?<!\p{L})(?:am|on|el|le|il|em|op|den|dne|no dia|dnia)\s(?=[0-3]?\d[.\s/-])${DAY}|^\W{0,3})`
export const YEAR_FIRST = new RegExp(
  String.raw`${BEFORE_YEAR}${YEAR}(?!\p{L})[^.!?\d]{0,60}?${word(FOUNDED_BEHIND)}|(?<!\p{N})${YEAR}(?:-?b[ae]n|(?: yılında))\s[^.!?\d]{0,30}?${word(FOUNDED_BEHIND)}`,
  'iu',
)

/** What is said of people too: only where the house is named, or speaks of itself. */
export const BORN = new RegExp(
  String.raw`${word([
    'nace|nació|nacimos|vio la luz',
    'nasce|nat[ao]|nacque|nasceu|nascemos',
    'née?|a vu le jour|voit le jour',
    'születt(?:ünk|ek)?',
    'syntyi',
  ])}(?=[\s,:])[^.!?\d]{0,40}?(?<!\p{N})${YEAR}`,
  'iu',
)

/** A table of a company's data: `設立 2012年4月`. */
export const FOUNDED_LABEL =
  /^(?:(?:会社)?設立(?:日|年月日?)?|創業(?:日|年)?|創立|成立时间|成立時間|설립(?:일|연도)?)[\s:：]*(?:西暦)?(1[6-9]\d\d|20\d\d)(?!\d)/u

/** The year before the first of an era: `令和6年` is 2024. */
const ERAS: ReadonlyMap<string, number> = new Map([
  ['明治', 1867],
  ['大正', 1911],
  ['昭和', 1925],
  ['平成', 1988],
  ['令和', 2018],
])
const ERA_YEAR = new RegExp(`(${[...ERAS.keys()].join('|')})(元|\\d{1,2})(?=年)`, 'gu')
export const BEGINS_WITH_ERA = new RegExp(`^(?:${[...ERAS.keys()].join('|')})`, 'u')

/** The same with years of the common era in place of Japanese ones. */
export const withCommonYears = (text: string): string =>
  text.replace(ERA_YEAR, (_, era: string, year: string) =>
    String((ERAS.get(era) ?? 0) + (year === '元' ? 1 : Number(year))),
  )

export const SINCE = new RegExp(
  String.raw`${word([
    'since|established|est',
    "seit|depuis|dès|desde|dal|dall[’']anno|sinds|sedan|siden|vuodesta|od|od roku|din|din anul|από το",
  ])}\.?\s(?:the year\s|in\s|the\s)?${DAY}(?<!\p{N})${YEAR}`,
  'iu',
)
/** `1991 óta`, `1976'dan beri`. */
export const SINCE_BEHIND = new RegExp(
  String.raw`(?<!\p{N})${YEAR}(?:\s(?:óta|yılından (?:beri|bu yana))|[’']\p{L}{2,3} (?:beri|bu yana))(?!\p{L})`,
  'iu',
)
