import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import type { PoolClient, PoolConfig } from 'pg'
import { AppError, serviceUnavailable } from '../../errors.ts'
import { cancelByProtocol, throughPooler } from '../through-pooler.ts'
import { createFairTurns } from './fair-turns.ts'
import type { FairTurns } from './fair-turns.ts'
import { WholeCallPool } from './whole-call-pool.ts'
import type { OnConnect } from './whole-call-pool.ts'

/** The caller that statements run for. */
export interface Caller {
  /** Callers of one party wait for one another; an account is a party. */
  party: string
  /**
   * `question`: reads; ends when its caller hangs up or its time is up. `work`: runs to the end once it has begun. `light`:
   * reads a few rows by key, on connections of its own that no expensive query can occupy.
   */
  kind: 'light' | 'question' | 'work'
  /** Aborted when nobody is waiting for the answer. */
  signals: readonly AbortSignal[]
}

export interface CallerPoolOptions extends PoolConfig {
  max: number
  /** Connections that one party may use at once; two fifths of the total by default. */
  perParty?: number | undefined
  /** How long a question may keep a connection, and wait for one. */
  queryTimeoutMs: number
  /** Whether a pooler is in front of the database. */
  isPooled?: boolean | undefined
}

interface Session extends Caller {
  /** Ends waits for a connection. */
  gone: AbortController
  /** Whether its time was up; its errors then say so. */
  isLate: boolean
  /** Whether that is due to a server that does not answer, whatever it is asked. */
  isUnanswered: boolean
  isOver: boolean
  /** Number of open transactions. */
  open: number
  /** Functions that stop running statements, one per connection. */
  stops: Set<() => void>
}

/** Statements sent after the caller has hung up (they return what was reserved) are short. */
const AFTERWARDS_MS = 1_000
/** A cancelled statement that has not ended by then hangs with its server: its connection is closed. */
const CANCEL_WITHIN_MS = 2_000
const CANCEL_EVERY_MS = 200
/** Light calls take milliseconds, so these few connections serve thousands of them a second. */
const LIGHT_CONNECTIONS = 3
const LIGHT_PER_PARTY = 2
const RETRY_AFTER_SECONDS = 5
/** No caller reads this status; it lets logs and stored outcomes distinguish it from a failure. */
const HUNG_UP_STATUS = 499

/**
 * A pool whose connections are given to callers in fair turns. Statements without a caller (jobs, the command line) take
 * connections as they become free.
 */
export class CallerPool extends WholeCallPool {
  /** For what must be answered even while all other connections are taken: keys, rate limits, probes and light calls. */
  readonly light: Pool
  readonly #sessions = new AsyncLocalStorage<Session | null>()
  readonly #leaving = new AsyncLocalStorage<true>()
  readonly #turns: FairTurns
  readonly #lightTurns: FairTurns
  readonly #queryTimeoutMs: number
  /** Connection string of the pooler in front. */
  readonly #pooler: string | null
  /** From the first statement that the server left without an answer to the next one that it answers. */
  #isSilent = false

  constructor({ perParty, queryTimeoutMs, isPooled = false, ...config }: CallerPoolOptions) {
    super(config)
    const { max } = config
    const maxWaitMs = queryTimeoutMs
    this.#queryTimeoutMs = queryTimeoutMs
    this.#pooler = isPooled ? (config.connectionString ?? '') : null
    this.#turns = createFairTurns({
      // The rest is left for jobs.
      total: Math.max(1, Math.floor(0.8 * max)),
      perParty: Math.min(perParty ?? Math.max(1, Math.floor(0.4 * max)), max),
      maxWaitMs,
    })
    this.#lightTurns = createFairTurns({ total: LIGHT_CONNECTIONS, perParty: LIGHT_PER_PARTY, maxWaitMs })
    this.light = new Pool({
      ...config,
      max: LIGHT_CONNECTIONS,
      ...(!isPooled && { statement_timeout: queryTimeoutMs }),
      // A server that does not end a statement itself hangs.
      query_timeout: queryTimeoutMs + AFTERWARDS_MS,
    })
    if (isPooled) for (const each of [this, this.light]) throughPooler(each)
  }

  /**
   * Runs `work` for a caller; a call within a call is part of it.
   * @throws AppError service_unavailable when a question took too long, or no connection was free in time
   */
  async asCaller<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    const outer = this.#sessions.getStore()
    if (outer !== undefined && outer !== null && !outer.isOver) return work()
    const isGone = caller.signals.some(({ aborted }) => aborted)
    if (isGone && caller.kind !== 'work') throw hungUp()
    const gone = new AbortController()
    const session: Session = {
      ...caller,
      gone,
      isLate: false,
      isUnanswered: false,
      isOver: false,
      open: 0,
      stops: new Set(),
    }
    const hangUp = (): void => {
      if (caller.kind === 'work') return
      gone.abort(hungUp())
      for (const stop of session.stops) stop()
    }
    for (const signal of caller.signals) signal.addEventListener('abort', hangUp, { once: true })
    try {
      return await this.#sessions.run(session, work)
    } catch (error) {
      throw reasonOf(session, error, this.#queryTimeoutMs)
    } finally {
      session.isOver = true
      for (const signal of caller.signals) signal.removeEventListener('abort', hangUp)
    }
  }

  /** Runs `work` for no caller, because others also wait for it or it outlives its caller. */
  override apart<T>(work: () => T): T {
    return super.apart(() => this.#sessions.run(null, work))
  }

  /** Runs what has to be done even if the caller of a question has hung up, such as returning what was reserved. */
  evenIfGone<T>(work: () => T): T {
    return this.#leaving.run(true, work)
  }

  override connect(): Promise<PoolClient>
  override connect(onConnect: OnConnect): void
  override connect(onConnect?: OnConnect): Promise<PoolClient> | void {
    const session = this.#sessions.getStore()
    if (session === undefined || session === null || session.isOver || this.isTogether)
      return onConnect === undefined ? super.connect() : super.connect(onConnect)
    if (onConnect === undefined) return this.#checkOut(session, true)
    this.#checkOut(session, false).then(
      (client) => onConnect(undefined, client, (error) => client.release(error)),
      (error: unknown) => onConnect(error as Error, undefined, () => undefined),
    )
  }

  override async end(): Promise<void> {
    await Promise.all([super.end(), this.light.end()])
  }

  /** @param isTransaction whether the caller may ask for more connections while it has this one */
  async #checkOut(session: Session, isTransaction: boolean): Promise<PoolClient> {
    const isLeaving = this.#leaving.getStore() === true
    const isGone = (): boolean => session.kind === 'question' && !isLeaving && session.gone.signal.aborted
    if (isGone()) throw hungUp()
    const turns = session.kind === 'light' ? this.#lightTurns : this.#turns
    const leave =
      session.open > 0
        ? turns.takeAnother(session.party)
        : await turns.take(session.party, session.gone.signal).catch((error: unknown) => {
            // Those before it have not been too many: nobody was served.
            throw this.#isSilent && !session.gone.signal.aborted ? serviceUnavailable(error) : error
          })
    if (isTransaction) session.open++
    const done = (): void => {
      if (isTransaction) session.open--
      leave()
    }
    try {
      const client = await (session.kind === 'light' ? this.light.connect() : super.connect())
      if (isGone()) {
        client.release()
        throw hungUp()
      }
      this.#lend(session, client, done)
      return client
    } catch (error) {
      done()
      throw error
    }
  }

  /** Stops what the client runs when its time is up or its caller hangs up; the client is not returned before that is done. */
  #lend(session: Session, client: PoolClient, done: () => void): void {
    const release = client.release.bind(client)
    const released = Promise.withResolvers<void>()
    let stopping: Promise<void> | null = null
    const unanswered = (): void => {
      session.isUnanswered = true
      this.#isSilent = true
    }
    const stop = (): void => void (stopping ??= this.#end(client, released.promise, unanswered))
    const limitMs = session.gone.signal.aborted ? AFTERWARDS_MS : this.#queryTimeoutMs
    const tooLate = (): void => {
      session.isLate = true
      // A few rows by key take milliseconds: nothing about the call could be made smaller.
      if (session.kind === 'light') unanswered()
      stop()
    }
    const timer = session.kind === 'work' ? undefined : setTimeout(tooLate, limitMs)
    session.stops.add(stop)
    const giveBack = async (error: Error | boolean | undefined): Promise<void> => {
      // A cancellation in progress must not hit the statement of the next user.
      await stopping
      release(stopping === null ? error : true)
      done()
    }
    client.release = (error) => {
      clearTimeout(timer)
      if (!error && stopping === null) this.#isSilent = false
      session.stops.delete(stop)
      released.resolve()
      void giveBack(error)
    }
  }

  async #cancel(client: PoolClient): Promise<void> {
    if (this.#pooler === null) await this.light.query(CANCEL, [processOf(client)]).catch(() => undefined)
    else cancelByProtocol(client, this.#pooler)
  }

  /** Cancels repeatedly until the client is released: a cancellation between two statements has no effect. */
  async #end(client: PoolClient, released: Promise<void>, onUnanswered: () => void): Promise<void> {
    const pause = (ms: number) => Promise.race([released.then(() => true), sleep(ms, false, { ref: false })])
    const closeAt = performance.now() + CANCEL_WITHIN_MS
    while (performance.now() < closeAt) {
      await Promise.race([this.#cancel(client), sleep(CANCEL_WITHIN_MS, undefined, { ref: false })])
      if (await pause(CANCEL_EVERY_MS)) return
    }
    onUnanswered()
    // Closes the socket while a statement is running, which makes it fail.
    void (client as unknown as { end: () => Promise<void> }).end()
  }
}

const CANCEL = 'select pg_cancel_backend($1::integer)'

const processOf = (client: PoolClient): number => (client as unknown as { processID: number }).processID

const hungUp = (cause?: unknown): AppError =>
  new AppError('service_unavailable', 'The caller disconnected.', { cause, status: HUNG_UP_STATUS })

/** Explains the error of a stopped statement. */
function reasonOf({ gone, isLate, isUnanswered }: Session, error: unknown, queryTimeoutMs: number): unknown {
  if (error instanceof AppError || (!gone.signal.aborted && !isLate)) return error
  if (gone.signal.aborted) return hungUp(error)
  if (isUnanswered) return serviceUnavailable(error)
  const details = `This question took longer than ${queryTimeoutMs / 1_000} seconds. Narrow it: use fewer or rarer filter values, a smaller page, or a page closer to the start.`
  return new AppError('service_unavailable', details, { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS })
}
