import type { FieldSources } from '../../../src/core/enrich/enrich-output.ts'

/** The request itself, and Quarry's own statements. */
const OWN = new Set(['id', 'domain', 'logo', 'indexedAt'])

/** Returns the paths of values that no stored source supports. */
export function untraced(value: unknown, sources: FieldSources, path = ''): string[] {
  if (value === null || OWN.has(path) || (sources[path]?.length ?? 0) > 0) return []
  if (Array.isArray(value)) return value.length === 0 ? [] : [path]
  if (typeof value !== 'object') return [path]
  return Object.entries(value).flatMap(([key, inner]) => untraced(inner, sources, path === '' ? key : `${path}.${key}`))
}
