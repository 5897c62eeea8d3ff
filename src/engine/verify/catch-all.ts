import { createHmac } from 'node:crypto'
import type { ReplyClass } from './reply-class.ts'

/** Whether a server accepts every recipient: its answer to an invented one, if it was asked. */
export type CatchAllAnswer = 'accepted' | 'refused' | 'inconclusive' | 'not_run'

/** An answer that was received. */
export type KnownCatchAll = Exclude<CatchAllAnswer, 'not_run'>

/** Remembers which domains are catch-alls. */
export interface CatchAllMemory {
  /** The answers that are still valid, by domain. */
  find: (domains: readonly string[]) => Promise<ReadonlyMap<string, KnownCatchAll>>
  keep: (domain: string, answer: KnownCatchAll) => Promise<void>
}

const CONSONANTS = 'bdfgklmnprstvz'
const VOWELS = 'aeiou'

/**
 * Two local parts that no one has, shaped like names of 10 to 14 letters, each with a digit. They are always the same for a
 * domain: a server that defers strangers recognises them when they return.
 * @param seed a secret of this installation, so that no one can register them beforehand.
 */
export function inventedLocals(seed: string, domain: string): [string, string] {
  const bytes = createHmac('sha256', seed).update(`catch-all ${domain}`).digest()
  const letters = (from: number, count: number): string =>
    Array.from(bytes.subarray(from, from + count), (byte, index) => {
      const choices = index % 2 === 0 ? CONSONANTS : VOWELS
      return choices[byte % choices.length]
    }).join('')
  const digit = (at: number): string => String((bytes[at] ?? 0) % 10)
  return [
    letters(0, 10 + ((bytes[28] ?? 0) % 5)) + digit(29),
    `${letters(15, 5)}.${letters(20, 5 + ((bytes[30] ?? 0) % 3))}${digit(31)}`,
  ]
}

/** What a server that has accepted one mailbox reveals by its answer to an invented one. */
export function readInvented(found: ReplyClass | null): KnownCatchAll {
  if (found === 'accepted') return 'accepted'
  return found !== null && REFUSALS.has(found) ? 'refused' : 'inconclusive'
}

/** Includes a refusal without a reason: the real mailbox was accepted just before. */
const REFUSALS: ReadonlySet<ReplyClass> = new Set<ReplyClass>([
  'user_unknown',
  'user_unknown_soft',
  'disabled',
  'unknown',
])

/** Asks about one invented mailbox; null when the session is over. */
export type AskInvented = (local: string, transaction: 'continue' | 'new') => Promise<ReplyClass | null>

/**
 * Tests whether a domain is a catch-all, in a session that has just accepted a recipient. An acceptance is confirmed with a
 * second name; a server that allows one recipient per transaction gets a new transaction.
 */
export async function probeCatchAll(
  ask: AskInvented,
  [first, second]: readonly [string, string],
  transaction: 'continue' | 'new',
): Promise<KnownCatchAll> {
  const found = await ask(first, transaction)
  const answer = readInvented(found)
  if (answer === 'refused' || found === null) return answer
  if (answer === 'accepted')
    return readInvented(await ask(second, transaction)) === 'accepted' ? 'accepted' : 'inconclusive'
  return transaction === 'new' ? answer : probeCatchAll(ask, [first, second], 'new')
}
