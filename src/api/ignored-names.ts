import { lazily } from '../lib/process/lazily.ts'
import type { Route } from './route.ts'

/** What any request may contain in addition to its capability's parameters. */
const OF_ALL = ['api_key', 'format']

const MAX_TOLD = 20
const MAX_LENGTH = 60

/**
 * Names in a writing request that are not read; the answer reports them, so that the caller does not believe that they took
 * effect. For reading requests, where unknown names are common, nothing is reported.
 * @returns a function of a request's input, which gives at most 20 names, each cut; null if there are none.
 */
export function ignoredNames(route: Route) {
  if (!tellsIgnored(route)) return () => null
  const { capability, upload, otherForm } = route
  const { input, parameterAliases = {}, parameterGroups = {} } = capability
  const known = lazily(() => {
    const more = [upload?.parameter, otherForm?.parameter].filter((name) => name !== undefined)
    const others = [...Object.keys(parameterAliases), ...Object.keys(parameterGroups)]
    return new Set([...Object.keys(input.shape), ...others, ...OF_ALL, ...more])
  })
  return (sent: Readonly<Record<string, unknown>>): string[] | null => {
    const ignored = Object.keys(sent).filter((name) => !known().has(name))
    return ignored.length === 0
      ? null
      : ignored.slice(0, MAX_TOLD).map((name) => name.slice(0, MAX_LENGTH).toWellFormed())
  }
}

/** Whether answers of this endpoint can have `meta.ignored`. */
const tellsIgnored = ({ capability: { scope, prepare } }: Route): boolean => scope !== 'read' && prepare === undefined

/** The JSON Schema of `meta.ignored`; empty for an endpoint that does not report it. */
export const ignoredSchema = (route: Route): Record<string, object> =>
  tellsIgnored(route)
    ? {
        ignored: {
          type: 'array',
          items: { type: 'string', maxLength: MAX_LENGTH },
          maxItems: MAX_TOLD,
          description: 'Names in the request that have no meaning here; absent when there are none.',
        },
      }
    : {}
