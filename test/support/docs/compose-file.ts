import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

interface Service {
  environment: Record<string, string>
  env_file?: { path: string }[]
}

const FILE = join(import.meta.dirname, '../../../compose.yaml')

/**
 * Returns the environment that `compose.yaml` gives a service: the variables of `.env`, overridden by those of
 * `environment` with their `${NAME:-default}` and `${NAME:?message}` filled in from `.env`.
 * @throws Error with the file's message when a required variable is missing
 */
export function composeEnvironment(service: string, dotEnv: Record<string, string>): Record<string, string> {
  const { services } = parse(readFileSync(FILE, 'utf8'), { merge: true }) as { services: Record<string, Service> }
  const { environment, env_file: files = [] } = services[service] ?? { environment: {} }
  const own = Object.entries(environment).map(([name, value]) => [name, filledIn(value, dotEnv)] as const)
  return { ...(files.some(({ path }) => path === '.env') && dotEnv), ...Object.fromEntries(own) }
}

/** Compose's interpolation, innermost first; `:-` and `:?` treat an empty value as missing. */
function filledIn(text: string, dotEnv: Record<string, string>): string {
  const filled = text.replace(
    /\$\{(\w+)(?::([-?])([^${}]*))?\}/g,
    (_, name: string, kind: string | undefined, rest: string) => {
      const value = dotEnv[name] ?? ''
      if (value === '' && kind === '?') throw new Error(rest)
      return value === '' && kind === '-' ? rest : value
    },
  )
  return filled === text ? text : filledIn(filled, dotEnv)
}
