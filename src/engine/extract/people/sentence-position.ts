import type { PersonName } from '../names/name-evidence.ts'
import { COMMON, GIVEN, SURNAME, TITLE, wordKindOf } from '../names/name-words.ts'
import type { PersonCard } from './person-card.ts'
import { isPluralTitle, isPost } from './position-text.ts'

/** The author of a text, which is not a position. */
export const BYLINE =
  /^(?:about (?:the )?)?(?:author|autor|autorin|auteur|auteure|autore|autora|autrice)(?:['’]s)?(?: bio(?:graphy)?)?$/i

/** The position that a sentence gives to a name in it, right before or after the name. */
export function positionInSentence(before: string, after: string): string | null {
  return (
    labelBefore(before) ?? titleBefore(before) ?? appositionBefore(before) ?? inBrackets(after) ?? behindName(after)
  )
}

/** `Jane Doe (treasurer) says …` */
const inBrackets = (after: string): string | null => postIn(/^\s\(([^()]{3,80})\)/.exec(after)?.[1] ?? '')

/**
 * `Jane Doe, director of sales at Acme, said …`, `Jane Doe is the founder of Acme`, `Jane Doe, who serves as our treasurer`,
 * `Jane Doe has been our treasurer since 2004`, `Jane Doe joined us as treasurer`, `Jane Doe and I am the owner`
 */
export function behindName(after: string): string | null {
  return postIn(BEHIND.exec(after)?.[1] ?? '')
}

const BEHIND = new RegExp(
  '^(?:\\s\\([^()]{1,80}\\))?(?:(?:,? who)?\\s+(?:currently |now |also )?(?:' +
    'is|serves as|works as|acts as|ist|est|es|è|has been (?:named|appointed|elected)(?: as)?|has (?:been|served as|worked as)|' +
    'joined (?:us|the (?:team|firm|company|practice|staff))(?: in \\d{4})? as' +
    ")(?: currently| now| also)?|\\s*[,–—:-]|\\s+and I(?: am|['’]m))\\s+" +
    '(?:the (?:new )?|our (?:new )?|an? |der |die |le |la |el |il )?([^,.;()]{3,80})',
)

/** Of a biography. */
const [TOLD_LINES, MAX_TOLD_CHARS] = [5, 800]
const PRONOUN = /^(?:She|He|Sie|Er|Elle|Il|Ella|Él|Lei|Lui)$/u
/** With a form of address: `Dr. Doe is …`, `Doctor Doe is …`. */
const SUBJECT =
  /^(?:(?:\p{Lu}\p{L}{1,4}\.|Doctor|Dr|Professor|Attorney|Pastor|Father|Coach|Chef|Judge|Mr|Mrs|Ms)\s)?(\S+)((?:\s\S+)?)/u
/** `Jane joined us in 2004 and serves as director` */
const LATER = /\s(?:and|und|et|y)\s(?:currently |now |today )?(?=(?:is|serves as|works as|acts as|ist|est|es)\s)/u

/**
 * What a biography says the person is, in sentences that begin with a pronoun or a part of the name.
 * @param isShared it names somebody else too, of whom a pronoun may speak
 */
function positionOfSubject(text: string, { first, last }: PersonName, isShared: boolean): string | null {
  for (const sentence of text.slice(0, MAX_TOLD_CHARS).split(/(?<=\p{Ll}{2}[.!?])\s+/u)) {
    const apposed = sentence.slice(0, MAX_APPOSED_CHARS * 2).indexOf(`, ${first} `)
    const before = first !== '' && apposed > 0 ? appositionBefore(sentence.slice(0, apposed + 2)) : null
    if (before !== null) return before
    const words = SUBJECT.exec(sentence)
    const subject = words?.[1] ?? ''
    if (!(subject === first || subject === last || (!isShared && PRONOUN.test(subject)))) continue
    const end = words?.[2] === ` ${last}` ? (words[0] ?? '').length : sentence.indexOf(subject) + subject.length
    const rest = sentence.slice(end)
    const later = LATER.exec(rest)
    const post = behindName(rest) ?? (later ? behindName(` ${rest.slice(later.index + later[0].length)}`) : null)
    if (post !== null) return post
  }
  return null
}

const GOES_ON = /[.!?] /
/** What sentences of the card say of the person by a part of the name: `She is our treasurer`, `Jane joined us and serves as …`. */
export function toldPosition({ lines, mention, isOthers }: PersonCard): string | null {
  const rest = mention.line.text.slice(mention.end, mention.end + MAX_TOLD_CHARS)
  const isSure = mention.name.evidence >= 2 && mention.name.first !== ''
  const own = isSure && GOES_ON.test(rest) ? positionOfSubject(rest, mention.name, isOthers(mention.line)) : null
  if (own !== null || mention.place === 'prose') return own
  const below = lines.filter((line) => line.index > mention.line.index && !line.isAlternative)
  for (const [at, line] of below.slice(0, TOLD_LINES).entries()) {
    const isShared = isOthers(line)
    if (isShared && !line.text.includes(mention.name.last)) continue
    const opening = at === 0 ? (openingPost(line.text) ?? postIn(AS_POST.exec(line.text)?.[1] ?? '')) : null
    const post = opening ?? positionOfSubject(line.text, mention.name, isShared)
    if (post !== null) return post
  }
  return null
}

/** `Als Schriftführer führt er …`, `As our treasurer, she keeps …`: as what somebody does what follows. */
const AS_POST =
  /^(?:Als|As(?: our| the| an?)?|En tant que?|Come|Como|Som) (\p{L}[^.;:()|,]{2,50}?)(?: \p{Ll}+ (?:er|sie|hij|zij|ze|han|hon)|,? (?:she|he|il|elle|ella|él|lei|lui|ela|ele)) \p{L}/u

/** `Founder and President of Acme, Inc. She joined …`: a biography that begins with the post. */
function openingPost(text: string): string | null {
  const opening = OPENING.exec(text)?.[1] ?? ''
  const kind = wordKindOf(/^[\p{L}-]+/u.exec(opening)?.[0] ?? '')
  if ((kind & TITLE) === 0 || (kind & (GIVEN | SURNAME)) !== 0) return null
  // `Author of` eight books
  return PRAISE.test(text.slice(0, opening.length + 4).toLowerCase()) ? null : postIn(opening)
}
const OPENING = /^(\p{Lu}[^.;:()|]{2,60}?)(?:,| (?:of|at|in|with|for) ).{20}/u

/** `The director of Acme, Jane Doe, …`, `Currently a sales manager with Acme, Jane Doe …`, `… write to our treasurer, Jane Doe` */
export function appositionBefore(before: string): string | null {
  const text = APPOSED.exec(before)?.[1] ?? ''
  const clause = CLAUSE.exec(text)?.[1] ?? OURS.exec(text)?.[1] ?? ''
  return clause.length <= MAX_APPOSED_CHARS ? postIn(clause) : null
}

/** The text up to the comma before a name, which may begin with a form of address. */
const APPOSED = /^(.*\p{L}),\s(?:\p{Lu}\p{L}{1,4}\.?\s)?$/su
/** The whole clause, so that nothing before it changes its meaning (`After a call with the director, Jane Doe …`). */
const CLAUSE =
  /(?:^|[.;:!?]\s)(?:(?:[Cc]urrently|[Tt]oday|[Nn]ow),? an? |[Aa]s (?:the |our )?|(?:[Tt]he|[Oo]ur|[Ii]ts|[Ll]e|[Ll]a|[Ee]l|[Ii]l|[Dd]er|[Dd]ie) )((?:[^.;:!?]|\.(?=\S))+)$/su
const MAX_APPOSED_CHARS = 80

/** The beginning of a clause, if it is the post of one person. */
function postIn(clause: string): string | null {
  const part = withoutCompany(
    clause.replace(SINCE, '').replace(/\s(?:who|that|which|has|is|was|with|at|in|bei|chez|@)\s.*$/su, ''),
  )
  return isPost(part) &&
    !PRAISE.test(part) &&
    !HONOUR.test(part) &&
    !WHEN.test(part) &&
    !part.split(' ').some(isPluralTitle)
    ? part
    : null
}

/** `Associate of the Royal Academy` */
const HONOUR = /^(?:\p{L}+ )?(?:fellow|associate|licentiate|diplomate|alumn\p{L}+|friend|supporter|fan) of\b/iu
/** What somebody did, and when. */
const WHEN = /\s(?:during|when|while|after|before|until|because)\s/
/** `treasurer since 2004`, `plumber for more than 30 years` */
const SINCE = /\s(?:since|for (?:the (?:past|last)|over|more than|almost|nearly|about|some|many|\d+))\s.*$/su

/** `internationally recognized author of eight books` describes someone without naming a post. */
const PRAISE =
  /^(?:avid|proud|keen|devoted|lifelong|life-long|former|retired|active|member of)\b|^\p{Ll}+(?:ed|wn|en) (?:by|for|from|in|on|to|with)\b|\p{Ll}ly \p{Ll}+(?:ed|ing|wn) |\b(?:author|winner|graduate|recipient|native|father|mother) of\b|\b(?:two|three|four|five|six|seven|eight|nine|ten|many|several|numerous)\b/u

/** What somebody founded, owns or heads is a house, whatever the words of its name. */
const HOUSE = /^(.*\b(?:founder|owner|proprietor|ceo|chief executive officer))\sof\s(?:the\s)?\p{Lu}/iu
/** A function is a common word (`Director of Sales`), the name of a company mostly not (`President of Acme`). */
function withoutCompany(text: string): string {
  const title = text.replace(/^both\s/, '')
  const house = HOUSE.exec(title)?.[1]
  if (house !== undefined) return house
  const of = /\s(?:of|for|de|von|der|di)\s(?:the\s)?(\p{Lu}\S*)/u.exec(title)
  const names = of?.[1] !== undefined && (wordKindOf(of[1]) & COMMON) === 0
  return (names ? title.slice(0, of.index) : title).trim()
}

/** `Lead Carpenter: Jane Doe has been …` */
function labelBefore(before: string): string | null {
  const label = /(?:^|[.;:!?]\s)([^.;:!?]{3,80}):\s*$/u.exec(before)?.[1]?.trim() ?? ''
  return isPost(label) && !BYLINE.test(label) ? label : null
}

const TITLE_PART = /^(?:\p{Lu}[\p{L}/&-]*|of|and|&|for)$/u

/**
 * An office in a company. Trades in lower case before a name (`attorney`, `producer`) say what someone is, here or elsewhere.
 */
const OF_HOUSE =
  /^(?:co-?)?(?:owner|founder|director|president|manager|partner|principal|chair(?:man|woman)?|head|treasurer|secretary|directeur|directrice|fondateur|fondatrice|gérante?|présidente?|directora?|fundadora?|presidente?a?|gerente|direttore|direttrice|fondatore|fondatrice|titolare|oprichter|eigenaar|voorzitter)$/u
const OURS =
  /(?:^|\s)(?:[Oo]ur|[Ii]ts|[Nn]otre|[Nn]uestr[oa]|[Nn]ostr[oa]|[Oo]nze)\s((?:\p{Ll}[\p{L}-]*\s){0,3}\p{Ll}[\p{L}/-]*)$/u
/** `… Directors Ann and Jane Doe …` */
const JOINT_NAME = /\s\p{Lu}\p{L}+ (?:and|&|und|et|y|e)\s*$/u

/** `… our Sales Director Jane Doe …`, `… our sales director Jane Doe …`: words right before the name that end in a title. */
function titleBefore(before: string): string | null {
  const text = before.replace(JOINT_NAME, '').trimEnd()
  const words = text.split(/\s+/).slice(-6)
  const parts = (words.at(-1) ?? '').split('/')
  if (text.endsWith(':') || !parts.some((word) => (wordKindOf(word) & TITLE) !== 0 || isPluralTitle(word))) return null
  if (/^\p{Ll}/u.test(words.at(-1) ?? '')) return smallTitle(text, parts)
  let start = words.length - 1
  while (start > 0 && TITLE_PART.test(words[start - 1] ?? '')) start--
  const title = words
    .slice(start)
    .join(' ')
    .replace(/^(?:of|and|&|for|The|Our)\s+/, '')
  return isPost(title) ? title : null
}

/** `Acme managing director Jane Doe`: all lower-case words after the company are the title. */
const BEHIND_COMPANY = /\p{Lu}\S*\s((?:\p{Ll}[\p{L}-]*\s){1,3}\p{Ll}[\p{L}/-]*)$/u

const isWordOfTitle = (word: string): boolean => {
  const kind = word.split('/').reduce((all, part) => all | wordKindOf(part), 0)
  return (kind & (COMMON | TITLE)) !== 0 && (kind & (GIVEN | SURNAME)) === 0
}

function smallTitle(text: string, parts: readonly string[]): string | null {
  const isOffice = parts.some((word) => OF_HOUSE.test(word))
  const whole = isOffice ? BEHIND_COMPANY.exec(text)?.[1] : undefined
  if (whole?.split(' ').every(isWordOfTitle) === true && isPost(whole)) return whole
  const ours = OURS.exec(text)?.[1] ?? (parts.some((word) => OF_HOUSE.test(word)) ? parts.join('/') : null)
  return ours !== null && isPost(ours) ? ours : null
}
