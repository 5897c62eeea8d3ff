/** A node of a JSON-LD body: properties unchanged, types without the schema.org prefix. */
export interface LinkedNode {
  types: readonly string[]
  properties: Readonly<Record<string, unknown>>
  /** Property of the parent that led here (`author`, `employee`); null at the top. */
  role: string | null
}

/** Pages that describe every product in one graph stay below this limit; any further nodes are not read. */
const MAX_NODES = 5_000
const MAX_DEPTH = 30
const MAX_CHARS = 512 * 1024

/** All nodes of a body, parents before children; none if it cannot be read even after mending. */
export function readLinkedData(body: string): LinkedNode[] {
  const data = parseLoosely(body.slice(0, MAX_CHARS))
  const nodes: LinkedNode[] = []
  const queue: { value: unknown; role: string | null; depth: number }[] = [{ value: data, role: null, depth: 0 }]
  for (let at = 0; at < queue.length && nodes.length < MAX_NODES; at++) {
    const { value, role, depth } = queue[at] ?? { value: null, role: null, depth: 0 }
    if (depth > MAX_DEPTH || typeof value !== 'object' || value === null || queue.length > MAX_NODES * 4) continue
    if (Array.isArray(value)) {
      for (const item of value.slice(0, MAX_NODES)) queue.push({ value: item, role, depth: depth + 1 })
      continue
    }
    const properties = value as Record<string, unknown>
    nodes.push({ types: typesOf(properties), properties, role })
    for (const [key, inner] of Object.entries(properties)) {
      if (typeof inner === 'object' && inner !== null)
        queue.push({ value: inner, role: key === '@graph' ? role : key, depth: depth + 1 })
    }
  }
  return nodes
}

function typesOf(properties: Readonly<Record<string, unknown>>): string[] {
  const types = properties['@type'] ?? properties.type
  const list = Array.isArray(types) ? types : [types]
  return list.filter((type) => typeof type === 'string').map((type) => type.replace(/^.*[/#:]/, ''))
}

/**
 * Parses a body as it is; failing that, without the enclosing comments, trailing commas and raw control characters of
 * hand-written bodies.
 */
function parseLoosely(body: string): unknown {
  const bare = body
    .trim()
    .replace(
      /^(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[|\/\/\s*<!\[CDATA\[)|(?:-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>|\]\]>)\s*;?$/g,
      '',
    )
  return parseOrNull(bare) ?? parseOrNull(mend(bare))
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/**
 * Mends a body in one pass that distinguishes strings from structure: control characters in strings become spaces, and commas
 * before a closing bracket are dropped.
 */
function mend(text: string): string {
  let mended = ''
  let quoted = false
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quoted && code === 0x5c) at++
    else if (code === 0x22) quoted = !quoted
    else if (quoted && code < 0x20) {
      mended += `${text.slice(start, at)} `
      start = at + 1
    } else if (!quoted && code === 0x2c && endsList(text, at + 1)) {
      mended += text.slice(start, at)
      start = at + 1
    }
  }
  return mended + text.slice(start)
}

const CLOSING = /\s{0,1000}[}\]]/y

function endsList(text: string, at: number): boolean {
  CLOSING.lastIndex = at
  return CLOSING.test(text)
}

/**
 * Text of a property: a string or number, the `@value` or `name` of an object, the first item of a list; folded and cut; null
 * for anything else.
 */
export function textOfProperty(value: unknown, depth = 0): string | null {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value.replace(/\s+/g, ' ').trim().slice(0, 300) || null
  if (depth > 3 || typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) return textOfProperty(value[0], depth + 1)
  const { '@value': literal, name } = value as Record<string, unknown>
  return textOfProperty(literal ?? name, depth + 1)
}

/** All texts of a property, which may be a list. */
export function textsOfProperty(value: unknown): string[] {
  const list = Array.isArray(value) ? value.slice(0, 50) : [value]
  return list.flatMap((item) => textOfProperty(item) ?? [])
}
