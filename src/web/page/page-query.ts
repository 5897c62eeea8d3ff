import { bareRecord, ownValue } from '../../lib/text/own-value.ts'

/** The query of a screen: paging, order and filters, as texts. Nothing is refused here. */
export type PageQuery = Readonly<Record<string, string>>

type Value = string | number | boolean | null | undefined | readonly (string | number)[]

/** The texts of a raw query; a list is joined by commas, the form that capabilities read; nested values are left out. */
export function pageQueryOf(raw: Readonly<Record<string, unknown>>): PageQuery {
  const texts = Object.entries(raw).flatMap(([name, value]) => {
    const text = [value]
      .flat()
      .filter((item) => typeof item === 'string' && item.trim() !== '')
      .join(',')
      .trim()
    return text === '' ? [] : [[name, text] as const]
  })
  return Object.assign(bareRecord<string>(), Object.fromEntries(texts))
}

/** A link to a screen below `/app`; parameters without a value are left out. */
export function to(path: string, query: Readonly<Record<string, Value>> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '')
    if (text !== '' && text !== 'false') search.set(name, text)
  }
  const below = path === '/' ? '' : path
  return `/app${below}${search.size === 0 ? '' : `?${search.toString()}`}`
}

/** The query with some parameters changed; null removes one. A changed filter returns to the first page. */
export function changed(query: PageQuery, change: Readonly<Record<string, Value>>): Record<string, Value> {
  const { after: _after, before: _before, offset: _offset, ...rest } = query
  return { ...rest, ...change }
}

/** A path below `/app` with its parameters filled in: `/lists/:id` → `/lists/7`. */
export const filled = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(ownValue(params, name) ?? ''))
