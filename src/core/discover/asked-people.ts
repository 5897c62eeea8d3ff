import { classifyTitle } from '../../engine/classify/title.ts'
import { isNameOfPlace } from '../../engine/discover/words/kept-names.ts'
import { singular } from '../../engine/discover/words/singular.ts'
import { isHead } from '../../engine/discover/words/subject-words.ts'
import { endsTrade, isTradeAhead, isTradeNamed } from '../../engine/discover/words/trade-ahead.ts'
import { described, DOERS, ENDS, isTitle, lastWord, NO_PERSON, personIn } from './asked-titles.ts'
import type { PeopleAndRest } from './asked-titles.ts'
import { singly } from './single-title.ts'
import { departmentOfWork } from './work-department.ts'
import { townsNamed } from '../../lib/vocabulary/places/towns.ts'

const MAX_QUERY = 2_000

/** `fintechs with a head of engineering`: who is named there is behind a word for having, and an article. */
const HAVING =
  /(?<=^|\s)(?:(?:that|which|who)\s+(?:have|has|employ)|with|having|employing|and(?=\s+(?:an?|their)\s)|mit|avec|con)\s+(?:(?:an?|the|its|their|eine[mnrs]?|einem|der|un|une|una|el|la)\s+)?(?<title>[^,.;:!?()\d]{2,80})/giu
const PLEASE = String.raw`(?:(?:please|bitte)\s+)?(?:(?:can|could|would)\s+you\s+)?`
const WANTED = String.raw`(?:(?:i['’]?\s?a?m\s+|we['’]?\s?a?re\s+)?looking\s+for\s+|(?:(?:i|we)\s+)?(?:need|want)\s+(?:to\s+(?:find|reach|contact)\s+)?|(?:find|give|show|list|get|who\s+(?:is|are)|finde|zeige|suche|trouve|busca)(?:\s+(?:me|us|mir|uns|moi))?\s+)?`
const ALL = String.raw`(?:(?:all|every|alle|tou[st]e?s?|tod[oa]s)\s+(?:of\s+)?)?(?:(?:the|die|den|le|les|los|las)\s+)?`
const DETAILS = String.raw`(?:(?:(?:work\s+)?e-?mails?|e-?mail\s+addresses|contact\s+details|contacts|phone\s+numbers|numbers|names)\s+(?:of|for)\s+${ALL})?`
/** What may be before a title. */
const OPENING = new RegExp(String.raw`^\s*${PLEASE}${WANTED}${ALL}${DETAILS}(?:(?<count>\d{1,4})\s+)?`, 'iu')
/**
 * `CTOs of fintechs in Berlin`: what may lead from a title to companies. At a company is a person with any job, of companies
 * whoever leads them.
 */
const LINK =
  /\s+(?:(?<at>(?:(?:who\s+)?work(?:ing)?\s+|employed\s+)?at|bei|chez|presso|bij|hos)|(?<of>of|von|des?|du|di|dei|degli|delle|d[ao]s?|van)|from|in|im|for|en|em|dans|ne[il]|negli|nell[ae]|n[ao]|på|inom|we?)\s+|\s+d['’](?=\p{L})|(?<comma>,)\s+/giu
/** Behind these come several companies. */
const OF_ALL = /^(?:von|des|dei|degli|delle|d[ao]s)$/i
/** `Persona: VP Marketing.` */
const LABELLED =
  /(?<![\p{L}\d])(?:(?:buyer\s+)?personas?|(?:job\s+)?titles?|roles?|contacts?)\s*[:=]\s*(?<said>[^.,;:|\n()\d]{2,60})(?:[.,;|\n]\s*|$)/iu
/** `people who work at Larkmoor`: those of one company, whatever they do. */
const EMPLOYED =
  /^\s*(?:(?:find|give|show|list|get)\s+(?:me\s+|us\s+)?)?(?:all\s+|the\s+)?(?<said>people|everyone|everybody|anyone|staff|employees)\s+(?:who\s+|that\s+)?(?:work(?:s|ing)?|employed)\s+(?:at|for)\s+(?=\p{Lu})/iu
/** `software engineers in Pune`, `data engineers healthcare`: a job that no company is called by. */
const JOB =
  /^(?<said>(?:senior\s+)?(?:software|data|machine\s+learning|ml|ai|devops|front-?end|back-?end|full[- ]?stack|qa|site\s+reliability|sales|product|marketing|account|business)\s+(?:engineers|scientists|managers|executives|analysts))\s+/iu
/** `marketing directors`: several people, whom no company is called after. */
const MANY =
  /(?<!\p{L})(?:heads|chiefs|directors|managers|presidents|founders|co-?founders|executives|leads|directeurs|directrices|responsables|director[ae]s|jef[ea]s|gerentes|direttori|direttrici|responsabili|diretor[ae]s|directeuren|dyrektorzy|kierownicy)(?!\p{L})|\p{L}{4,}(?:leiter|chefs|chefer)$/iu
/** `CFO services`, `CEO coaching`: what is sold to them. */
export const OFFERED =
  /^(?:services?|coach\p{L}*|consult\p{L}*|advisory|software|tools?|platforms?|apps?|search|training|recruit\p{L}*|staffing|networks?|communit\p{L}*|events?|outsourcing|associations?|clubs?)(?!\p{L})/iu
const PREPOSITION = new RegExp(`^(?:${LINK.source})`, 'iu')
/** `in tech companies`: where somebody works, whatever companies of the name of the job there are. */
const INSIDE =
  /^(?:(?!(?:at|of|from|in|for|with)\s)[^\s,.;:!?()]+\s+){1,3}(?:companies|firms|start-?ups|businesses|corporations|enterprises)(?!\p{L})/iu
/** Companies of several words, before anything that says where they are or how large. */
const COMPANIES =
  /^(?:(?!(?:at|of|from|in|for|with|bei|von|mit|ab|bis|de|en|chez|avec|con)\s)[^\s,.;:!?()]+\s+){0,3}(?!(?:bis|aus|plus|als)\b)\S*(?:[\p{L}\d]s\b|compan|business|unternehmen|(?:industry|sector|trade|manufacturing)\b|(?:eien|iken|banken|ungen|kassen|schulen|werken|häusern|betrieben|herstellern)\b|aziend|impres[ae]\b|societ|bedrijven\b|företag\b|bolag\b|virksomheder\b|selskaber\b|selskaper\b|banche\b|ospedali\b|alberghi\b)/iu
/** `director of photography studios`, `head of state visits`: alone these lead to what somebody directs. */
const BARE_RANK = /^(?:director|head|lead|chief)$/i
/** `CFOs in Denmark`: titles that no company is called by, so that a place may follow at once. */
export const SURE =
  /^(?:c[cdetfimoprs]os?|chros?|cisos?|chief\s.+\sofficers?|(?:[aes]?vps?|vice\s+presidents?)(?:\s.+)?|heads?\s+of(?:\s+(?!(?:at|of|from|in|for)\s)\S+)+|geschäftsführer(?:in|innen)?|\p{L}{4,}leiter(?:in|innen)?)$/iu
/** `who runs IT at credit unions`: by what they do. */
const RUNNING =
  /^\s*(?:(?:find|give|show|get)\s+(?:me\s+)?)?(?:who(?:ever|soever)?|(?:the\s+)?(?:person|people|ones?|those|someone|somebody|anyone)\s+(?:who|that))\s+(?:runs?|leads?|owns?|oversees?|handles?|works?\s+in|heads?(?:\s+up)?|manages?|(?:is|are)\s+(?:in\s+charge\s+of|responsible\s+for))\s+(?:the\s+)?(?<work>[\p{L}&/-]{2,20}(?:\s[\p{L}&/-]{2,20}){0,2}?)\s+(?:at|in|for)\s+/iu
/** `sales teams at insurers`, `Einkaufsabteilungen bei Werften`, `équipes marketing de banques`: a department without a title. */
const TEAMS = [
  /^(?<said>(?:every(?:one|body)|any(?:one|body)|people|staff|contacts|folks|employees|those)\s+(?:(?:who\s+)?work(?:ing)?\s+)?in\s+(?:the\s+)?(?<work>[\p{L}&/-]+(?:\s[\p{L}&/-]+){0,2}?)(?:\s(?:team|department))?)\s+(?:at|of|in|from)\s+/iu,
  /^(?<said>(?<work>[\p{L}&/-]+(?:\s[\p{L}&/-]+){0,2}?)\s(?:teams?|departments?|people|folks|staff))\s+(?:at|of|in\s+the)\s+/iu,
  /^(?<said>(?<work>\p{L}{2,20}?)s?-?(?:teams?|abteilung(?:en)?))\s+(?:bei|von|in\s+den)\s+/iu,
  /^(?<said>(?:équipes?|départements?|services?|equipos?|departamentos?)\s+(?:de\s+|des\s+)?(?<work>\p{L}+(?:\s\p{L}+)??))\s+(?:chez|de|des|en\s+las|de\s+las)\s+/iu,
]
/** What no title holds. */
const NOUNS =
  /\b(?:start-?ups|customers|users|clients|vendors|resellers|companies|firms|businesses|unternehmen|firmen|empresas|entreprises|sociétés|sektor|sectors?|secteurs?|settore|setor|branche)\b/iu
/** A title is at the beginning of a question, and companies soon behind it. */
const MAX_LEADING = 60
const MAX_COMPANIES = 120

/** At most one; null where nobody is asked for. */
export function askedPeople(text: string): PeopleAndRest | null {
  const bounded = text.slice(0, MAX_QUERY)
  for (const match of bounded.matchAll(HAVING)) {
    const said = personIn(match.groups?.['title'] ?? '')
    if (said === null) continue
    const titleAt = match.index + match[0].length - (match.groups?.['title'] ?? '').length
    const rest = `${bounded.slice(0, match.index)} ${bounded.slice(titleAt + said.length)}${text.slice(MAX_QUERY)}`
    return { people: described(said), rest: rest.replaceAll(/\s{2,}/g, ' ').trim() }
  }
  return (
    labelledPeople(text) ??
    plainPeople(text) ??
    runningPeople(text) ??
    teamPeople(text) ??
    barePeople(text) ??
    leadingPeople(text)
  )
}

function labelledPeople(text: string): PeopleAndRest | null {
  const match = LABELLED.exec(text.slice(0, MAX_QUERY))
  const said = match?.groups?.['said']?.trim()
  if (match === null || said === undefined) return null
  const people = described(said)
  if (people.department === undefined && people.seniority === undefined) return null
  return { people, rest: `${text.slice(0, match.index)}${text.slice(match.index + match[0].length)}`.trim() }
}

function plainPeople(text: string): PeopleAndRest | null {
  const employed = EMPLOYED.exec(text.slice(0, MAX_COMPANIES))
  if (employed !== null)
    return { people: { said: employed.groups?.['said'] ?? '' }, rest: text.slice(employed[0].length).trim() }
  const begin = OPENING.exec(text)?.[0].length ?? 0
  const job = JOB.exec(text.slice(begin, begin + MAX_LEADING))
  const said = job?.groups?.['said']
  if (job === null || said === undefined) return null
  const rest = text.slice(begin + job[0].length).trim()
  return /^(?:in|near|around|from)\s/iu.test(rest) || (!PREPOSITION.test(` ${rest}`) && isBareTrade(rest))
    ? { people: described(said), rest }
    : null
}

/** `CTO fintech Berlin`, `marketing directors cosmetics`: the trade follows at once. */
function barePeople(text: string): PeopleAndRest | null {
  const opening = OPENING.exec(text)
  const begin = opening?.[0].length ?? 0
  let found: PeopleAndRest | null = null
  for (const gap of text.slice(begin, begin + MAX_LEADING).matchAll(/(?<=\p{L})(?:\s+(?=\p{L})|,\s)/gu)) {
    const title = text.slice(begin, begin + gap.index)
    const rest = text.slice(begin + gap.index).trim()
    if (/[^\p{L}\s&'’/-]/u.test(title) || NOUNS.test(title)) break
    if (found !== null && !isWorkBehind(found.people.said, title)) continue
    if (!(SURE.test(title) || (MANY.test(title) && personIn(title) === title)) || isTradeNamed(title)) continue
    if (PREPOSITION.test(` ${lastWord(title)} ${rest}`)) continue
    // `directors marketing at insurers`, where marketing is not a trade.
    if (PREPOSITION.test(gap[0].startsWith(',') ? rest : ` ${rest}`)) return null
    if (!JOINING.test(rest) && isBareTrade(rest)) found = { people: described(title), rest }
  }
  return withCount(found, opening)
}

/** `directors or managers`: what follows goes on with titles. */
const JOINING = /^(?:or|and|oder|und|ou|et|o|y|e)\s/iu
const isBareTrade = (rest: string): boolean => !OFFERED.test(rest) && isTradeAhead(rest.slice(0, MAX_COMPANIES))

function teamPeople(text: string): PeopleAndRest | null {
  const begin = OPENING.exec(text)?.[0].length ?? 0
  for (const team of TEAMS) {
    const match = team.exec(text.slice(begin, begin + MAX_COMPANIES))
    const { said = '', work = '' } = match?.groups ?? {}
    const department = match === null || NOUNS.test(work) ? null : departmentOfWork(work)
    if (match !== null && department !== null)
      return { people: { said, department }, rest: text.slice(begin + match[0].length).trim() }
  }
  return null
}

function runningPeople(text: string): PeopleAndRest | null {
  const match = RUNNING.exec(text.slice(0, MAX_COMPANIES))
  const work = match?.groups?.['work']
  if (match === null || work === undefined) return null
  const people = described(`head of ${work}`)
  return people.department === undefined ? null : { people, rest: text.slice(match[0].length).trim() }
}

/** `find the head of sales at banks`: the longest title that leads to companies. */
function leadingPeople(text: string): PeopleAndRest | null {
  const opening = OPENING.exec(text)
  const begin = opening?.[0].length ?? 0
  let found: PeopleAndRest | null = null
  for (const link of text.slice(begin, begin + MAX_LEADING).matchAll(LINK)) {
    const title = text.slice(begin, begin + link.index)
    const rest = text.slice(begin + link.index + link[0].length).trim()
    const { at, comma }: Link = link.groups ?? {}
    if (comma !== undefined && found !== null && !isWorkBehind(found.people.said, title)) continue
    const companies = companiesBehind(title, link.groups ?? {}, rest)
    if (companies === null) continue
    found = { people: described(title), rest: companies }
    // Whatever follows `at` is the company: `heads of HR at banks in Leeds`.
    if (at !== undefined) break
  }
  return withCount(found, opening)
}

/** The groups of `LINK`. */
type Link = Record<string, string | undefined>

/** The companies, or where they are, to which a title leads; null if it is no title, or leads to nothing. */
function companiesBehind(title: string, link: Link, rest: string): string | null {
  const { at, of, comma } = link
  const begun = rest.slice(0, MAX_COMPANIES)
  const companies = BARE_RANK.test(title) ? begun.split(/\s/, 1).join('') : begun
  if (!isAskedTitle(title, link, { rest, companies })) return null
  if (at !== undefined || comma !== undefined || OF_ALL.test(of ?? '') || SURE.test(title)) return rest || null
  if (of === undefined && isPlacedTrade(title, companies)) return `in ${rest}`
  const isKind = COMPANIES.test(companies) && !isNameOfPlace(firstWord(companies))
  const isTrade = !BARE_RANK.test(title) && (of === undefined || isOfWork(title)) && isTradeAhead(companies)
  return isKind || isTrade ? rest : null
}

function isAskedTitle(title: string, link: Link, behind: { rest: string; companies: string }): boolean {
  if (/[,.;:!?()\d]/u.test(title) || NOUNS.test(title)) return false
  const isInside = link['of'] === undefined && INSIDE.test(behind.companies)
  if (link['at'] === undefined && !isInside && isTradeNamed(title)) return false
  return isTitle(title) || (!NO_PERSON.test(title) && isJob(title, link, behind.rest))
}

/** How many are asked for is part of the question that is left. */
function withCount(found: PeopleAndRest | null, opening: RegExpExecArray | null): PeopleAndRest | null {
  const count = opening?.groups?.['count']
  return found === null || count === undefined ? found : { ...found, rest: `${count} ${found.rest}` }
}

/** `VP of sales, SaaS` ends a title, `managers of breweries, not in Belgium` does not. */
const isWorkBehind = (title: string, longer: string): boolean =>
  departmentOfWork(longer.slice(title.length).replace(/^\s*\S+\s+/, '')) !== null

/** `CFOs in Ohio breweries`: a trade follows the name of the place at once. */
function isPlacedTrade(title: string, companies: string): boolean {
  const place = firstWord(companies)
  const behind = /^\s+(?=\p{L})/u.exec(companies.slice(place.length))?.[0] ?? ''
  const trade = companies.slice(place.length + behind.length)
  if (behind === '' || BARE_RANK.test(title) || !isNameOfPlace(place)) return false
  return !PREPOSITION.test(` ${trade}`) && isTradeAhead(trade)
}

/** `responsabili marketing`, `amministratori delegati`: a title that says what it is for, so that companies follow. */
const isOfWork = (title: string): boolean => title.includes(' ') && described(title).department !== undefined

/** The word at the beginning, `Leeds` of `Leeds with 50 staff`. */
const firstWord = (text: string): string => /^[\p{L}-]+/u.exec(text)?.[0] ?? ''

/**
 * `Einkäufer bei Werften`, `DRH des hôpitaux`: a job by its title alone; `Architekten bei Ulm` are near a town, and `brokers in
 * shipping` a trade.
 */
function isJob(title: string, { at, of, comma }: Link, rest: string): boolean {
  const { seniority, department } = classifyTitle(singly(title))
  if (ENDS.test(title)) return false
  if (at !== undefined && townsNamed(firstWord(rest)).length > 0) return false
  if (at === undefined && of === undefined && comma === undefined && department !== null && DOERS.test(title))
    return (
      INSIDE.test(rest) ||
      !(isTradeNamed(title) || isHead(singular(lastWord(title).toLowerCase())) || endsTrade(lastWord(title)))
    )
  return (
    (at !== undefined && department !== null && DOERS.test(title)) ||
    (at !== undefined && seniority !== null) ||
    (of !== undefined && seniority === 'executive')
  )
}
