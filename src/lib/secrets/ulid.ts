import { randomBytes } from 'node:crypto'

/** Crockford's base 32: no I, L, O, U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_CHARACTERS = 10
const RANDOM_CHARACTERS = 16

/** A ULID: 48 bits of time and 80 random bits in 26 characters, so that ids sort by time. */
export function ulid(now: Date): string {
  const time = Array.from({ length: TIME_CHARACTERS }, (_, place) =>
    ALPHABET.charAt(Math.floor(now.getTime() / 32 ** (TIME_CHARACTERS - 1 - place)) % 32),
  )
  const random = Array.from(randomBytes(RANDOM_CHARACTERS), (byte) => ALPHABET.charAt(byte % 32))
  return time.join('') + random.join('')
}
