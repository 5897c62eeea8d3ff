import { InvalidArgumentError } from 'commander'
import { quoted } from '../../lib/input/input-fields.ts'

/** Parsers of command-line arguments; commander shows what they throw. */

export function positiveNumber(text: string): number {
  const value = Number(text)
  if (!(value > 0 && value <= 1_000_000))
    throw new InvalidArgumentError(`It must be a number above 0, up to 1,000,000, not "${quoted(text)}".`)
  return value
}

/** Only digits: 0x1 or 1e3 would be somebody else's id. */
export function positiveInteger(text: string): number {
  const value = /^\d{1,16}$/.test(text.trim()) ? Number(text) : 0
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError(`It must be a whole number of at least 1, not "${quoted(text)}".`)
  return value
}

/** A comma-separated list of some of these words. */
export const someOf =
  (known: readonly string[]) =>
  (text: string): string => {
    const words = text.split(',').map((word) => word.trim().toLowerCase())
    const wrong = words.find((word) => word !== '' && !known.includes(word))
    if (wrong === undefined) return text
    throw new InvalidArgumentError(`"${quoted(wrong)}" is not one of ${known.join(', ')}.`)
  }
