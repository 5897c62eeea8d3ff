import type { Route } from './route.ts'
import { ownValue } from '../lib/text/own-value.ts'

type Parameters = Route['example']

/** Parameters in paths that are no number, and the path where that is so only there. */
const IN_PATHS: Parameters = {
  domain: 'lumen.example',
  name: 'microsoft',
  emails: 'rui@lumen.example',
  '/apps/:id': 'app_0123456789abcdef',
}

/** What is sent in the example of an operation: the parameters of its path, and the others. */
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
