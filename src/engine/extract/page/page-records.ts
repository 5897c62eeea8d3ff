import type { PageNode } from './page-node.ts'

/**
 * Records: repeated siblings with the same signature, as in lists of people. A signature is the tag with its set of classes;
 * the path above is the same for siblings.
 */

/** Fewer of a kind may be chance, except for tags that suggest a record. */
const MIN_SIBLINGS = 3
const RECORD_TAGS = new Set(['tr', 'li', 'article', 'address', 'figure', 'dd', 'vcard'])
/** Classes for the state of an item rather than its kind. */
const STATE_CLASS = /^(?:first|last|odd|even|active|current|selected|open|closed|alpha|omega|clearfix|[a-z-]*\d+)$/

export class RecordFinder {
  private readonly counts = new Map<PageNode, Map<string, number>>()

  /** Whether the element is one of several built alike. */
  isRecord(node: PageNode): boolean {
    const { parent } = node
    if (!parent) return false
    const alike = this.count(parent).get(signatureOf(node)) ?? 0
    return alike >= (RECORD_TAGS.has(node.tag) ? 2 : MIN_SIBLINGS) || isCard(node)
  }

  private count(parent: PageNode): Map<string, number> {
    const known = this.counts.get(parent)
    if (known) return known
    const counts = new Map<string, number>()
    for (let child = parent.firstChild; child; child = child.nextSibling) {
      const kind = signatureOf(child)
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
    }
    this.counts.set(parent, counts)
    return counts
  }
}

const CARD_CLASS =
  /(?:^|[\s_-])(?:vcard|h-card|person|staff|member|team-member|employee|profile|contact-person|ansprechpartner|mitarbeiter)(?:$|[\s_-])/i

/** Whether its class says so (hCard, `team-member`), even if it is the only one. */
const isCard = (node: PageNode): boolean =>
  node.attributes.class !== undefined && CARD_CLASS.test(node.attributes.class)

/** The tag and its classes, except those for a state and the one that repeats the id. */
export function signatureOf(node: PageNode): string {
  const { class: names, id } = node.attributes
  if (!names) return node.tag
  const classes = names
    .slice(0, 300)
    .split(/\s+/)
    .filter((name) => name !== '' && name !== id && !STATE_CLASS.test(name))
  return `${node.tag}.${classes.sort().join('.')}`
}
