import { normalizePath, normalizePattern, patternMatches } from './robots-pattern.ts'
import { ownValue } from '../../lib/text/own-value.ts'

/** robots.txt according to RFC 9309, and as sites actually write it. Linear in the input; any input gives an answer. */
export interface Robots {
  groups: RobotsGroup[]
  /** As written, anywhere in the file (RFC 9309 2.2.4). */
  sitemaps: string[]
}

interface RobotsGroup {
  /** Lower-case product tokens, or `*`. */
  agents: string[]
  rules: RobotsRule[]
  /** Seconds. */
  crawlDelay: number | null
}

interface RobotsRule {
  allow: boolean
  /** Normalised, with `*` and a final `$`. */
  pattern: string
}

/** RFC 9309 2.5: at least 500 KiB must be parsed; no more is parsed here. */
export const ROBOTS_MAX_BYTES = 500 * 1_024
const MAX_SITEMAPS = 1_000
/** Longer than any URL that is fetched. */
const MAX_VALUE_CHARACTERS = 4_096
const MAX_CRAWL_DELAY_SECONDS = 86_400

/** Field names as sites write them, including misspellings. */
const FIELDS: Readonly<Record<string, 'agent' | 'allow' | 'disallow' | 'delay' | 'sitemap'>> = {
  'user-agent': 'agent',
  useragent: 'agent',
  'user agent': 'agent',
  allow: 'allow',
  disallow: 'disallow',
  dissallow: 'disallow',
  dissalow: 'disallow',
  disalow: 'disallow',
  diasllow: 'disallow',
  disallaw: 'disallow',
  'crawl-delay': 'delay',
  crawldelay: 'delay',
  sitemap: 'sitemap',
  'site-map': 'sitemap',
}

/** Parses a robots.txt of any size and encoding; anything after the first 500 KiB is not read. Never throws. */
export function parseRobots(input: Uint8Array | string): Robots {
  const robots: Robots = { groups: [], sitemaps: [] }
  let group: RobotsGroup | null = null
  /**
   * Consecutive agent lines name one group; the first rule closes the list (RFC 9309 2.2.1). So does a crawl delay: it is not a
   * rule in the RFC, but sites write groups with just a delay before `User-agent: *` without meaning to merge them.
   */
  let collecting = false
  for (const line of linesOf(input)) {
    const [field, value] = parseLine(line)
    if (field === 'sitemap' && value !== '' && robots.sitemaps.length < MAX_SITEMAPS) robots.sitemaps.push(value)
    if (field === 'agent') {
      if (group === null || !collecting) robots.groups.push((group = { agents: [], rules: [], crawlDelay: null }))
      group.agents.push(agentToken(value))
      collecting = true
    }
    // A rule before any agent line applies to no agent.
    if (group === null || field === null || field === 'agent' || field === 'sitemap') continue
    collecting = false
    addToGroup(group, field, value)
  }
  return robots
}

function addToGroup(group: RobotsGroup, field: 'allow' | 'disallow' | 'delay', value: string): void {
  if (field === 'delay') {
    group.crawlDelay ??= parseDelay(value)
    return
  }
  // "Disallow:" without a value forbids nothing.
  if (value !== '') group.rules.push({ allow: field === 'allow', pattern: normalizePattern(value) })
}

/**
 * Whether the agent may fetch the URL: by the rules of every group that names it, otherwise those for `*`; the longest pattern
 * wins, and Allow wins a tie (RFC 9309 2.2.2). robots.txt itself is always allowed.
 * @param agent product token or full `User-Agent`: `QuarryBot`, `QuarryBot/1.0 (+https://…)`
 */
export function isAllowed(robots: Robots, agent: string, url: URL | string): boolean {
  const path = normalizePath(url)
  if (path === null) return false
  if (path === '/robots.txt') return true
  let longest = -1
  let allowed = true
  for (const group of groupsFor(robots, agent)) {
    for (const rule of group.rules) {
      const { length } = rule.pattern
      if (length < longest || (length === longest && (allowed || !rule.allow))) continue
      if (!patternMatches(rule.pattern, path)) continue
      longest = length
      allowed = rule.allow
    }
  }
  return allowed
}

/** Seconds the agent is asked to keep between two requests, or null. */
export function crawlDelayFor(robots: Robots, agent: string): number | null {
  const delays = groupsFor(robots, agent).flatMap(({ crawlDelay }) => crawlDelay ?? [])
  return delays.length === 0 ? null : Math.max(...delays)
}

function groupsFor(robots: Robots, agent: string): RobotsGroup[] {
  const token = agentToken(agent)
  const named = robots.groups.filter(({ agents }) => agents.includes(token))
  return named.length > 0 ? named : robots.groups.filter(({ agents }) => agents.includes('*'))
}

/** `QuarryBot/1.0 (+https://…)` → `quarrybot` (RFC 9309 2.2.1). */
const agentToken = (agent: string): string => (/^[^\s/,;:()]*/.exec(agent.trim())?.[0] ?? '').toLowerCase()

function parseDelay(value: string): number | null {
  const seconds = Number.parseFloat(value.replace(',', '.'))
  return Number.isNaN(seconds) || seconds < 0 ? null : Math.min(seconds, MAX_CRAWL_DELAY_SECONDS)
}

function parseLine(line: string): [field: (typeof FIELDS)[string] | null, value: string] {
  const hash = line.indexOf('#')
  const text = hash < 0 ? line : line.slice(0, hash)
  const colon = text.indexOf(':')
  if (colon < 0) return withoutColon(text)
  const name = text.slice(0, colon).trim().toLowerCase()
  const field = ownValue(FIELDS, name)
  return field === undefined
    ? [null, '']
    : [
        field,
        text
          .slice(colon + 1)
          .trim()
          .slice(0, MAX_VALUE_CHARACTERS),
      ]
}

/** `Disallow /private`: exactly a field and a value, not a sentence that begins with one. */
function withoutColon(text: string): ReturnType<typeof parseLine> {
  if (text.length > MAX_VALUE_CHARACTERS) return [null, '']
  const [name = '', value, ...more] = text.trim().split(/\s+/)
  const field = value === undefined || more.length > 0 ? undefined : ownValue(FIELDS, name.toLowerCase())
  return field === undefined ? [null, ''] : [field, value ?? '']
}

/**
 * CR, LF and CRLF all end a line; a byte order mark is not text; a line cut by the limit is dropped, because it may mean
 * something else.
 */
function linesOf(input: Uint8Array | string): string[] {
  const bytes = typeof input === 'string' ? Buffer.from(input) : input
  const lines = new TextDecoder(encodingOf(bytes)).decode(bytes.subarray(0, ROBOTS_MAX_BYTES)).split(/[\r\n]/)
  if (bytes.length > ROBOTS_MAX_BYTES) lines.pop()
  return lines
}

/** UTF-8 (RFC 9309 2.3), unless the byte order mark of an editor says otherwise. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
