import { decodeAttribute } from '../extract/page/html-text.ts'
import { brandTexts } from './brand-texts.ts'
import type { PageRegions } from './page-regions.ts'

/** Signs of the company's name on a page besides its title. */
export interface NameSigns {
  /** Names in copyright lines, and those of the logo with which a line of the footer begins. */
  copyrights: string[]
  /** Alternative texts of images that are logos, and what stands in their place. */
  logos: string[]
}

const HOLDER =
  /(?:©|\(c\)|\bcopyright\b)(?:\s*(?:©|\(c\)|copyright))*[\s:,-]*(?:(?:19|20)\d\d(?:\s?[-–—,/]\s?(?:19|20)?\d\d)*)?[\s.,-]*(?:by\s)?\s*([\p{Lu}\p{N}][^|•©\n]{1,80})/iu
const HOLDER_BEFORE = /^([\p{Lu}][^|•©.\n]{1,60}?),?\s*(?:©|\(c\)|copyright)\s*(?:©\s*)?(?:\d{4}|$)/iu
const END =
  /\s*(?:(?<!(?<!\p{L})\p{Lu})\.\s|\.$|,?\s*all rights|,?\s*alle rechte|,?\s*tous droits|,?\s*todos los|\s[-–—|]\s|\(\d{4}|\bis a\b|\bregistered (?:in|no)|\bweb ?site\b|\bsite (?:design|by|built)|\bdesign(?:ed)? (?:by|&)|\bpowered by|\bprivacy\b|\bterms\b|\bvat\b|(?:19|20)\d\d).*$/iu
const OTHERS =
  /^(?:google|microsoft|facebook|wordpress|the |all |your |this )?\s*(?:all rights.*|reserved.*|notice|policy|information|by|of|and|is|in|map.*|data.*|copyrights?.*)?$/iu
const IMAGES = /<img\b[^>]{0,1500}>/gi
const LOGO = /logo|brand|masthead|site-?title/i
const MAX_IMAGES = 60
const MAX_SIGNS = 6

/**
 * Reads the signs of a page; linear and bounded.
 */
export function nameSigns(html: string, regions: PageRegions): NameSigns {
  const copyrights = new Set<string>()
  for (const line of regions.footer) {
    if (!/©|\(c\)|copyright|�/i.test(line) || line.length > 300 || copyrights.size >= MAX_SIGNS) continue
    const text = line.replaceAll('�', '©')
    const holder = (HOLDER.exec(text)?.[1] ?? HOLDER_BEFORE.exec(text)?.[1] ?? '')
      .replace(END, '')
      .replace(/[\s,.–-]+$/u, '')
    if (isName(holder)) copyrights.add(holder)
  }
  const logos = new Set<string>()
  let seen = 0
  for (const [image] of html.slice(0, MAX_HTML).matchAll(IMAGES)) {
    if (++seen > MAX_IMAGES || logos.size >= MAX_SIGNS) break
    if (!LOGO.test(image)) continue
    const alt = decodeAttribute(
      /\balt\s{0,3}=\s{0,3}(?:"([^"]{2,90})"|'([^']{2,90})')/i.exec(image)?.slice(1).find(Boolean) ?? '',
    )
    const name = bareName(alt)
    if (isName(name)) logos.add(name)
  }
  for (const name of brandTexts(html).map(bareName)) if (isName(name) && logos.size < MAX_SIGNS) logos.add(name)
  for (const name of logos) if (isRepeated(name, regions)) copyrights.add(name)
  return { copyrights: [...copyrights], logos: [...logos] }
}
const MAX_HTML = 200_000

/** Without what only says that it is a logo or leads home. */
const bareName = (text: string): string =>
  text
    .replace(/[[\]]/g, '')
    .replace(/\s*\b(?:logo|home ?page|home|image|banner)\b\s*/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Whether a line of the footer begins with it: not that of the logo itself, which a short page has among its last ones. */
function isRepeated(name: string, { footer, lines }: PageRegions): boolean {
  const begins = (line: string): boolean => line.startsWith(name) && !/^[\p{L}\p{N}]/u.test(line.slice(name.length))
  return name.includes(' ') && footer.some(begins) && lines.findIndex(begins) !== lines.findLastIndex(begins)
}

const isName = (text: string): boolean =>
  text.length >= 2 &&
  text.length <= 70 &&
  text.split(/\s+/).length <= 8 &&
  /\p{L}{2}/u.test(text) &&
  !OTHERS.test(text) &&
  !/\.(?:png|gif|jpe?g|svg)$/i.test(text)
