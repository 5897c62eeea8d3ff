import type { PageFacts } from '../extract/page/page-facts.ts'
import { resolveReferences } from '../extract/page/html-text.ts'
import { sharesWord } from '../facts/legal-names.ts'
import { handleLetters, handleOf, isSpeltBy } from './spelt-name.ts'
import { alternation } from '../../lib/text/alternation.ts'

/** Signs that a linked profile is not the company's: what the profile is called, and what stands before the link. */

/** Default links of templates and site builders, and the networks' own pages. */
const OF_TEMPLATE = new RegExp(
  alternation`
    ^(?:facebook|twitter|x|instagram|linkedin|wix|wix-com|wixcom|wordpress|wordpressdotcom|squarespace|weebly|godaddy
      shopify|joomla|drupal|jimdo|webflow|webnode|strikingly|tilda|prestashop|hubspot|elementor|envato|themeforest
      elegantthemes|bootstrap|getbootstrap|colorlib|templatemonster
      (?:your|user|page|company|profile|my|facebook|twitter|instagram|linkedin)[-_.]?(?:name|page|profile|user|username|company|business|brand|site|account|handle|id|link|url|here)?
      handle|account|sample|placeholder|example|demo|test)$`,
  'i',
)
export const isOfTemplate = (profile: string): boolean => OF_TEMPLATE.test(handleOf(profile))

const CREDIT = new RegExp(
  alternation`
    \b(?:(?:web ?site|site|web|page|theme|template)s? (?:by|from)|credits? ?:
      (?:web ?)?(?:design|development|hosting)(?:ed)?(?: and \p{L}+)? (?:by|from)
      (?:powered|built|made|created|developed|hosted|maintained) (?:by|with)|umsetzung|realisation|realisierung
      konzeption|réalisation|(?:gestaltung|programmierung|erstellt|entwickelt) (?:von|durch)
      (?:diseñado|desarrollado|creado|diseño(?: web)?|tema) por|(?:sviluppato|realizzato|progettato|creato) da
      sito (?:web )?(?:di|da)|(?:desenvolvido|criado|feito) por
      (?:conçu|créé|développé|conception|création)(?: \p{L}+){0,2} par|(?:site|thème) par
      (?:ontwikkeld|gemaakt|gerealiseerd|ontworpen|website|webdesign) door
      (?:webb?design|webbplats|hjemmeside|nettside|producerad|skapad|produceret|udviklet|utviklet|laget) a[vf]
      (?:wykonanie|realizacja)(?: \p{L}+)?|motyw ?:|tvorba (?:webu|www|webových)|tem[ăa] de|realizat de|készítette
      izdelava|web tasarım)(?!\p{L})
    \bweb ?design ?:`,
  'iu',
)

/** Those with whom the company has to do. */
const OTHER_PARTY = new RegExp(
  alternation`
    (?<!\p{L})(?:partners?|partner(?:innen|i|s|em|ami|en|es)|partenaires?|socios?|parceir[oa]s?|parceiros
      sponsor(?:s|ed by|en|oren|i)?|members? of|mitglied(?:er|schaft)?(?: bei| im| in| der)?|lid van|membres? d[eu]s?
      miembros? de|membro d[aeio]|medlem (?:av|af|i)|brands? (?:we|of)|our brands?|nos marques|unsere marken
      (?:le )?nostre marche|nuestras marcas|onze merken|suppliers?|lieferanten|fournisseurs|proveedores|fornitori
      customers?|clients?|kunden|clientes|clienti|photo(?:s|graphy|graphs)? ?(?:by|:)|photographer|videographer
      florist|venue|brokered by|part of|a company of|ein unternehmen der|gehört zu
      une (?:société|entreprise) du groupe|onderdeel van|parte d[ei]l? grup[po]o)(?!\p{L})`,
  'iu',
)

/** The house whose name a branch bears. */
const PARENT = new RegExp(
  alternation`
    (?<!\p{L})(?:corporate(?!\s(?:hq|head|office|address|centre|center))|franchis(?:e|or|ing|eur|egeber)
      parent company|holding|headquarters of the group|muttergesellschaft|konzern|maison mère|casa madre
      (?:der|of the|du|del|van de) gr(?:oup|uppe|oupe|upo|oep))(?!\p{L})`,
  'iu',
)

/** How much of the page before a link is read. */
const MAX_SOURCE = 2_500
const MAX_CREDIT_CHARS = 400
/** How near a name has to be to belong to the link. */
const NEAR_CHARS = 120
const MAX_PLACES = 3
/** How often a handle may occur elsewhere, and how long a link's tag may be. */
const MAX_MENTIONS = 50
const MAX_TAG = 600
const BLOCK = /<\/?(?:p|div|li|ul|ol|td|tr|table|h[1-6]|section|header|footer|nav|br|article|aside|figure)\b[^<>]*>/gi
const ALT = /\balt\s{0,3}=\s{0,3}(?:"([^"]{0,90})"|'([^']{0,90})')/i
const NETWORK_WORDS =
  /(?<!\p{L})(?:facebook|twitter|instagram|linked ?in|youtube|pinterest|tiktok|vimeo|xing|github|on|sur|auf|bei|op|en|su|@)(?!\p{L})/giu

/** What the company and the people of a page are called, and which names belong to others. */
export interface ProfileOwners {
  html: string
  /** Names of the company, its domain's label first. */
  own: readonly string[]
  people: PageFacts['people']
}

/** Whether a profile that does not spell the company's name is somebody else's. */
export function isForeign(profile: string, { html, own, people }: ProfileOwners): boolean {
  if (isOfTemplate(profile) || isOfPerson(profile, people)) return true
  const handle = handleOf(profile)
  const places = placesOf(html, handle)
  return places.length > 0 && places.every((at) => isOthersPlace(html.slice(Math.max(0, at - MAX_SOURCE), at)))

  function isOthersPlace(source: string): boolean {
    if (CREDIT.test(source.slice(-MAX_CREDIT_CHARS).replace(/<[^>]*(?:>|$)/g, ' '))) return true
    const lines = linesOf(source)
    const near = lines.join('\n')
    const [label = '', ...names] = own
    const line = lines.at(-1) ?? ''
    if (sharesWord(line, names, label)) return false
    if (OTHER_PARTY.test(line)) return true
    return isSpeltBy(handle, [near]) || people.some(({ fullName }) => fullName.includes(' ') && line.includes(fullName))
  }
}

/** Whether what stands before each link to a profile says that it is the parent's, whose name is like that of the company. */
export function isOfParent(profile: string, html: string): boolean {
  const places = placesOf(html, handleOf(profile))
  return (
    places.length > 0 &&
    places.every((at) =>
      PARENT.test(
        linesOf(html.slice(Math.max(0, at - MAX_SOURCE), at))
          .slice(-2)
          .join('\n'),
      ),
    )
  )
}

/** Whether it is named after a person on the page: both names, or one and the beginning of the other. */
function isOfPerson(profile: string, people: PageFacts['people']): boolean {
  const letters = handleLetters(handleOf(profile))
  return people.some(({ firstName, lastName }) => {
    if (firstName === null || lastName === null) return false
    const [first, last] = [handleLetters(firstName), handleLetters(lastName)]
    if (first.length < 2 || last.length < 2) return false
    return (
      (letters.includes(first) && letters.includes(last)) ||
      letters.startsWith(first + last.slice(0, 3)) ||
      letters.startsWith(`${first.slice(0, 1)}${last}`)
    )
  })
}

/** Where the links to a profile begin. */
function placesOf(html: string, handle: string): number[] {
  const places: number[] = []
  let at = html.indexOf(handle)
  for (let seen = 0; at >= 0 && seen < MAX_MENTIONS && places.length < MAX_PLACES; seen++) {
    const before = html.slice(Math.max(0, at - MAX_TAG), at)
    const open = before.lastIndexOf('<')
    const isWhole = !/[\w.-]$/.test(before) && !/^[\w-]/.test(html.slice(at + handle.length, at + handle.length + 1))
    if (isWhole && open >= 0 && /^<a\s/i.test(before.slice(open, open + 3))) places.push(at - before.length + open)
    at = html.indexOf(handle, at + handle.length)
  }
  return places
}

/** The lines before a link that say more than the name of a network. */
const linesOf = (source: string): string[] =>
  textOf(source)
    .slice(-NEAR_CHARS)
    .split('\n')
    .filter((text) => text.replace(NETWORK_WORDS, '').trim().length > 2)

/** The text of a piece of a page, with what pictures are said to show; one line for each block. */
function textOf(source: string): string {
  const text = source
    .slice(source.indexOf('>') + 1)
    .replace(/<(script|style)\b[^]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<img\b[^<>]*>/gi, (image) => ` ${ALT.exec(image)?.slice(1).join('') ?? ''} `)
    .replace(BLOCK, '\n')
    .replace(/<[^<>]*>/g, ' ')
  return resolveReferences(text)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}
