const MAX_TAGS = 50

export interface TagList {
  /** By name in lower case; the first value of each. */
  tags: ReadonlyMap<string, string>
  /** Names that occur more than once. */
  again: string[]
  /** The first part that is not a tag. */
  broken: string | null
}

/** Parses `name=value; name=value`, the syntax of DKIM and DMARC (RFC 6376 3.2). */
export function tagsOf(text: string): TagList {
  const tags = new Map<string, string>()
  const list: TagList = { tags, again: [], broken: null }
  for (const part of text.split(';', MAX_TAGS)) {
    const at = part.indexOf('=')
    const name = part.slice(0, Math.max(at, 0)).trim().toLowerCase()
    if (part.trim() === '') continue
    if (!/^[a-z][a-z0-9_]*$/.test(name)) list.broken ??= part.trim()
    else if (tags.has(name)) list.again.push(name)
    else tags.set(name, part.slice(at + 1).trim())
  }
  return list
}
