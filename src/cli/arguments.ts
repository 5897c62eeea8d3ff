import { InvalidArgumentError } from 'commander'

/** Readers of command-line arguments; commander shows what they throw. */

export function positiveInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError('It must be a whole number of at least 1.')
  return value
}
