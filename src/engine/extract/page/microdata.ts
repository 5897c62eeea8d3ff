import { textOfProperty } from './json-ld.ts'
import type { LinkedNode } from './json-ld.ts'
import { textOf } from './node-text.ts'
import type { PageTree } from './page-dom.ts'
import type { PageNode } from './page-node.ts'
import { bareRecord, ownValue } from '../../../lib/text/own-value.ts'
import type { Bare } from '../../../lib/text/own-value.ts'

/**
 * Items marked up within the page: microdata (`itemscope`), RDFa Lite (`typeof`) and hCard or h-card (`vcard`), read into the
 * same shape as JSON-LD.
 */
const MAX_ITEMS = 1_000
const MAX_ELEMENTS = 20_000

/** Classes of hCard and h-card with their schema.org properties. */
const CARD_PROPERTIES: Readonly<Record<string, string>> = {
  fn: 'name',
  'p-name': 'name',
  'given-name': 'givenName',
  'p-given-name': 'givenName',
  'family-name': 'familyName',
  'p-family-name': 'familyName',
  title: 'jobTitle',
  role: 'jobTitle',
  'p-job-title': 'jobTitle',
  'p-role': 'jobTitle',
  email: 'email',
  'u-email': 'email',
  tel: 'telephone',
  'p-tel': 'telephone',
  url: 'url',
  'u-url': 'url',
  org: 'org',
  'p-org': 'org',
  locality: 'locality',
  'p-locality': 'locality',
  region: 'region',
  'p-region': 'region',
  'country-name': 'country-name',
  'p-country-name': 'country-name',
}
const CARD = /(?:^|\s)(?:vcard|h-card)(?:\s|$)/

interface OpenItem {
  node: LinkedNode
  properties: Bare<unknown>
  isCard: boolean
}

/** The next step of the walk: an element, and the item it is in. */
interface Place {
  element: PageNode
  around: OpenItem | null
}

export function readMicrodata(tree: PageTree): LinkedNode[] {
  if (!tree.hasItems) return []
  const items: LinkedNode[] = []
  const waiting: Place[] = [{ element: tree.root, around: null }]
  for (let seen = 0; seen < MAX_ELEMENTS && items.length < MAX_ITEMS; seen++) {
    const place = waiting.pop()
    if (!place) break
    const { element, around } = place
    const inner = visit(tree, element, around, items) ?? around
    if (element.nextSibling) waiting.push({ element: element.nextSibling, around })
    if (element.firstChild) waiting.push({ element: element.firstChild, around: inner })
  }
  return items.map(asOrganizationOrPerson)
}

/** Records which property of the surrounding item an element is, and opens the item that begins with it. */
function visit(tree: PageTree, element: PageNode, around: OpenItem | null, items: LinkedNode[]): OpenItem | null {
  const { itemprop, property, itemtype, itemscope, typeof: kind, class: names = '' } = element.attributes
  const named = propertyNames(itemprop ?? property ?? '')
  const isCard = names !== '' && CARD.test(names)
  const opens = itemscope !== undefined || kind !== undefined || isCard
  const role = named[0] ?? (isCard && /(?:^|\s)author(?:\s|$)/.test(names) ? 'author' : null)
  const inner = opens ? openItem(itemtype ?? kind ?? 'vcard', role, isCard, items) : null
  if (around) {
    const cards =
      around.isCard && names !== '' ? names.split(/\s+/).flatMap((name) => ownValue(CARD_PROPERTIES, name) ?? []) : []
    for (const name of [...named, ...cards])
      add(around.properties, name, inner?.properties ?? valueOf(tree, element, name))
  }
  return inner
}

const NO_NAMES: readonly string[] = []

/** Property names without their vocabulary; most elements have none. */
function propertyNames(text: string): readonly string[] {
  if (text === '') return NO_NAMES
  const names = text.split(/\s+/).map((name) => name.replace(/^.*[/:]/, ''))
  return names.filter(Boolean)
}

function openItem(type: string, role: string | null, isCard: boolean, items: LinkedNode[]): OpenItem {
  const properties = bareRecord<unknown>()
  const types = type
    .split(/\s+/)
    .slice(0, 5)
    .map((one) => one.replace(/^.*[/#:]/, ''))
  const node = { types, properties, role }
  items.push(node)
  return { node, properties, isCard }
}

function add(properties: Bare<unknown>, name: string, value: unknown): void {
  const known = properties[name]
  if (known === undefined) properties[name] = value
  else if (Array.isArray(known) && known.length < 50) known.push(value)
  else if (!Array.isArray(known)) properties[name] = [known, value]
}

function valueOf(tree: PageTree, element: PageNode, name: string): string {
  const { content, href, datetime } = element.attributes
  const isLink = href !== undefined && (name === 'url' || name === 'sameAs' || /^(?:mailto|tel):/i.test(href))
  return content ?? datetime ?? (isLink ? href.replace(/^tel:/i, '') : textOf(tree, element))
}

/** A card whose name is that of its organisation, or that has no person's name, is the company's (hCard 1.0, section 3.1). */
function asOrganizationOrPerson(node: LinkedNode): LinkedNode {
  if (!node.types.includes('vcard')) return node
  const { name, org, locality, region, 'country-name': country } = node.properties
  const isOrganization = org !== undefined && (name === undefined || textOfProperty(name) === textOfProperty(org))
  const properties = { ...node.properties, address: { locality, region, 'country-name': country } }
  return { ...node, types: [isOrganization ? 'Organization' : 'Person'], properties }
}
