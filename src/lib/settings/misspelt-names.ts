import { nearestWords } from '../text/nearest-words.ts'
import { ownValue } from '../text/own-value.ts'
import { isInQuotes } from './given-values.ts'

/**
 * Names used elsewhere: in compose.yaml, for the key in the commands of the README, and by Kubernetes beside a service that is
 * called quarry (`QUARRY_SERVICE_HOST`, `QUARRY_PORT_3000_TCP`).
 */
const OTHERS = /^QUARRY_(?:KEY|(?:PORT|SERVICE)(?:_[A-Z\d_]+)?)$/

/**
 * A sentence for each name that looks like a setting but is not one, and for each setting that is accepted with quotation marks
 * around it: a folder would have them in its name.
 */
export function misspelt(environment: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  const odd = Object.keys(environment).filter(
    (name) => /^QUARRY[_-]/i.test(name) && !known.includes(name) && !OTHERS.test(name),
  )
  const inQuotes = known.filter((name) => isInQuotes(ownValue(environment, name) ?? ''))
  return [
    ...odd.map((name) => `${name} is not a setting: did you mean ${nearestWords(known, spelling(name), 1)[0]}?`),
    ...inQuotes.map((name) => `${name} is in quotation marks, which are part of its value: leave them out.`),
  ]
}

const spelling = (name: string): string => name.toUpperCase().replaceAll('-', '_')
