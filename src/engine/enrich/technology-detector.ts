import { technologyBySlug } from '../../lib/companies/technologies.ts'
import type { PageSignals } from './page-signals.ts'
import type { TechnologyRule } from './technology-rules.ts'
import { ruleSigns } from './technology-signs.ts'
import type { NamedSign, TechnologyRuleSigns } from './technology-signs.ts'

/** A page, with the headers it came with. */
export interface TechnologySigns extends PageSignals {
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>
}

/** Nothing that identifies a technology appears further down, and every rule looks at all of it. */
const MAX_HTML = 100_000
const MAX_VALUE = 500
const MAX_SCRIPTS = 200
const MAX_IMPLIED = 5

/** Slugs of the technologies revealed by a page and its headers, in alphabetical order. */
export function detectTechnologies(
  { headers, metas, scripts, html }: TechnologySigns,
  rules: readonly TechnologyRule[],
): string[] {
  const signs = ruleSigns(rules)
  const shown = new Set<TechnologyRule>()
  for (const [header, value] of Object.entries(headers)) addNamed(shown, signs.headers.get(header), [value])
  for (const [meta, contents] of metas) addNamed(shown, signs.meta.get(meta), contents)
  const cookies = cookieNames(headers['set-cookie'] ?? '')
  for (const { rule, name, value } of cookies.length === 0 ? [] : signs.cookies)
    if (cookies.some((cookie) => cookie.name.startsWith(name) && value.test(cookie.value))) shown.add(rule)
  const sources = scripts.slice(0, MAX_SCRIPTS).map((source) => source.slice(0, MAX_VALUE))
  for (const { rule, expression } of signs.scriptsIn(sources.join('\n')))
    if (!shown.has(rule) && sources.some((source) => expression.test(source))) shown.add(rule)
  const page = html.slice(0, MAX_HTML)
  for (const { rule, expression } of signs.htmlIn(page)) if (!shown.has(rule) && expression.test(page)) shown.add(rule)
  return withImplied(signs.bySlug, [...shown])
}

function addNamed(
  shown: Set<TechnologyRule>,
  signs: readonly NamedSign[] | undefined,
  values: readonly string[],
): void {
  for (const { rule, value } of signs ?? [])
    if (values.some((text) => value.test(text.slice(0, MAX_VALUE)))) shown.add(rule)
}

/** `set-cookie` headers are joined by commas; values may contain dates, which are not cookies. */
const cookieNames = (header: string): { name: string; value: string }[] =>
  header
    .slice(0, 10_000)
    .split(/,(?=\s*[^\s;=,]{1,100}=)/)
    .map((cookie) => {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=', 2)
      return { name: name.trim().toLowerCase(), value: value.slice(0, MAX_VALUE) }
    })
    .filter(({ name }) => name !== '')

function withImplied(bySlug: TechnologyRuleSigns['bySlug'], shown: readonly TechnologyRule[]): string[] {
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

/** Categories of the technologies, without duplicates. */
export const categoriesOf = (slugs: readonly string[]): string[] =>
  [...new Set(slugs.flatMap((slug) => technologyBySlug(slug)?.category ?? []))].sort()
