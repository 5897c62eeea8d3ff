import { technologyBySlug } from '../../lib/companies/technologies.ts'
import type { PageSignals } from './page-signals.ts'
import type { TechnologyRule } from './technology-rules.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import { partFinder } from '../../lib/text/part-finder.ts'

/** A page and how it was sent. */
export interface TechnologySigns extends PageSignals {
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>
}

/** Nothing that identifies a technology stands further down, and every rule looks at all of it. */
const MAX_HTML = 100_000
const MAX_VALUE = 500
const MAX_SCRIPTS = 200
const MAX_IMPLIED = 5

/** Slugs of the technologies that a page and its headers show, in alphabetical order. */
export function detectTechnologies(
  { headers, metas, scripts, html }: TechnologySigns,
  rules: readonly TechnologyRule[],
): string[] {
  const cookies = cookieNames(headers['set-cookie'] ?? '')
  const page = html.slice(0, MAX_HTML).toLowerCase()
  const pageHolds = partFinder(page)
  const sources = scripts.slice(0, MAX_SCRIPTS).map((source) => source.slice(0, MAX_VALUE).toLowerCase())
  const allSources = sources.join('\n')
  const isShown = (rule: TechnologyRule): boolean =>
    rule.headers.some(
      ({ name, value }) =>
        ownValue(headers, name) !== undefined && value.test(String(ownValue(headers, name)).slice(0, MAX_VALUE)),
    ) ||
    rule.cookies.some(({ name, value }) =>
      cookies.some((cookie) => cookie.name.startsWith(name) && value.test(cookie.value)),
    ) ||
    rule.meta.some(({ name, value }) => metas.get(name)?.some((content) => value.test(content.slice(0, MAX_VALUE)))) ||
    rule.scripts.some(
      ({ literal, expression }) => allSources.includes(literal) && sources.some((source) => expression.test(source)),
    ) ||
    rule.html.some(({ literal, expression }) => pageHolds(literal) && expression.test(page))
  return withImplied(rules, rules.filter(isShown))
}

/** `set-cookie` headers come joined by commas; values may hold dates, which are no cookies. */
const cookieNames = (header: string): { name: string; value: string }[] =>
  header
    .slice(0, 10_000)
    .split(/,(?=\s*[^\s;=,]{1,100}=)/)
    .map((cookie) => {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=', 2)
      return { name: name.trim().toLowerCase(), value: value.slice(0, MAX_VALUE) }
    })
    .filter(({ name }) => name !== '')

function withImplied(rules: readonly TechnologyRule[], shown: readonly TechnologyRule[]): string[] {
  const bySlug = new Map(rules.map((rule) => [rule.slug, rule]))
  const found = new Set(shown.map(({ slug }) => slug))
  let latest = [...shown]
  for (let round = 0; round < MAX_IMPLIED && latest.length > 0; round++) {
    const more = latest.flatMap(({ implies }) => implies).filter((slug) => !found.has(slug))
    for (const slug of more) found.add(slug)
    latest = more.flatMap((slug) => bySlug.get(slug) ?? [])
  }
  for (const { excludes } of shown) for (const slug of excludes) found.delete(slug)
  return [...found].sort()
}

/** Categories of the technologies, each once. */
export const categoriesOf = (slugs: readonly string[]): string[] =>
  [...new Set(slugs.flatMap((slug) => technologyBySlug(slug)?.category ?? []))].sort()
