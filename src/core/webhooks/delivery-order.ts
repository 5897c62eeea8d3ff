import { HOUR_MS, MINUTE_MS } from '../../lib/process/clock.ts'

/** Whose deliveries one process is attempting, and which targets it leaves alone for a while. */
export interface WebhookTurns {
  /** Runs choices one after another, so that each knows what the previous one has begun. */
  choose: <T>(choice: () => Promise<T>) => Promise<T>
  begin: (delivery: Target) => void
  end: (delivery: Target) => void
  /** Webhooks and accounts that have enough attempts in progress. */
  busy: () => { webhooks: number[]; accounts: number[] }
  /** Until when the target of this URL is left alone; null if it may be tried. */
  closedUntil: (url: string, now: Date) => Date | null
  /** Records whether the target answered an attempt at all. */
  note: (url: string, answers: boolean, now: Date) => void
}

interface Target {
  accountId: number
  webhookId: number
}

/** Limits on simultaneous attempts: a slow target delays no others, and no account delays other accounts. */
const ATTEMPTS_OF_A_WEBHOOK = 4
const ATTEMPTS_OF_AN_ACCOUNT = 6
/** After this many failures in a row, a target is tried once after each pause, which doubles every time. */
const FAILURES_TO_CLOSE = 5
const FIRST_PAUSE_MS = MINUTE_MS
const LONGEST_PAUSE_MS = HOUR_MS
const MAX_TARGETS = 10_000

/** Lives as long as the process. */
export function createWebhookTurns(): WebhookTurns {
  const webhooks = new Map<number, number>()
  const accounts = new Map<number, number>()
  const targets = new Map<string, { failures: number; closedUntil: number }>()
  const count = (counts: Map<number, number>, id: number, step: 1 | -1): void => {
    const next = (counts.get(id) ?? 0) + step
    if (next > 0) counts.set(id, next)
    else counts.delete(id)
  }
  const move = ({ webhookId, accountId }: Target, step: 1 | -1): void => {
    count(webhooks, webhookId, step)
    count(accounts, accountId, step)
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    choose: (choice) => {
      const chosen = last.then(choice)
      last = chosen.catch(() => undefined)
      return chosen
    },
    begin: (delivery) => move(delivery, 1),
    end: (delivery) => move(delivery, -1),
    busy: () => ({
      webhooks: atLeast(webhooks, ATTEMPTS_OF_A_WEBHOOK),
      accounts: atLeast(accounts, ATTEMPTS_OF_AN_ACCOUNT),
    }),
    closedUntil: (url, now) => {
      const until = targets.get(originOf(url))?.closedUntil ?? 0
      return until > now.getTime() ? new Date(until) : null
    },
    note: (url, answers, now) => {
      const origin = originOf(url)
      const failures = (targets.get(origin)?.failures ?? 0) + 1
      targets.delete(origin)
      if (answers) return
      const over = failures - FAILURES_TO_CLOSE
      const pause = over < 0 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** over)
      targets.set(origin, { failures, closedUntil: now.getTime() + pause })
      // Forgets the target whose last failure is the longest ago.
      if (targets.size > MAX_TARGETS) targets.delete(targets.keys().next().value ?? '')
    },
  }
}

const atLeast = (counts: ReadonlyMap<number, number>, limit: number): number[] =>
  [...counts].filter(([, count]) => count >= limit).map(([id]) => id)

const originOf = (url: string): string => URL.parse(url)?.origin ?? url
