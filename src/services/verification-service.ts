/** What the context builds once for all rooms: the service that talks to mail servers, domains' usual patterns, password hashes. */

import type { Config } from '../config.ts'
import type { Stores } from '../db/stores.ts'
import type { ListsInUse } from '../engine/classify/address-lists.ts'
import type { KnownCatchAll } from '../engine/verify/catch-all.ts'
import { NEW_SLOTS } from '../engine/verify/slot-state.ts'
import { createMxSlots } from '../engine/verify/mx-slots.ts'
import { reachPort25 } from '../engine/verify/port-25.ts'
import type { MailAccess, VerificationNeeds } from '../engine/verify/verification.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/process/clock.ts'
import type { Clock } from '../lib/process/clock.ts'

/** What is needed to verify addresses: the engine's needs, and what is under way. */
export interface VerificationService {
  needs: VerificationNeeds
  /** This process's runs by address: two simultaneous requests share one. */
  runs: Map<string, Promise<unknown>>
  /** Sessions with mail servers since the start, by outcome. */
  sessions: Map<string, number>
}

/** Domains rarely change whether they accept unknown addresses, and are more likely to stop than to start. */
const CATCH_ALL_KEPT_MS = { accepted: 7 * DAY_MS, refused: 30 * DAY_MS, inconclusive: HOUR_MS } as const
const SHOWN_ACCEPT_ALL = { accepted: true, refused: false, inconclusive: null } as const
/** Whether port 25 is open does not change from one address to the next. */
const PORT_25_KEPT_MS = 10 * MINUTE_MS
const SMTP_PORT = 25

interface ServiceNeeds {
  config: Pick<Config, 'verification'>
  store: Pick<Stores, 'verifications'>
  clock: Clock
  dns: VerificationNeeds['dns']
  mail: MailAccess
  lists: ListsInUse
  optoutKey: string
}

/** Called once per process. */
export function createVerificationService(from: ServiceNeeds): VerificationService {
  const sessions = new Map<string, number>()
  const observe = (report: string): void => void sessions.set(report, (sessions.get(report) ?? 0) + 1)
  return { needs: needsOf(from, observe), runs: new Map(), sessions }
}

function needsOf(
  {
    config,
    clock,
    dns,
    mail,
    store,
    lists,
    optoutKey,
  }: Pick<ServiceNeeds, 'config' | 'clock' | 'dns' | 'mail' | 'store' | 'lists' | 'optoutKey'>,
  observe: (report: string) => void,
): VerificationNeeds {
  const { heloName, sender, port, probeWebmail, socksUrl } = config.verification
  const { guard, connect, timeouts } = mail
  const { verifications } = store
  return {
    dns,
    guard,
    identity: { heloName, sender, portOf: () => port, ...(connect && { connect }), ...(timeouts && { timeouts }) },
    slots: createMxSlots({
      store: { change: (group, change) => verifications.changeSlots(group, NEW_SLOTS, change) },
      clock,
      observe,
    }),
    catchAll: {
      find: async (domains) => {
        const found = await verifications.findCatchAll(domains, clock.now())
        return new Map(found.map(({ domain, answer }) => [domain, answer as KnownCatchAll]))
      },
      keep: async (domain, answer) => {
        const checkedAt = clock.now()
        const freshUntil = new Date(checkedAt.getTime() + CATCH_ALL_KEPT_MS[answer])
        const acceptAll = SHOWN_ACCEPT_ALL[answer]
        await verifications.keepCatchAll(domain, { answer, acceptAll, checkedAt, freshUntil })
      },
    },
    lists,
    clock,
    probeWebmail,
    // Another port or a proxy says nothing about port 25.
    reachPort25: port === SMTP_PORT && socksUrl === null ? remembered(() => reachPort25(dns)) : async () => null,
    secret: optoutKey,
  }
}

function remembered<T>(ask: () => Promise<T>): () => Promise<T> {
  let kept: { answer: Promise<T>; until: number } | null = null
  return () => {
    if (kept === null || kept.until < performance.now())
      kept = { answer: ask(), until: performance.now() + PORT_25_KEPT_MS }
    return kept.answer
  }
}
