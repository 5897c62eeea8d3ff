import { dropMarks } from '../../lib/text/fold-text.ts'
import type { PageFacts } from '../extract/page/page-facts.ts'
import { sharesWord } from '../facts/legal-names.ts'
import { handlesOf } from './structured-company.ts'
import type { Facts } from './structured-company.ts'

/**
 * The company's own profiles among those a page links to and that no person on it has: those that spell its name, otherwise the
 * only one of a network if its link has no other name. The others belong to people, partners and agencies.
 */
export function linkedProfiles(html: string, { scan, people }: PageFacts, own: readonly string[]): Facts {
  const taken = new Set(people.flatMap(({ twitter, linkedin }) => [twitter, linkedin]))
  const linked = scan.links
    .slice(0, MAX_LINKS)
    .filter(({ url }) => NETWORK_HOST.test(url))
    .map(({ url, text }) => ({ facts: handlesOf([url]), text }))
  const chosen = (network: 'linkedin' | 'twitter' | 'facebook' | 'instagram' | 'crunchbase'): string | null => {
    const texts = new Map<string, string[]>()
    for (const { facts, text } of linked) {
      const profile = facts[network] ?? null
      if (profile !== null && !taken.has(profile)) texts.set(profile, [...(texts.get(profile) ?? []), text])
    }
    const spelt = [...texts.keys()].find((profile) => isSpelt(profile, own))
    if (spelt !== undefined) return spelt
    const [only, ...others] = texts
    if (!only || others.length > 0 || !only[1].some((text) => isInvitation(text, own))) return null
    const [profile] = only
    return isOfTemplate(profile) || isOfPerson(profile, people) || isCredit(html, profile) ? null : profile
  }
  return {
    facebook: chosen('facebook'),
    instagram: chosen('instagram'),
    crunchbase: chosen('crunchbase'),
    linkedin: chosen('linkedin'),
    twitter: chosen('twitter'),
  }
}
const MAX_LINKS = 2_000
/** Cheaper than parsing every link as a URL. */
const NETWORK_HOST = /(?:linkedin|twitter|\bx|facebook|\bfb|instagram|crunchbase)\.(?:com|me)/i

/** Default links of templates and site builders, and the networks' own pages. */
const OF_TEMPLATE =
  /^(?:facebook|twitter|instagram|linkedin|wix|wix-com|wordpress|wordpressdotcom|squarespace|weebly|godaddy|shopify|joomla|drupal|jimdo|envato|themeforest|elegantthemes|(?:your|user|page|company|profile|my)[-_.]?(?:name|page|profile|user|username|company|business|account|handle|id|link)?|example|demo|test)$/i
const isOfTemplate = (profile: string): boolean => OF_TEMPLATE.test(profile.split('/').at(-1) ?? '')

/** Whether it is named after a person on the page. */
function isOfPerson(profile: string, people: PageFacts['people']): boolean {
  const letters = lettersOf(profile)
  return people.some(
    ({ firstName, lastName }) =>
      firstName !== null &&
      lastName !== null &&
      letters.includes(lettersOf(firstName)) &&
      letters.includes(lettersOf(lastName)),
  )
}
const lettersOf = (text: string): string =>
  dropMarks(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Whether the link follows the credit of the site's makers. */
function isCredit(html: string, profile: string): boolean {
  const at = html.indexOf(profile.split('/').at(-1) ?? profile)
  return CREDIT.test(html.slice(Math.max(0, at - MAX_CREDIT_CHARS), Math.max(0, at)).replace(/<[^>]*(?:>|$)/g, ' '))
}
const MAX_CREDIT_CHARS = 400
const CREDIT =
  /\b(?:(?:web ?site|site|web|page)s? (?:by|from)|(?:web ?)?(?:design|development|hosting)(?:ed)?(?: and \p{L}+)? (?:by|from)|(?:powered|built|made|created|developed|hosted|maintained) (?:by|with)|umsetzung|realisation|realisierung|konzeption|réalisation|(?:gestaltung|programmierung|erstellt|entwickelt) (?:von|durch)|(?:diseñado|desarrollado|creado|diseño(?: web)?) por|(?:sviluppato|realizzato|progettato|creato) da|(?:desenvolvido|criado|feito) por|(?:conçu|créé|développé|conception|création)(?: \p{L}+){0,2} par|(?:ontwikkeld|gemaakt|gerealiseerd|ontworpen) door|(?:webb?design|producerad|skapad|produceret|udviklet|utviklet|laget) a[vf]|(?:wykonanie|realizacja)(?: \p{L}+)?|tvorba (?:webu|www|webových))(?!\p{L})|\bweb ?design ?:/iu

/** A profile whose path shares a word with the company's names, or spells its domain or the beginning of it. */
function isSpelt(profile: string, [label = '', ...names]: readonly string[]): boolean {
  const joined = profile.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  if ((label.length >= 3 && joined.includes(label)) || (joined.length >= 4 && label.startsWith(joined))) return true
  return sharesWord(profile.replace(/[^\p{L}\p{N}]+/gu, ' '), names, label)
}

const NETWORK =
  /linked ?-?in|twitter|facebook|instagram|crunchbase|\b(?:follow|like|join|find|visit|connect|social|us|uns|nous|noi|ons|x|fb)\b/i
const SEVERAL_NAMES = /\p{Lu}\p{L}+ (?:\p{Lu}|on\b|at\b)/u

/** `Follow us`, `Facebook`, a picture: the link is named after the network, after the company, or not at all. */
const isInvitation = (text: string, [label = '', ...names]: readonly string[]): boolean =>
  text.trim() === '' || sharesWord(text, names, label) || (NETWORK.test(text) && !SEVERAL_NAMES.test(text))
