import { InvalidArgumentError } from 'commander'
import { quoted } from '../lib/input/input-fields.ts'

/** Readers of command-line arguments; commander shows what they throw. */

export function positiveInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError(`It must be a whole number of at least 1, not "${quoted(text)}".`)
  return value
}
