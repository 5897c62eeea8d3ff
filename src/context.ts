import { setTimeout as sleep } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { createOperatorLists, useFetchedLists } from './services/lists/operator-lists.ts'
import type { OperatorLists } from './services/lists/operator-lists.ts'
import { takeSharedLists } from './services/lists/shared-lists.ts'
import { ownRulesPlace, shareTechnologyRules, technologyRules } from './services/lists/own-technologies.ts'
import { DatabaseClock } from './services/database-clock.ts'
import { createKeptTokens } from './services/kept-tokens.ts'
import type { KeptTokens } from './services/kept-tokens.ts'
import { createPasswords } from './services/passwords.ts'
import type { Passwords } from './services/passwords.ts'
import { keyOfInstallation } from './services/sealing-key.ts'
import { createUsualPatterns } from './services/usual-at-domain.ts'
import type { UsualPatterns } from './services/usual-at-domain.ts'
import { createVerificationService } from './services/verification-service.ts'
import type { VerificationService } from './services/verification-service.ts'
import { createDatabase } from './db/database.ts'
import type { Database } from './db/database.ts'
import { createAccessListener } from './db/accounts/access-listener.ts'
import type { AccessListener } from './db/accounts/access-listener.ts'
import { createJobQueue } from './db/job-queue.ts'
import type { JobQueue } from './db/job-queue.ts'
import { openStorage } from './db/open-storage.ts'
export { clusterStorage } from './db/cluster-storage.ts'
export { restoreStorage } from './db/open-storage.ts'
import { createRequestLocks } from './db/calls/request-locks.ts'
import type { RequestLocks } from './db/calls/request-locks.ts'
import { createRateCounter } from './db/calls/rate-counter.ts'
import type { RateCounter } from './db/calls/rate-counter.ts'
import { createStores } from './db/stores.ts'
import type { Stores } from './db/stores.ts'
import { createWorkerPresence } from './db/worker-presence.ts'
import type { WorkerPresence } from './db/worker-presence.ts'
import type { PublicProfiles } from './engine/enrich/public-profiles.ts'
import { createLog } from './log.ts'
import { HOUR_MS, MINUTE_MS } from './lib/process/clock.ts'
import type { Clock } from './lib/process/clock.ts'
import { createOffThread } from './lib/process/off-thread.ts'
import type { OffThread } from './lib/process/off-thread.ts'
import { createSecretBox } from './lib/secrets/secret-box.ts'
import type { SecretBox } from './lib/secrets/secret-box.ts'
import { loadSecretKeys } from './lib/secrets/secret-keys.ts'
import { createTtlMap } from './lib/process/ttl-map.ts'
import type { TtlMap } from './lib/process/ttl-map.ts'
import { createRefusalPace } from './lib/process/refusal-pace.ts'
import type { RefusalPace } from './lib/process/refusal-pace.ts'
import { createMailSubmitter } from './net/smtp/mail-submit.ts'
import type { MailSubmitter } from './net/smtp/mail-submit.ts'
import { createNetwork } from './network.ts'
import type { Network } from './network.ts'
import { createAddressGuard } from './net/public-address.ts'
import type { AddressGuard } from './net/public-address.ts'

/** Everything long-lived, built once at start and passed down. */
export interface Context extends Network {
  config: Config
  log: Logger
  clock: Clock
  /** Where the data is, in words for people. */
  dataPlace: string
  database: Database
  store: Stores
  queue: JobQueue
  /** Learns when the rights of an account's keys and tokens change, on any server. */
  accessChanges: AccessListener
  rateCounter: RateCounter
  /** Delays rate-limit refusals to a caller that keeps getting them. */
  refusalPace: RefusalPace
  /** Decides which mailbox servers (SMTP out, IMAP in) may be contacted. */
  mailboxGuard: AddressGuard
  /** Submits emails to mailboxes' servers. */
  mailSubmitter: MailSubmitter
  /** Tokens for the servers of mailboxes connected through OAuth. */
  keptTokens: KeptTokens
  /** The name under which this process leases messages. */
  presence: WorkerPresence
  /** Threads for work that would block other requests. */
  offThread: OffThread
  /** Which requests with an Idempotency-Key are running, here and elsewhere. */
  requestLocks: RequestLocks
  /** Seals passwords and private keys. */
  secrets: SecretBox
  /** Hashes people's passwords, a few at a time. */
  passwords: Passwords
  /** The hash of a key to the first account that only this process knows; nearly always null. */
  processKeyHash: Buffer | null
  /** Signs the links in emails; generated once per installation. */
  linkKey: string
  /** Keys the hashes of addresses that opted out; generated once per installation. */
  optoutKey: string
  /** The operator's lists of domains and words. */
  lists: OperatorLists
  verification: VerificationService
  usualPatterns: UsualPatterns
  remembered: Remembered
  /** Aborted first when the process stops, so that waiting calls answer with what they have. */
  stopping: AbortController
  /** Ends everything that was started, dependents first. */
  close: () => Promise<void>
}

/** Results this process keeps in memory because they are needed repeatedly. */
export interface Remembered {
  /** What public services say about people. */
  profiles: TtlMap<PublicProfiles>
  /** How the operator's assistant read questions, so that a question means the same on its next page. */
  proposals: TtlMap<unknown>
  /** For each kind of priced call, whether the most recent ones found something. */
  outcomes: Map<string, boolean[]>
  /** Logos in the formats and sizes last sent. */
  logoPictures: TtlMap<Buffer>
}

/** A part of the context or of a call, and of its stores: rooms of core declare what they use. */
export type Part<Members extends Exclude<keyof (Context & Call), 'store'>, Tables extends keyof Stores = never> = Pick<
  Context & Call,
  Members
> & { store: Pick<Stores, Tables> }

/**
 * What a caller may do. `read`: look things up, even at a cost in credits. `write`: change records. `send`: send mail. `team`:
 * manage members, invitations and everybody's keys (no key has it). `operator`: manage the whole installation.
 */
export type Scope = 'read' | 'write' | 'send' | 'team' | 'operator'

/** Who is calling. The test key and callers without a key have a principal too, in account 0. */
export interface Principal {
  accountId: number
  userId: number
  /** 0 without a key. */
  keyId: number
  /** What the caller presented: a key, a session cookie, an app's token; `shell` is the operator at a shell. */
  via: 'key' | 'session' | 'oauth' | 'shell'
  plan: string
  accountCreatedAt: Date
  scopes: ReadonlySet<Scope>
  testKey: boolean
  suspended: boolean
  /** Whether the account may discover companies. */
  discover: boolean
  /** The name its requests are counted under for rate limits: the account of a key, the user of a session, else the address. */
  rateKey: string
  /** For a token: the app that was connected. */
  app?: { id: string; name: string }
  /** Whose daily spending is counted: an app's, or that of a key with a limit; null credits mean no limit. */
  spender?: { id: string; dailyCredits: number | null }
  /** For a session: who signed in, and the hash that identifies the session. */
  login?: { id: number; session: Buffer }
}

/** Belongs to the process and its background work; calls do not get it. */
type OfTheProcess = 'accessChanges' | 'close' | 'dataPlace' | 'importFiles' | 'mail' | 'offThread' | 'presence'

/** One call of a capability: what capabilities may use, who calls, and how the caller waits. */
export interface Call extends Omit<Context, OfTheProcess> {
  principal: Principal
  requestId: string
  /** Aborted when the answer is no longer needed. */
  signal: AbortSignal
  /** Aborted when the caller's connection closes, if that does not end the work; it cancels the call's reads. */
  hungUp: AbortSignal | null
  /**
   * Under an Idempotency-Key, for actions that cannot be undone, such as sending. After `mark`, a repeated request is refused
   * rather than carried out, whatever breaks; `unmark` lifts this once it is certain that nothing was sent.
   */
  leaving?: { mark: () => Promise<void>; unmark: () => Promise<void> }
  /** How long a search may wait for the first crawl of a domain. */
  crawlWaitMs: number
  /** Crawls a domain for the first time and waits for it, if the caller does that itself; otherwise a job does. */
  firstCrawl?: (domain: string) => Promise<void>
  /** Reports progress, in Quarry's words, if the caller asked for it. */
  progress: ((step: { done: number; total: number; message: string }) => void) | null
  /** Most rows, with their sources, that the door can return; null if it has no limit. */
  maxRows: number | null
}

/** Who calls and how the caller waits; anything left out is as for a plain request. */
export type Asking = Pick<Call, 'principal' | 'requestId' | 'signal'> &
  Partial<Pick<Call, 'hungUp' | 'crawlWaitMs' | 'firstCrawl' | 'progress' | 'maxRows'>>

/** Builds the call of a capability, for every door. */
export const newCall = (context: Context, asking: Asking): Call => ({
  ...context,
  hungUp: null,
  crawlWaitMs: context.config.crawl.waitMs,
  progress: null,
  maxRows: null,
  ...asking,
})

/** Parts that a caller may replace: tests the clock, the command line the log. */
export type Replacements = Partial<
  Pick<Context, 'log' | 'clock' | 'dns' | 'http' | 'documents' | 'mail' | 'passwords' | 'processKeyHash'>
>

const IDLE_WORKER_MS = 1_000
/** Stopping may take ten seconds in all; a job that needs longer is retried elsewhere. */
const STOP_JOBS_WITHIN_MS = 4_000
/** For refreshes already under way: a token that was received but not stored is lost. */
const STOP_TOKENS_WITHIN_MS = 3_000
/** Conversations with mail servers end at once; storing what each leaves takes one statement. */
const STOP_RUNS_WITHIN_MS = 3_000

/**
 * Opens storage (Quarry's own PostgreSQL unless `DATABASE_URL` is set), brings its tables up to date and wires the rest.
 * @throws StorageError with one sentence for the operator when storage cannot be opened.
 */
export async function createContext(config: Config, replace: Replacements = {}): Promise<Context> {
  const log = replace.log ?? createLog(config)
  // The threads that read pages need the rules; reading them here tells the operator what is wrong with them.
  if (config.techRulesDir !== null) technologyRules({ ...ownRulesPlace(config), isShared: false })
  const storage = await openStorage({ ...config, log })
  const database = createDatabase({
    ...storage,
    poolSize: config.databasePoolSize,
    // Workers' tasks come in bursts; dozens of workers must not keep connections they do not use.
    idleTimeoutMs: config.role === 'worker' ? IDLE_WORKER_MS : undefined,
    connectionsPerAccount: config.databasePerAccount ?? undefined,
    queryTimeoutMs: config.queryTimeoutMs,
    log,
  })
  try {
    const store = createStores(database)
    const clock = new DatabaseClock({ databaseNow: store.databaseServer.now, log })
    if (config.databaseUrl !== null && replace.clock === undefined) await clock.follow()
    const own = { clock, passwords: createPasswords(), processKeyHash: null }
    const wired = { ...own, ...createNetwork(config, log), ...replace }
    const queue = createJobQueue(database, { log, now: wired.clock.now })
    const optoutKey = await store.settings.getOrSet('claim_key', randomBytes(32).toString('base64'))
    const sealingKey = await keyOfInstallation(store, config.secretKeys)
    const linkKey = await store.settings.getOrSet('link_key', randomBytes(32).toString('base64'))
    const lists = createOperatorLists()
    await shareTechnologyRules(store, ownRulesPlace(config))
    await takeSharedLists(store, config.dataDir).catch(() =>
      log.warn('Lists from other machines could not be stored in the data directory.'),
    )
    await useFetchedLists(lists, config.dataDir)
    const mailboxGuard = createAddressGuard(config.mailAllowedNetworks)
    const { heloName } = config.verification
    const mailSubmitter = createMailSubmitter({ dns: wired.dns, guard: mailboxGuard, heloName })
    const keptTokens = createKeptTokens()
    const presence = createWorkerPresence(database.direct)
    const offThread = createOffThread()
    const requestLocks = createRequestLocks(database.direct)
    const accessChanges = createAccessListener(database.direct)
    const counting = config.rateLimit.store === 'postgres' ? database.pool.light : null
    const verification = createVerificationService({ config, store, lists, optoutKey, ...wired })
    const close = async () => {
      clock.close()
      await queue.stop({ timeoutMs: STOP_JOBS_WITHIN_MS })
      await offThread.close()
      await presence.leave({ withinMs: STOP_JOBS_WITHIN_MS })
      await keptTokens.close({ withinMs: STOP_TOKENS_WITHIN_MS })
      // Each run gives back what it has begun.
      const runs = Promise.allSettled(verification.runs.values())
      await Promise.race([runs, sleep(STOP_RUNS_WITHIN_MS, null, { ref: false })])
      mailSubmitter.close()
      await database.close()
      await storage.close()
    }
    return {
      config,
      log,
      dataPlace: storage.place,
      database,
      store,
      queue,
      optoutKey,
      linkKey,
      secrets: createSecretBox(() => loadSecretKeys(config.secretKeys, config.dataDir, sealingKey)),
      keptTokens,
      mailboxGuard,
      mailSubmitter,
      presence,
      offThread,
      requestLocks,
      accessChanges,
      rateCounter: createRateCounter(counting, wired.clock === clock),
      refusalPace: createRefusalPace(),
      stopping: new AbortController(),
      close,
      lists,
      verification,
      usualPatterns: createUsualPatterns(store),
      remembered: {
        outcomes: new Map(),
        profiles: createTtlMap(HOUR_MS, 5_000),
        proposals: createTtlMap(HOUR_MS, 2_000),
        logoPictures: createTtlMap(10 * MINUTE_MS, 500),
      },
      ...wired,
    }
  } catch (error) {
    await database.close().finally(() => storage.close())
    throw error
  }
}
