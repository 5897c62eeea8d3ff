import type { z } from 'zod'
import { quoted } from '../input/input-fields.ts'
import { ownValue } from '../text/own-value.ts'
import { isInQuotes } from './given-values.ts'

/** Values that are secrets or contain a password are not shown. */
const SECRET = /(?:KEY|TOKEN|PASSWORD|PASSPHRASE|DATABASE_URL|OWNER_URL|PROXY_URL|SOCKS_URL)$/

/** One sentence about a variable: what it must be, and what it is. */
export function environmentProblem(issue: z.core.$ZodIssue, given: Readonly<Record<string, unknown>>): string {
  const name = issue.path.join('.')
  const value = ownValue(given, name)
  if (typeof value === 'string' && isInQuotes(value))
    return `${name}: ${wanted(issue)}, without quotation marks around it.`
  const shown = SECRET.test(name) || value === undefined ? '' : `; it is "${quoted(value)}"`
  return `${name}: ${wanted(issue)}${shown}.`
}

/** The types of variables word it themselves; a validator's own messages are translated. */
function wanted(issue: z.core.$ZodIssue): string {
  if (/^(?:It|Each item) must /.test(issue.message)) return issue.message
  if (issue.code === 'invalid_value') return `It must be ${oneOf(issue.values.map(String))}`
  if (issue.code === 'too_small') return `It must have at least ${issue.minimum} characters`
  if (issue.code === 'invalid_format' && 'prefix' in issue) return `It must begin with ${String(issue.prefix)}`
  if (issue.code === 'invalid_format' && issue.format === 'url')
    return 'It must be a URL that begins with http:// or https://'
  return 'It is invalid; see .env.example'
}

const oneOf = (values: readonly string[]): string => `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
