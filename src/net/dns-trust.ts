import type { Resolver } from 'node:dns/promises'
import { errorCode } from '../lib/text/error-code.ts'

/**
 * Whether the resolver can be believed, tested with names that certainly exist. One that denies them, or does not answer for
 * them, has lost its network or lies (a captive portal, a filter); what it says about other names is then no evidence.
 */
type DnsTrust =
  | 'trusted'
  /** Names that certainly exist are denied. */
  | 'denies_known_names'
  /** Nothing answers for names that certainly exist. */
  | 'silent'

interface KnownNamesOptions {
  /** Names with MX records, ideally of operators that do not fail together; without any, everything is believed. */
  names: readonly string[]
  /** For all names together. */
  timeoutMs: number
  /** Called when it changes, with the value of `problem`; trusted is assumed before the first query. */
  onChange?: (problem: string | null) => void
}

/** In words for the operator. */
const PROBLEM: Readonly<Record<DnsTrust, string | null>> = {
  trusted: null,
  denies_known_names:
    'The resolver denies names that certainly exist: nothing is crawled or verified until it finds them. Check the network, or set other resolvers in QUARRY_DNS_SERVERS (on a network without internet access, set local names in QUARRY_DNS_KNOWN_NAMES).',
  silent:
    'No resolver answers for names that certainly exist: nothing is crawled or verified until one does. Check the network, or set other resolvers in QUARRY_DNS_SERVERS (on a network without internet access, set local names in QUARRY_DNS_KNOWN_NAMES).',
}

/**
 * Short, so that an outage is noticed before much is believed; a problem is not cached at all, so that its end is noticed at
 * once.
 */
const TRUSTED_FOR_MS = 1_000
const DENIALS = new Set(['ENOTFOUND', 'ENODATA'])

export interface DnsWitness {
  /** Looks up the known names; simultaneous callers, and those within a second of good news, get the same answer. Never rejects. */
  ask: () => Promise<DnsTrust>
  /** The result of the last query, in words for the operator; null when all is well. */
  problem: () => string | null
}

export function knownNamesWitness(resolver: Resolver, { names, timeoutMs, onChange }: KnownNamesOptions): DnsWitness {
  let last: DnsTrust = 'trusted'
  let kept: { answer: Promise<DnsTrust>; until: number } | null = null
  const look = async (): Promise<DnsTrust> => {
    const trust = names.length === 0 ? 'trusted' : await askKnownNames(resolver, names, timeoutMs)
    const changed = trust !== last
    last = trust
    if (changed) onChange?.(PROBLEM[trust])
    return trust
  }
  return {
    ask: () => {
      if (kept !== null && kept.until > performance.now()) return kept.answer
      const asked = { answer: look(), until: Infinity }
      kept = asked
      return asked.answer.finally(() => (asked.until = last === 'trusted' ? performance.now() + TRUSTED_FOR_MS : 0))
    },
    problem: () => PROBLEM[last],
  }
}

/** One name that is found is enough: a filter may hide the others. Never rejects. */
async function askKnownNames(resolver: Resolver, names: readonly string[], timeoutMs: number): Promise<DnsTrust> {
  let hasDenied = false
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, timeoutMs, new Error('No resolver answered in time.'))
  })
  const asked = names.map(async (name) => {
    try {
      await resolver.resolveMx(name)
    } catch (error) {
      hasDenied ||= DENIALS.has(errorCode(error))
      throw error
    }
  })
  try {
    await Promise.race([Promise.any(asked), late])
    return 'trusted'
  } catch {
    return hasDenied ? 'denies_known_names' : 'silent'
  } finally {
    clearTimeout(timer)
  }
}
