import type { PageNode } from './page-node.ts'
import { ownValue } from '../../../lib/text/own-value.ts'

/** How far up an end tag searches for its element: deeper mismatches are ignored, so that any nesting takes linear time. */
const LOOK_UP = 64

/**
 * Elements whose start ends an open element of these kinds, up to the element that contains such lists (WHATWG HTML 13.1.2.4).
 */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  tr: ['tr'],
  thead: ['tr', 'tbody', 'thead'],
  tbody: ['tr', 'tbody', 'thead'],
  tfoot: ['tr', 'tbody', 'thead'],
}
const HOLDERS: Readonly<Record<string, ReadonlySet<string>>> = {
  li: new Set(['ul', 'ol', 'menu', 'table', 'td']),
  dt: new Set(['dl', 'table', 'td']),
  dd: new Set(['dl', 'table', 'td']),
  td: new Set(['tr', 'table']),
  th: new Set(['tr', 'table']),
  tr: new Set(['table', 'tbody', 'thead', 'tfoot']),
  thead: new Set(['table']),
  tbody: new Set(['table']),
  tfoot: new Set(['table']),
}
/** The open element that the end tag closes; null if none nearby has that name. */
export function closesAt(current: PageNode, tag: string): PageNode | null {
  let node: PageNode | null = current
  for (let steps = 0; node?.parent && steps < LOOK_UP; steps++) {
    if (node.tag === tag) return node
    // An end tag within a cell stays within the cell.
    if ((node.tag === 'td' || node.tag === 'th') && tag !== 'tr' && tag !== 'table' && tag !== 'tbody') return null
    node = node.parent
  }
  return null
}

/** The open element with an optional end tag that this start tag ends, if any. */
export function closesBefore(current: PageNode, tag: string): PageNode | null {
  const ended = ownValue(ENDS, tag)
  if (!ended) return null
  let node: PageNode | null = current
  let outermost: PageNode | null = null
  for (let steps = 0; node?.parent && steps < LOOK_UP; steps++) {
    if (ownValue(HOLDERS, tag)?.has(node.tag) === true && !ended.includes(node.tag)) break
    if (ended.includes(node.tag)) outermost = node
    node = node.parent
  }
  return outermost
}
