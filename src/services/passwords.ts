import { AppError } from '../errors.ts'
import { checkPasswordHash, HASH_COST, hashPassword } from '../lib/secrets/password-hash.ts'
import type { HashCost } from '../lib/secrets/password-hash.ts'

/** Creates and checks password hashes, one at a time: each needs a thread and 33 MiB while it runs. */
export interface Passwords {
  /** @throws AppError service_unavailable if too many others are waiting */
  hash: (password: string) => Promise<string>
  /**
   * Checks a password; without a hash it takes as long, and the password is wrong.
   * @throws AppError service_unavailable if too many others are waiting
   */
  check: (password: string, hash: string | null) => Promise<{ isRight: boolean; isOutdated: boolean }>
}

const WAITING = 20
/** By then, a turn is over. */
const RETRY_AFTER_SECONDS = 2

/** The hash of a password that nobody has, checked if there is no other. */
const nobodys = ({ memory, passes, lanes }: HashCost): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${lanes}$bm9ib2R5J3Mgc2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`

export function createPasswords(cost: HashCost = HASH_COST): Passwords {
  let isBusy = false
  const waiting: (() => void)[] = []

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (isBusy) {
      if (waiting.length >= WAITING) throw tooMany()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else isBusy = true
    try {
      return await work()
    } finally {
      // The place passes to the longest-waiting caller without becoming free in between.
      const next = waiting.shift()
      if (next === undefined) isBusy = false
      else next()
    }
  }

  return {
    hash: (password) => inTurn(() => hashPassword(password, cost)),
    check: (password, hash) => inTurn(() => checkPasswordHash(password, hash ?? nobodys(cost), cost)),
  }
}

const tooMany = (): AppError =>
  new AppError('service_unavailable', 'Too many people are signing in right now. Try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    reason: 'sign_in_busy',
  })
