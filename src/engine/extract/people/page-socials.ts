import type { PageTree } from '../page/page-dom.ts'
import type { FoundPerson, PageFacts } from '../page/page-facts.ts'
import type { PageNode } from '../page/page-node.ts'
import { socialProfileOf } from './social-links.ts'

const FRAME_TAGS = new Set(['header', 'footer', 'nav', 'aside'])
const FRAME_NAME =
  /(?:^|[\s_-])(?:header|footer|foot|top-?bar|social|socials|follow|sidebar|site-?info|colophon)(?:$|[\s_-])/i
/** Cheaper than parsing every link as a URL. */
const NETWORKS = /linkedin|twitter|\bx\.com/i
const MAX_LINKS = 2_000

/**
 * Profiles of the company: links to LinkedIn companies, and links in the header, the footer or a row of social links, unless
 * they belong to a person on the page.
 */
export function companySocials(tree: PageTree, people: readonly FoundPerson[]): PageFacts['socials'] {
  const taken = new Set(people.flatMap((person) => [person.linkedin, person.twitter]))
  const found: PageFacts['socials'] = { linkedin: null, twitter: null }
  for (const node of tree.marked.slice(0, MAX_LINKS)) {
    const { href } = node.attributes
    const profile = href !== undefined && NETWORKS.test(href) ? socialProfileOf(href) : null
    if (!profile || taken.has(profile.handle)) continue
    if (profile.network === 'linkedin' && profile.kind === 'company') found.linkedin ??= `company/${profile.handle}`
    if (profile.network === 'twitter' && isInFrame(node)) found.twitter ??= profile.handle
  }
  return found
}

function isInFrame(link: PageNode): boolean {
  for (let node: PageNode | null = link; node; node = node.parent) {
    if (FRAME_TAGS.has(node.tag) || FRAME_NAME.test(`${node.attributes.class ?? ''} ${node.attributes.id ?? ''}`))
      return true
  }
  return false
}

/** The same from the links alone, for pages without a tree: only LinkedIn distinguishes companies from people there. */
export function linkedSocials(links: readonly { url: string }[]): PageFacts['socials'] {
  for (const { url } of links.slice(0, MAX_LINKS)) {
    const profile = NETWORKS.test(url) ? socialProfileOf(url) : null
    if (profile?.network === 'linkedin' && profile.kind === 'company')
      return { linkedin: `company/${profile.handle}`, twitter: null }
  }
  return { linkedin: null, twitter: null }
}
