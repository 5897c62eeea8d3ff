import { setTimeout as sleep } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { createOperatorLists, useFetchedLists } from './core/lists/operator-lists.ts'
import type { OperatorLists } from './core/lists/operator-lists.ts'
import { takeSharedLists } from './core/lists/shared-lists.ts'
import { ownRulesPlace, shareTechnologyRules, technologyRules } from './core/lists/own-technologies.ts'
import { createKeptTokens } from './core/services/kept-tokens.ts'
import type { KeptTokens } from './core/services/kept-tokens.ts'
import { createPasswords } from './core/services/passwords.ts'
import type { Passwords } from './core/services/passwords.ts'
import { keyOfInstallation } from './core/services/sealing-key.ts'
import { createUsualPatterns } from './core/services/usual-at-domain.ts'
import type { UsualPatterns } from './core/services/usual-at-domain.ts'
import { createVerificationService } from './core/services/verification-service.ts'
import type { VerificationService } from './core/services/verification-service.ts'
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
import { createSpeedCounter } from './db/calls/speed-counter.ts'
import type { SpeedCounter } from './db/calls/speed-counter.ts'
import { createStores } from './db/stores.ts'
import type { Stores } from './db/stores.ts'
import { createWorkerPresence } from './db/worker-presence.ts'
import type { WorkerPresence } from './db/worker-presence.ts'
import type { PublicProfiles } from './engine/enrich/public-profiles.ts'
import { createLog } from './log.ts'
import { HOUR_MS, MINUTE_MS, systemClock } from './lib/process/clock.ts'
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

/** Every long-lived thing, built once at start and handed down. */
export interface Context extends Network {
  config: Config
  log: Logger
  clock: Clock
  /** Where the data are, in words for people. */
  dataPlace: string
  database: Database
  store: Stores
  queue: JobQueue
  /** Told when the rights of an account's keys and tokens have changed, on whichever server. */
  accessChanges: AccessListener
  speedCounter: SpeedCounter
  /** Holds refusals by speed that one caller gets repeatedly. */
  refusalPace: RefusalPace
  /** Which servers of mailboxes (SMTP out, IMAP in) may be contacted. */
  mailboxGuard: AddressGuard
  /** Hands emails to the servers of mailboxes. */
  mailSubmitter: MailSubmitter
  /** Tokens for the servers of mailboxes connected through OAuth. */
  keptTokens: KeptTokens
  /** Under which name this process leases messages. */
  presence: WorkerPresence
  /** Threads for work that would keep others waiting. */
  offThread: OffThread
  /** Which requests with an Idempotency-Key run, here and elsewhere. */
  requestLocks: RequestLocks
  /** Seals passwords and private keys. */
  secrets: SecretBox
  /** Hashes passwords of people, few at a time. */
  passwords: Passwords
  /** The hash of a key of the first account that this process alone knows; null where there is none, as nearly always. */
  processKeyHash: Buffer | null
  /** Signs the links in emails; made once for an installation. */
  linkKey: string
  /** Keys the hashes of addresses that opted out; made once for an installation. */
  optoutKey: string
  /** The operator's lists of domains and words. */
  lists: OperatorLists
  verification: VerificationService
  usualPatterns: UsualPatterns
  remembered: Remembered
  /** Aborted first of all when the process stops: whoever waits answers with what there is. */
  stopping: AbortController
  /** Ends what was started, last things first. */
  close: () => Promise<void>
}

/** Answers of this process that are asked for repeatedly; none is stored. */
export interface Remembered {
  /** What public services say of people. */
  profiles: TtlMap<PublicProfiles>
  /** What the operator's assistant made of questions: the same one means the same on its next page. */
  proposals: TtlMap<unknown>
  /** Of each kind of priced call, whether the last ones found something. */
  outcomes: Map<string, boolean[]>
  /** Logos in the formats and sizes in which they were last sent. */
  logoPictures: TtlMap<Buffer>
}

/** A part of the context or of a call, and of its stores: rooms of core name what they touch. */
export type Part<Members extends Exclude<keyof (Context & Call), 'store'>, Tables extends keyof Stores = never> = Pick<
  Context & Call,
  Members
> & { store: Pick<Stores, Tables> }

/**
 * What a key may do. `read`: look things up, also what costs credits. `write`: change records, `send`: make mail leave,
 * `team`: members, invitations and everybody's keys (no key has it), `operator`: what concerns the whole installation.
 */
export type Scope = 'read' | 'write' | 'send' | 'team' | 'operator'

/** Who is asking. The test key and keyless callers have a principal too, of account 0. */
export interface Principal {
  accountId: number
  userId: number
  /** 0 without a key. */
  keyId: number
  /** What the caller showed: a key, the cookie of a session, a token of an app; `shell` is the operator's own. */
  via: 'key' | 'session' | 'oauth' | 'shell'
  plan: string
  accountCreatedAt: Date
  scopes: ReadonlySet<Scope>
  testKey: boolean
  suspended: boolean
  /** Whether the account may discover companies. */
  discover: boolean
  /** Under which name speed is counted: the account of a key, the user of a session, else the client's address. */
  speedKey: string
  /** Of a token: the app that was connected. */
  app?: { id: string; name: string }
  /** Whose spending is counted by day: an app's, or that of a key with a limit; null credits are no limit. */
  spender?: { id: string; dailyCredits: number | null }
  /** Of a session: who signed in, and the hash that names the session. */
  login?: { id: number; session: Buffer }
}

/** What belongs to the process and to its work in the background. */
type OfTheProcess = 'accessChanges' | 'close' | 'dataPlace' | 'importFiles' | 'mail' | 'offThread' | 'presence'

/** One call of a capability: what capabilities may use, who calls, and how the caller waits. */
export interface Call extends Omit<Context, OfTheProcess> {
  principal: Principal
  requestId: string
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal
  /** Aborted when the caller's connection closes, where that does not end the work: its questions to the database end. */
  hungUp: AbortSignal | null
  /**
   * Under an Idempotency-Key, for what nobody can take back once it leaves. From the mark on, whatever breaks, the same
   * request again is refused, not carried out; without it again once it is certain that nothing has left.
   */
  leaving?: { mark: () => Promise<void>; unmark: () => Promise<void> }
  /** How long a search may wait for the first crawl of a domain. */
  crawlWaitMs: number
  /** Has a domain crawled for the first time and waits for it, where the caller does that itself; else a job does. */
  firstCrawl?: (domain: string) => Promise<void>
  /** Told of progress, in Quarry's words, when the caller asked for it. */
  progress: ((step: { done: number; total: number; message: string }) => void) | null
  /** Most rows with their sources that the door can carry; null when it can carry all. */
  maxRows: number | null
}

/** Who calls and how the caller waits; what is left out is as for a plain request. */
export type Asking = Pick<Call, 'principal' | 'requestId' | 'signal'> &
  Partial<Pick<Call, 'hungUp' | 'crawlWaitMs' | 'firstCrawl' | 'progress' | 'maxRows'>>

/** The call of a capability, for every door. */
export const newCall = (context: Context, asking: Asking): Call => ({
  ...context,
  hungUp: null,
  crawlWaitMs: context.config.crawl.waitMs,
  progress: null,
  maxRows: null,
  ...asking,
})

/** Parts that a caller brings along: tests their clock, the CLI its quiet log. */
export type Replacements = Partial<
  Pick<Context, 'log' | 'clock' | 'dns' | 'http' | 'documents' | 'mail' | 'processKeyHash'>
>

const IDLE_WORKER_MS = 1_000
/** Quarry has ten seconds to stop; a job that takes longer is tried again elsewhere. */
const STOP_JOBS_WITHIN_MS = 4_000
/** Those that were begun before: a token that came and is not stored is lost. */
const STOP_TOKENS_WITHIN_MS = 3_000
/** Conversations with mail servers end at once; what they leave is a statement each. */
const STOP_RUNS_WITHIN_MS = 3_000

/**
 * Opens storage (Quarry's own PostgreSQL unless `DATABASE_URL` is set), brings its tables up to date and wires the rest.
 * @throws StorageError with one sentence for the operator when storage cannot be opened.
 */
export async function createContext(config: Config, replace: Replacements = {}): Promise<Context> {
  const log = replace.log ?? createLog(config)
  // Reading threads need them; here the operator is told what is wrong.
  if (config.techRulesDir !== null) technologyRules({ ...ownRulesPlace(config), isShared: false })
  const storage = await openStorage({ ...config, log })
  const { connectionString, directConnectionString, isDistributed } = storage
  try {
    const database = createDatabase({
      connectionString,
      directConnectionString,
      isDistributed,
      poolSize: config.databasePoolSize,
      // What a worker has to do comes in bursts; dozens of workers must not hold what they do not use.
      idleTimeoutMs: config.role === 'worker' ? IDLE_WORKER_MS : undefined,
      connectionsPerAccount: config.databasePerAccount ?? undefined,
      queryTimeoutMs: config.queryTimeoutMs,
      log,
    })
    const wired = { clock: systemClock, processKeyHash: null, ...createNetwork(config, log), ...replace }
    const queue = createJobQueue(database, { log, now: wired.clock.now })
    const store = createStores(database)
    const optoutKey = await store.settings.getOrSet('claim_key', randomBytes(32).toString('base64'))
    const sealingKey = await keyOfInstallation(store)
    const linkKey = await store.settings.getOrSet('link_key', randomBytes(32).toString('base64'))
    const lists = createOperatorLists()
    await shareTechnologyRules(store, ownRulesPlace(config))
    await takeSharedLists(store, config.dataDir).catch(() =>
      log.warn('Lists from other machines cannot be stored here.'),
    )
    await useFetchedLists(lists, config.dataDir)
    const mailboxGuard = createAddressGuard(config.mailAllowedNetworks)
    const mailSubmitter = createMailSubmitter({
      dns: wired.dns,
      guard: mailboxGuard,
      heloName: config.verification.heloName,
    })
    const keptTokens = createKeptTokens()
    const presence = createWorkerPresence(database.direct)
    const offThread = createOffThread()
    const requestLocks = createRequestLocks(database.direct)
    const accessChanges = createAccessListener(database.direct)
    const verification = createVerificationService({ config, store, lists, optoutKey, ...wired })
    const close = async () => {
      await queue.stop({ timeoutMs: STOP_JOBS_WITHIN_MS })
      await offThread.close()
      await presence.leave({ withinMs: STOP_JOBS_WITHIN_MS })
      await keptTokens.close({ withinMs: STOP_TOKENS_WITHIN_MS })
      // What a run has begun it gives back.
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
      passwords: createPasswords(),
      secrets: createSecretBox(() => loadSecretKeys(config.secretKeys, config.dataDir, sealingKey)),
      keptTokens,
      mailboxGuard,
      mailSubmitter,
      presence,
      offThread,
      requestLocks,
      accessChanges,
      speedCounter: createSpeedCounter(config.rateLimit.store === 'postgres' ? database.pool.light : null),
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
    await storage.close()
    throw error
  }
}
