import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** Identifies a mailbox. */
interface TokenPlace {
  accountId: number
  mailboxId: number
}

/** A token for the servers of a mailbox. */
export interface MailToken {
  outcome: 'token'
  token: string
  /** Which token it is: if a server refuses it, it gets a later one. */
  generation: number
  /** Its provider's servers; it goes to no others. */
  hosts: ReadonlySet<string>
}

/**
 * Why there is no token, as a sentence. `waits` resolves by itself; the others need a person. `spent`: the refused token was
 * itself fetched because an earlier one was refused.
 */
export interface NoToken {
  outcome: 'waits' | 'refused' | 'spent'
  problem: string
}

/** The tokens of this process, and the requests for tokens that are under way. */
export interface KeptTokens {
  /** The name under which this process takes leases. */
  workerId: string
  /** Null if there is none, or if a fresh one is due. */
  get: (place: TokenPlace, now: Date) => MailToken | null
  keep: (place: TokenPlace, token: MailToken, refreshAt: Date) => void
  /** Forgets the token of one mailbox, or of all. */
  forget: (place?: TokenPlace) => void
  /** Joins a request already under way, unless its answer is too old. */
  once: (place: TokenPlace, atLeast: number, ask: () => Promise<MailToken | NoToken>) => Promise<MailToken | NoToken>
  /** Closing waits for it: a refresh token that was exchanged but not stored is lost. */
  whileOpen: <T>(work: Promise<T>) => Promise<T>
  close: (options: { withinMs: number }) => Promise<void>
}

const MAX_KEPT = 10_000

const keyOf = ({ accountId, mailboxId }: TokenPlace): string => `${accountId}/${mailboxId}`

export function createKeptTokens(): KeptTokens {
  const kept = new Map<string, { token: MailToken; refreshAt: number }>()
  const underWay = new Map<string, Promise<MailToken | NoToken>>()
  const working = new Set<Promise<unknown>>()

  async function whileOpen<T>(work: Promise<T>): Promise<T> {
    working.add(work)
    try {
      return await work
    } finally {
      working.delete(work)
    }
  }

  return {
    workerId: randomUUID(),
    get: (place, now) => {
      const found = kept.get(keyOf(place))
      return found !== undefined && found.refreshAt > now.getTime() ? found.token : null
    },
    keep: (place, token, refreshAt) => {
      const key = keyOf(place)
      kept.delete(key)
      kept.set(key, { token, refreshAt: refreshAt.getTime() })
      const [oldest] = kept.keys()
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
    },
    forget: (place) => (place === undefined ? kept.clear() : void kept.delete(keyOf(place))),
    once: async (place, atLeast, ask) => {
      const key = keyOf(place)
      const running = underWay.get(key)
      if (running !== undefined) {
        const answer = await running
        if (answer.outcome !== 'token' || answer.generation >= atLeast) return answer
      }
      const asked = whileOpen(ask())
      underWay.set(key, asked)
      try {
        return await asked
      } finally {
        if (underWay.get(key) === asked) underWay.delete(key)
      }
    },
    whileOpen,
    close: async ({ withinMs }) => {
      await Promise.race([Promise.allSettled(working), sleep(withinMs, null, { ref: false })])
    },
  }
}
