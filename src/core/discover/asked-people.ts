import { classifyTitle } from '../../engine/classify/title.ts'
import type { Department, Seniority } from '../../lib/text/vocabulary.ts'

/** Somebody whom a question for companies also asks for; companies have no such filter, searches of a domain do. */
export interface AskedPeople {
  /** As the question says it. */
  said: string
  department?: Department
  seniority?: Seniority
}

/** A title has more words in no question. */
const MAX_TITLE_WORDS = 6
const MAX_QUERY = 2_000

/** `fintechs with a head of engineering`: who is named there stands behind a word for having, and an article. */
const HAVING =
  /(?<=^|\s)(?:(?:that|which|who)\s+(?:have|has|employ)|with|having|employing|and\s+their|mit|avec|con)\s+(?:an?|the|its|their|eine[mnrs]?|einem|der|un|une|una|el|la)?\s*(?<title>[^,.;:!?()\d]{2,80})/giu
/** What may stand before the companies without being their trade. */
const KINDS = '(?:family|owner|private|privately|publicly|small|large|big|independent|local|owned|held|listed|run)'
/** `CTOs of fintechs in Berlin`, `find the head of sales at banks`. */
const LEADING = ['at|bei|chez', 'of|from|in|von|de|en'].map(
  (places) =>
    new RegExp(
      String.raw`^\s*(?:(?:please|bitte)\s+)?(?:(?:find|give|show|list|get|who\s+(?:is|are)|finde|zeige|suche|trouve|busca)(?:\s+(?:me|us|mir|uns|moi))?\s+)?(?:(?:the|all|die|den|alle|le|les|los|las)\s+)?(?<title>[^,.;:!?()\d]{2,60}?)\s+(?:${places})\s+(?=(?:${KINDS}[\s-]+){0,3}(?:\S+s\b|\S*(?:compan|firm|startup|unternehmen|entreprise|empresa)))`,
      'iu',
    ),
)
/** Where a title ends, because something else of the company begins. */
const ENDS =
  /\s(?:in|at|from|near|based|located|using|who|that|which|and|or|und|oder|et|ou|y|aus|nahe|founded|with|mit|avec|con|en|à)\s/iu
/** `head office`, `lead time`, `chief competitor`: no person. */
const NO_PERSON =
  /\b(?:head\s*offices?|headquarter\w*|lead\s+(?:time|generation|product|investor)s?|chief\s+\w+\s+(?:product|competitor)s?|directors?['’]?\s+cut|master\s*card|partners?|partner\s+program\w*)\b/iu
/** Words that name a rank: without one a phrase is about what a company does. */
const RANKS =
  /(?<![\p{L}\d])(?:head|heads|chief|director|directors|manager|managers|vp|vps|vice\s+president|c[etfimoprs]os?|cisos?|lead|founder|founders|president|leiter|leiterin|leitung|chef|chefin|geschäftsführer|geschäftsführerin|direktor|direktorin|directeur|directrice|responsable|directora|jefe|jefa|gerente)(?![\p{L}\d])|\p{L}{4,}(?:leiter|leiterin|leitung|chef|chefin)(?![\p{L}])/iu

/** At most one; the rest is the question without those words. Null where nobody is asked for. */
export function askedPeople(text: string): { people: AskedPeople; rest: string } | null {
  const bounded = text.slice(0, MAX_QUERY)
  for (const match of bounded.matchAll(HAVING)) {
    const said = personIn(match.groups?.['title'] ?? '')
    if (said === null) continue
    const titleAt = match.index + match[0].length - (match.groups?.['title'] ?? '').length
    const rest = `${bounded.slice(0, match.index)} ${bounded.slice(titleAt + said.length)}${text.slice(MAX_QUERY)}`
    return { people: described(said), rest: rest.replaceAll(/\s{2,}/g, ' ').trim() }
  }
  for (const leading of LEADING) {
    const match = leading.exec(bounded)
    const said = match === null ? null : personIn(match.groups?.['title'] ?? '')
    if (match !== null && said !== null) return { people: described(said), rest: text.slice(match[0].length).trim() }
  }
  return null
}

/** The title at the beginning of a phrase. */
function personIn(phrase: string): string | null {
  const end = ENDS.exec(`${phrase} `)?.index ?? phrase.length
  const said = phrase.slice(0, end).trim().split(/\s+/).slice(0, MAX_TITLE_WORDS).join(' ')
  if (!RANKS.test(said) || NO_PERSON.test(said)) return null
  const { seniority, department } = classifyTitle(singly(said))
  return seniority === null && department === null ? null : said
}

/** `CTOs`, `heads of sales`: each has the title in the singular. */
const singly = (said: string): string =>
  said.replace(/^(c[etfimoprs]o|ciso|vp|head|director|manager|founder)s(?![\p{L}])/iu, '$1')

function described(said: string): AskedPeople {
  const { seniority, department } = classifyTitle(singly(said))
  return { said, ...(department !== null && { department }), ...(seniority !== null && { seniority }) }
}
