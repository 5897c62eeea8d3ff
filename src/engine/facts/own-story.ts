import { dropMarks } from '../../lib/text/fold-text.ts'
import {
  BEGAN,
  BEGINS_WITH_ERA,
  BORN,
  FOUNDED_LABEL,
  HAS_YEAR,
  SINCE,
  SINCE_BEHIND,
  withCommonYears,
  YEAR_FIRST,
} from './founding-words.ts'
import { amountNouns } from '../../lib/vocabulary/amount-nouns.ts'

/** What sentences of a page say about the company itself, judging by their subject. */
export interface OwnStory {
  founded: number | null
  /** Since when it does something: taken from a slogan if nothing says more. */
  since: number | null
  people: number | null
}

/** What kind of page tells it, judging by its name or title. */
interface StoryPage {
  isAbout: boolean
  isStart: boolean
}

const DIGIT = /\d/
/** The company speaking of itself. */
const WE =
  /(?<!\p{L})(?:we|our|us|ours|wir|unser\p{L}{0,2}|uns|nous|notre|nosotros|nuestr[oa]s?|nacimos|somos|noi|nostr[oaie]|siamo|wij|onze|ons|vi|vår[ta]?|vores|nós|nossa?|nascemos|nasz[aey]?|działamy|jesteśmy|jsme|sme|(?:family|family-owned|family-run) (?:firm|business|company)|našich?|naše|(?:the|this|our) (?:company|firm|business|agency|practice|shop|house|family business)|das unternehmen|die firma|(?:der|unser) betrieb|l['’]entreprise|la (?:société|empresa|compañía)|maison|l['’]azienda|het bedrijf|het kantoor|a empresa|virksomheden|selskabet|bedriften|firmaet|företaget|bolaget|yritys|yhtiö|yrityksemme|firma|spółka|společnost|spoločnosť|cégünk|vállalkozásunk|compania|societatea|firmamız|şirketimiz|η εταιρ(?:εία|ία)(?: μας)?)(?!\p{L})/iu
/** What is born, in the words of some languages, without being a person. */
const HOUSE =
  /(?<!\p{L})(?:nacimos|nascemos|entreprise|société|maison|empresa|compañía|azienda|ditta|bodega|firma|cég\p{L}*|vállalkozás\p{L}*)(?!\p{L})/iu
/** Someone or something else that began, joined, was born or became law. */
const OTHERS =
  /\b(?:join(?:ed|s)|graduat|born|member|president|director|award|act of|\p{Lu}\p{L}+ act was|law|holiday|festival|association|federation|institute for|movement|he|she|his|her|degree|university of|married|career|brand was|licen[cs]ed|practi[cs]ing since|has been with|er war|sie war|geboren|studi|copyright|web ?site|webseite|homepage|site internet|blog|podcast|patent|version|vehicle|car model|customer since|clients? since|hired|acquired by|which was|who|group' which|gesetz|feiertag|loi|ley|verein der)\b/iu
const STAFF_WORDS = String.raw`\+?\s(?:dedicated |skilled |highly trained |qualified |full-time )?(?:${amountNouns('staff').join('|')}|people work)(?!\p{L})`
const PEOPLE = new RegExp(
  String.raw`\b(?:(?:over|about|around|some|more than|nearly|almost|currently|über|rund|etwa|ca\.|plus de|più di|más de|meer dan) )?(\d{1,3}(?:[.,]\d{3})?|\d{2,6})${STAFF_WORDS}`,
  'iu',
)
/** The end of `PEOPLE`, searched for first: it needs digits, which few sentences have. */
const STAFF = new RegExp(String.raw`\d${STAFF_WORDS}`, 'iu')
/** `We employ 120 people`, `we are a team of 40`: words that count anybody are staff only behind these. */
const WORKFORCE = new RegExp(
  [
    String.raw`\b(?:employ(?:s|ing)?|beschäftig(?:en|t)|emplo(?:ie|yons)|emplea(?:mos)?|impiega|(?:we(?: are|'re|’re)|wir sind|nous sommes|somos|siamo|wij zijn))\s`,
    String.raw`(?:(?:an?|ein|une?|een|uma?) (?:\p{L}+ )?(?:team|équipe|equipo|equipa|equipe) (?:of|von|de|di|van) )?`,
    String.raw`(?:(?:a|now|over|about|around|some|more than|nearly|almost|currently|über|rund|etwa|ca\.|plus de|environ|más de|più di|circa|meer dan) ){0,2}`,
    String.raw`(\d{1,3}(?:[.,]\d{3})?|\d{2,6})\+?\s(?:people|persons|staff|workers|colleagues|leuten?|menschen|personen|köpfe|personnes|personas|persone|addetti|mensen|pessoas)(?!\p{L})`,
  ].join(''),
  'iu',
)
const OTHER_HOUSE =
  /\b(?:customers?|clients?|competitor|hospital|group|parent|partner|kunden|konzern|for (?:companies|firms|businesses) with|companies (?:with|of)|between)\b/iu
/** `Our customer Bigco`: the sentence goes on about somebody else. */
const OTHER_PARTY =
  /\b(?:[Cc]ustomer|[Cc]lient|[Cc]ompetitor|[Ss]upplier|[Pp]artner|[Pp]arent(?: company)?|[Kk]unde|[Ll]ieferant|[Ff]ournisseur|[Cc]liente|[Pp]roveedor|[Ff]ornitore|[Kk]lant)\s(?:(?:was|is|has|wurde|hat|est|fue|tiene)\b|\p{Lu})/u
/** `Bigco has`: one capitalised word is the subject. */
const ONE_SUBJECT =
  /^\W*(\p{Lu}[\p{L}\d&'’.-]+)\s(?:now |currently |today )?(?:has|had|employs|hat|beschäftigt|emploie|compte|tiene|emplea|cuenta|ha|impiega|conta|heeft|telt)\b/u
const PRONOUNS =
  /^(?:It|He|She|This|That|Which|Who|Today|Company|Firm|Es|Er|Sie|Dies|Das|Die|Il|Elle|Ella|Él|Hoy|Oggi|Het|Hij|Zij|Team|Staff|Workforce)$/
const SLOGAN_CHARS = 90
const MAX_SENTENCES = 3_000
/** Labels of founding years are read in East Asian scripts, which Unicode has from here on. */
const EAST_ASIAN = 0x3000

/**
 * @param own names of the company, its domain's label first
 */
export function ownStory(
  lines: readonly string[],
  own: readonly string[],
  { isAbout, isStart }: StoryPage,
  year: number,
): OwnStory {
  const years = new Set<number>()
  const slogans = new Set<number>()
  let people: number | null = null
  let count = 0
  let line = ''
  for (const [at, next] of lines.entries()) {
    const before = line
    line = next
    // Years and numbers of people are written in digits; most lines have none.
    if (!DIGIT.test(next) && !DIGIT.test(before)) continue
    const whole = goesOn(before, next) ? `${before} ${next}` : next
    const labelled = whole.charCodeAt(0) > EAST_ASIAN ? FOUNDED_LABEL.exec(withCommonYears(whole)) : null
    if (labelled !== null && yearIn(labelled) <= year) years.add(yearIn(labelled))
    for (const sentence of whole.split(/(?<=[.!?])\s+(?=\p{Lu})/u)) {
      if (!DIGIT.test(sentence)) continue
      if (++count > MAX_SENTENCES) break
      const began = beganIn(sentence, own, isAbout)
      if (began !== null && began <= year) years.add(began)
      const since =
        began === null ? sinceIn(sentence, own, isStart && at < HEAD_LINES && isHeadline(sentence, own)) : null
      if (since !== null && since <= year) slogans.add(since)
      people ??= peopleIn(sentence, own, isAbout)
    }
  }
  // If founding years differ, a slogan does not settle it.
  return { founded: agreed(years), since: years.size > 0 ? null : agreed(slogans), people }
}

/** A sentence may be broken into lines where one of its words is set apart. */
const goesOn = (line: string, next: string): boolean =>
  /[\p{Ll}:]$|,$|^\p{Lo}{2,6}$/u.test(line) && (/^[\p{Ll}\d]/u.test(next) || BEGINS_WITH_ERA.test(next))

/** The earliest year; null if the years are so far apart that they mean different things. */
function agreed(years: ReadonlySet<number>): number | null {
  const [first, ...others] = [...years].sort((a, b) => a - b)
  return first === undefined || others.some((year) => year - first >= 3) ? null : first
}

function beganIn(sentence: string, own: readonly string[], isAbout: boolean): number | null {
  if (sentence.length > MAX_SENTENCE || !HAS_YEAR.test(sentence)) return null
  const founded = BEGAN.exec(sentence) ?? YEAR_FIRST.exec(sentence)
  const match = founded ?? BORN.exec(sentence)
  if (match === null || FURTHER.test(match[0]) || isFurtherPlace(match[0], own)) return null
  const clause = sentence.slice(Math.max(0, match.index - 120), match.index + match[0].length + 60)
  // `The Elm Valley Association` may be the house.
  if (OTHERS.test(clause) && OTHERS.test(withoutNames(clause, own))) return null
  // Someone founded it: the company follows the verb.
  if (namesOwn(match[0], own)) return yearIn(match)
  const before = clauseBefore(sentence, match.index)
  const atStart = founded !== null && before.trim() === '' && (isAbout || sentence.length <= SLOGAN_CHARS)
  if (isAbout && (founded !== null || ARTICLE.test(before)) && isPlainSubject(before, own)) return yearIn(match)
  if (founded === null && /^nato/i.test(match[0])) return null
  const isOwn = HOUSE.test(clause) || (founded !== null && WE.test(clause)) || namesOwn(clause, own) || atStart
  return isOwn && !namesOther(before, own) && !OTHER_PARTY.test(before) ? yearIn(match) : null
}

const withoutNames = (clause: string, own: readonly string[]): string =>
  own.slice(1).reduce((text, name) => (name.includes(' ') ? text.replaceAll(name, '') : text), clause)

const yearIn = ([, first, second]: RegExpExecArray): number => Number(first ?? second)

/** `The bakery was`, `Das Büro wurde`, `L'agriturismo è`: on a page about the house, what is not named is the house. */
function isPlainSubject(before: string, own: readonly string[]): boolean {
  const text = before.trim()
  const words = text.split(/\s+/)
  if (text === '' || words.length > 5 || (NO_HOUSE.test(text) && !isOwnKind(text, own))) return false
  const [, ...more] = words
  return more.every((word, at) => !/^\p{Lu}/u.test(word) || (at === 0 && GERMAN_ARTICLE.test(text)))
}
const GERMAN_ARTICLE = /^(?:Der|Die|Das|Unser\p{L}{0,2})\s/u
const ARTICLE = /^\s*(?:The|Il|Lo|La|L['’]|El|O|A|Az|Le)(?:\s|(?<=['’]))/u
/** `Der Verein`, where the house is a riding club (`Reitverein`): what its name ends with is the house itself. */
function isOwnKind(text: string, own: readonly string[]): boolean {
  const kind = KIND.exec(text)?.[1]?.toLowerCase() ?? ''
  return (
    kind !== '' &&
    own.slice(1).some((name) =>
      name
        .toLowerCase()
        .split(/[^\p{L}]+/u)
        .some((word) => word.endsWith(kind)),
    )
  )
}
const KIND =
  /^(?:(?:the|our|der|die|das|unser\p{L}{0,2}|la|l['’]|le|el|il|lo|a|o|az|de|het) ?)?(school|university|museum|club|church|verein|verband|schule|kirche|école|église|escuela|iglesia|scuola|chiesa|school|kerk|förening|forening|skol|kyrk|iskola|szkoła)(?:en|an|n)?$/iu
/** Who or what was there before the house, or is another one. */
const NO_HOUSE =
  /(?<!\p{L})(?:i|he|she|it|they|who|which|ich|er|sie|es|il|elle|ils|lui|lei|él|ella|han|hun|hon|on|ona|який|town|city|village|parish|church|school|university|union|park|museum|club|league|stadt|dorf|gemeinde|kirche|schule|universität|verein|verband|kloster|orden|ville|commune|église|école|ciudad|pueblo|iglesia|escuela|città|paese|chiesa|scuola|stad|dorp|kerk|building|gebäude|haus|bâtiment|edificio|gebouw|palac\p{L}*|castle|castello|château|castillo|schloss|staden|byn|byen|kyrkan|kirken|skolan|skolen|föreningen|foreningen|kaupunki|kylä|koulu|miasto|wieś|kościół|szkoła|město|mesto|obec|kostel|város|falu|templom|iskola|orașul|satul|biserica|şehir|şehrimiz|kasaba|cami|πόλη|χωριό|місто|село|город|miestas|kaimas|grad|selo|cidade|vila|aldeia|igreja|borgo|quartier|barrio|region|región|regione|région|department|abteilung|partner\p{L}*|customers?|clients?|kunden?|suppliers?|brand|marke|marque|marca|merk|network|netzwerk|réseau|red|rete)(?!\p{L})/iu

/** `Opened the Wharf Yard workshop`: one more place of the same house. */
const isFurtherPlace = (clause: string, own: readonly string[]): boolean => PLACE.test(clause) && !namesOwn(clause, own)
const PLACE =
  /^(?:opened|eröffnet\p{L}{0,2})\s(?:the|a|an|its|our|my|das|die|den)\s(?:\p{Lu}[\p{L}'’-]+\s){1,4}(?:workshop|shop|store|branch|office|clinic|showroom|location|warehouse|factory|site|studio|restaurant|salon)/u

/** What is opened or started beside what there is. */
const FURTHER =
  /(?<!\p{L})(?:second|third|fourth|new|another|additional|branch|zweite\p{L}?|dritte\p{L}?|neue\p{L}?|nouve\p{L}+|deuxième|segund[ao]|nuev[ao]|nov[ao]|second[ao]|nuov[ao]|tweede|nieuwe)(?!\p{L})/iu

function sinceIn(sentence: string, own: readonly string[], isHeadline: boolean): number | null {
  if (sentence.length > MAX_SENTENCE || !HAS_YEAR.test(sentence)) return null
  const since = SINCE.exec(sentence) ?? SINCE_BEHIND.exec(sentence)
  if (since === null || OTHERS.test(sentence) || LATER.test(sentence)) return null
  const isSlogan =
    sentence.length <= SLOGAN_CHARS && (since.index <= MOST_BEFORE || isHeadline || SLOGAN.test(sentence))
  return isSlogan || WE.test(sentence) || namesOwn(sentence, own) ? Number(since[1]) : null
}
/** Where the slogan of a start page stands. */
const HEAD_LINES = 30
const HEADLINE_CHARS = 60
/** `Dentist in Bilbao since 1996`: a line of its own that ends with the year and names nobody else. */
const isHeadline = (sentence: string, own: readonly string[]): boolean =>
  sentence.length <= HEADLINE_CHARS && /^\P{L}*\p{Lu}[^,;:]*\d{4}\W*$/u.test(sentence) && !namesOther(sentence, own)
/** `Already since 1934`, `Già dal 1953`. */
const MOST_BEFORE = 8
const MAX_SENTENCE = 600
/** What a company became or did when it already existed. */
const LATER =
  /\b(?:be(?:come|came)|housed|located|situated|based (?:in|at|on)|moved|certified|accredited|approved|reseller|distributor of|dealer (?:of|for)|partner (?:of|with)|working with|zertifiziert|certifié|certificad[ao]|(?:geschäftsführer|inhaber|leiter|küchenchef)\p{L}*)\b/iu
const SLOGAN =
  /(?<!\p{L})(?:in business|family|serving|quality|trusted|proudly|experience|excellence|established|est|pioneers?|specialists?|makers?|artisans?|famill?[ei]a?l?e?|tradition\p{L}*|tradi[cz]i[oó]n\p{L}*|artesan\p{L}*|artigian\p{L}*|handwerk\p{L}*|familien?\p{L}*|vakmanschap)(?!\p{L})|^\W*(?!working)\p{L}+ing\s.{2,50}\d\W*$/iu

/** The text after the last comma, semicolon or dash. */
const clauseBefore = (sentence: string, index: number): string =>
  sentence
    .slice(0, index)
    .split(/[,;:–—]\s/)
    .at(-1) ?? ''

/** Whether the clause is about a company of another name. */
function namesOther(before: string, own: readonly string[]): boolean {
  const [name] = /\b(?:\p{Lu}[\p{L}&'’.-]+(?:\s|$)){2,}/u.exec(before) ?? []
  return name !== undefined && !namesOwn(name, own) && !WE.test(name)
}

function namesOwn(text: string, own: readonly string[]): boolean {
  const [label = '', ...names] = own
  const known = new Set(names.flatMap(wordsOf))
  return wordsOf(text).some(
    (word) => (word.length >= 4 && (label.includes(word) || known.has(word))) || (word.length >= 3 && word === label),
  )
}

const wordsOf = (text: string): string[] =>
  dropMarks(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)

function peopleIn(sentence: string, own: readonly string[], isAbout: boolean): number | null {
  if (sentence.length > 400 || !/\d/.test(sentence) || OTHER_HOUSE.test(sentence)) return null
  const match = (STAFF.test(sentence) ? PEOPLE.exec(sentence) : null) ?? WORKFORCE.exec(sentence)
  if (match === null) return null
  const isOwn = WE.test(sentence) || namesOwn(sentence, own) || (isAbout && sentence.length <= SLOGAN_CHARS)
  if (!isOwn || namesOther(clauseBefore(sentence, match.index), own) || isOfAnother(sentence, own)) return null
  const count = Number((match[1] ?? '').replace(/[.,]/g, ''))
  return count >= 2 ? count : null
}

function isOfAnother(sentence: string, own: readonly string[]): boolean {
  const [, subject = ''] = ONE_SUBJECT.exec(sentence) ?? []
  return subject !== '' && !PRONOUNS.test(subject) && !namesOwn(subject, own)
}
