import type { GrantPlace } from '../../db/grants/mailbox-grants-store.ts'
import type { MailToken, NoToken } from '../../services/kept-tokens.ts'
import type { GrantNeeds } from './grant-needs.ts'
import { tokenFor, tokenRefused } from './token-for.ts'

/** What to do with a token, and at which servers. */
export interface TokenUse<T> {
  hosts: readonly string[]
  attempt: (token: MailToken) => Promise<T>
  isRefused: (result: T) => boolean
}

/**
 * Uses the token of a mailbox, only at servers of its provider. A server that refuses it gets one fresh token; if it refuses
 * that too, the permission is missing and the mailbox has to be connected again.
 */
export async function useToken<T>(
  context: GrantNeeds,
  place: GrantPlace,
  { hosts, attempt, isRefused }: TokenUse<T>,
): Promise<{ outcome: 'done'; result: T } | NoToken> {
  const first = await tokenFor(context, place)
  if (first.outcome !== 'token') return first
  if (!hosts.every((host) => first.hosts.has(host))) return { outcome: 'refused', problem: OTHER_HOST }
  const result = await attempt(first)
  if (!isRefused(result)) return { outcome: 'done', result }
  const fresh = await tokenFor(context, place, first.generation + 1)
  if (fresh.outcome === 'spent') return tokenRefused(context, place, first.generation)
  if (fresh.outcome !== 'token') return fresh
  const again = await attempt(fresh)
  return isRefused(again) ? tokenRefused(context, place, fresh.generation) : { outcome: 'done', result: again }
}

const OTHER_HOST = 'The host of this mailbox does not belong to its provider: connect the mailbox again.'
