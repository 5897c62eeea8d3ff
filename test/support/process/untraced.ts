import type { FieldSources } from '../../../src/core/enrich/enrich-output.ts'

/** The question, and what Quarry says of its own. */
const OWN = new Set(['id', 'domain', 'logo', 'indexedAt'])

/** Paths of values that no stored source stands for. */
export function untraced(value: unknown, sources: FieldSources, path = ''): string[] {
  if (value === null || OWN.has(path) || (sources[path]?.length ?? 0) > 0) return []
  if (Array.isArray(value)) return value.length === 0 ? [] : [path]
  if (typeof value !== 'object') return [path]
  return Object.entries(value).flatMap(([key, inner]) => untraced(inner, sources, path === '' ? key : `${path}.${key}`))
}
