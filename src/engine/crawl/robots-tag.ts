/** What a page tells robots about itself in the `X-Robots-Tag` header. */
export interface RobotsTag {
  noindex: boolean
  nofollow: boolean
}

/** Directives with a value after a colon, which makes them look like an agent's name. */
const VALUED = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview'])

/**
 * Reads the header; a name before a colon addresses one robot until the next name: `googlebot: noindex, otherbot: none`.
 * @param agent our product token, lower case
 */
export function parseRobotsTag(header: string | undefined, agent: string): RobotsTag {
  const tag = { noindex: false, nofollow: false }
  let forUs = true
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const colon = part.indexOf(':')
    const name = part.slice(0, Math.max(colon, 0)).trim()
    const named = colon >= 0 && !VALUED.has(name)
    if (named) forUs = name === agent || name === '*'
    const directive = (named ? part.slice(colon + 1) : part).trim()
    if (!forUs) continue
    if (directive === 'noindex' || directive === 'none') tag.noindex = true
    if (directive === 'nofollow' || directive === 'none') tag.nofollow = true
  }
  return tag
}
