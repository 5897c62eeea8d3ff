import type { Route } from './route.ts'
import { ownValue } from '../lib/text/own-value.ts'

type Parameters = Route['example']

/** Path parameters that are not numbers, by name, or by path if only that path differs. */
const IN_PATHS: Parameters = {
  domain: 'lumen.example',
  name: 'microsoft',
  emails: 'rui@lumen.example',
  '/apps/:id': 'app_0123456789abcdef',
}

/** The parameters in the example of an operation: those of its path, and the others. */
export function exampleOf({ path, example }: Pick<Route, 'path' | 'example'>): {
  inPath: Parameters
  sent: Parameters
} {
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name)
  return {
    inPath: Object.fromEntries(names.map((name) => [name, ownValue(IN_PATHS, path) ?? ownValue(IN_PATHS, name) ?? 1])),
    sent: example,
  }
}
