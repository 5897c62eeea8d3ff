import { AppError } from '../../errors.ts'
import type { ErrorItem } from '../../errors.ts'
import { parseTypedAddress } from '../../lib/addresses/email-address.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, weaknessOf } from '../../lib/secrets/weak-password.ts'
import type { PasswordOwner, PasswordProblem } from '../../lib/secrets/weak-password.ts'

/** What people type before they have signed in: read as a whole, with all problems at once. */

const MAX_NAME_LENGTH = 100

/** Languages of the pages. */
export const SCREEN_LANGUAGES = ['en', 'de'] as const

/** Splits a name: the last word is the last name. */
export function namesOf(name: string): { firstName: string | null; lastName: string | null } {
  const words = name.toWellFormed().replaceAll('\0', '').trim().split(/\s+/u)
  const last = words.length > 1 ? (words.pop() ?? null) : null
  return { firstName: words.join(' ') || null, lastName: last }
}

/** An address to sign in with, as it is stored; null if invalid. */
export const ownAddress = (text: string): string | null => parseTypedAddress(text)?.full ?? null

const SENTENCES: Readonly<Record<PasswordProblem, string>> = {
  too_short: `Use ${MIN_PASSWORD_LENGTH} characters or more. A sentence works well.`,
  too_long: `Use at most ${MAX_PASSWORD_LENGTH} characters.`,
  too_few_different: 'This password has too few different characters.',
  repeated: 'This password only repeats one part. Add something else.',
  guessable: 'This password is easy to guess: a name, a common word or a row of keys. Add something else.',
}

/** What is wrong with a new password, if anything. */
export function passwordProblems(password: string, owner: PasswordOwner): ErrorItem[] {
  const problem = weaknessOf(password, owner)
  return problem === null
    ? []
    : [{ id: 'validation_failed', details: SENTENCES[problem], field: 'password', reason: `password_${problem}` }]
}

export interface NewPerson {
  name: string
  email: string
  password: string
}

/**
 * Reads a new person's details.
 * @throws AppError with every problem, each with its field
 */
export function readNewPerson({ name, email, password }: NewPerson): {
  email: string
  firstName: string | null
  lastName: string | null
} {
  const address = ownAddress(email)
  const names = namesOf(name)
  refuseFields([
    ...(names.firstName === null ? [wrong('name', 'Enter your name.', 'name_missing')] : []),
    ...(name.length > MAX_NAME_LENGTH
      ? [wrong('name', `Use a name of at most ${MAX_NAME_LENGTH} characters.`, 'name_too_long')]
      : []),
    ...(address === null
      ? [wrong('email', 'Enter an email address, such as maya@birch.example.', 'invalid_email')]
      : []),
    ...passwordProblems(password, { email, names: Object.values(names) }),
  ])
  return { email: address ?? '', ...names }
}

const wrong = (field: string, details: string, reason: string): ErrorItem => ({
  id: 'validation_failed',
  details,
  field,
  reason,
})

/** @throws AppError if there are any. */
export function refuseFields([first, ...others]: readonly ErrorItem[]): void {
  if (first !== undefined) throw AppError.forParameters([first, ...others])
}
