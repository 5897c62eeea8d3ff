import { AsyncLocalStorage } from 'node:async_hooks'
import { Pool } from 'pg'
import type { PoolClient, QueryResult } from 'pg'
import { ownValue } from '../../lib/text/own-value.ts'

/** The callback of a pool, as pg defines it. */
export type OnConnect = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (error?: Error | boolean) => void,
) => void

/**
 * A pool on which everything that one call does can be one transaction: all statements of the call, at any depth, then run one
 * after the other on the connection of that transaction. A transaction within it becomes a savepoint.
 */
export class WholeCallPool extends Pool {
  readonly #calls = new AsyncLocalStorage<CallTransaction | null>()

  /**
   * Runs `work` with a transaction that is open from `together` on. It is committed when `work` succeeds and rolled back when
   * it throws; what was done before `together` stays.
   */
  async asOne<T>(work: () => Promise<T>): Promise<T> {
    const transaction = new CallTransaction(() => this.connect())
    try {
      const result = await this.#calls.run(transaction, work)
      await transaction.commit()
      return result
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  }

  /** From here on the call waits for nothing but the database: its statements take effect together or not at all. */
  async together(): Promise<void> {
    await this.#calls.getStore()?.open()
  }

  /** Runs `work` as one transaction, or as part of the call's transaction if that is open. */
  inOne<T>(work: () => Promise<T>): Promise<T> {
    if (this.isTogether) return work()
    return this.asOne(async () => {
      await this.together()
      return work()
    })
  }

  /** Runs a part of a call that is committed on its own, unless the call's transaction is already open. */
  byItself<T>(work: () => Promise<T>): Promise<T> {
    return this.#calls.getStore()?.isOpen === false ? this.apart(work) : work()
  }

  /** Runs `work` outside any call, because others also wait for it or it outlives its caller. */
  apart<T>(work: () => T): T {
    return this.#calls.run(null, work)
  }

  /** Whether statements here are part of a call's transaction. */
  get isTogether(): boolean {
    return this.#calls.getStore()?.isOpen === true
  }

  /** Runs `remember` as soon as what was written is permanent: at once, or after the call's commit. */
  onceWritten(remember: () => void): void {
    const transaction = this.#calls.getStore()
    if (transaction?.isOpen === true) transaction.afterwards.push(remember)
    else remember()
  }

  override connect(): Promise<PoolClient>
  override connect(onConnect: OnConnect): void
  override connect(onConnect?: OnConnect): Promise<PoolClient> | void {
    const transaction = this.#calls.getStore()
    if (transaction?.isOpen !== true) return onConnect === undefined ? super.connect() : super.connect(onConnect)
    const lent = transaction.lend()
    if (onConnect === undefined) return lent
    lent.then(
      (client) => onConnect(undefined, client, (error) => client.release(error)),
      (error: unknown) => onConnect(error as Error, undefined, () => undefined),
    )
  }
}

/** What replaces the start and end of a transaction that is part of a larger one. */
const WITHIN: Readonly<Record<string, string | null>> = {
  begin: null,
  commit: null,
  rollback: 'rollback to savepoint lent',
}

/** The transaction of one call. Its connection is lent to one user at a time, each with a savepoint of its own. */
class CallTransaction {
  /** Run after the commit. */
  readonly afterwards: (() => void)[] = []
  readonly #connect: () => Promise<PoolClient>
  #opening: Promise<PoolClient> | null = null
  #state: 'apart' | 'open' | 'over' = 'apart'
  #lastUse: Promise<void> = Promise.resolve()

  constructor(connect: () => Promise<PoolClient>) {
    this.#connect = connect
  }

  get isOpen(): boolean | null {
    return this.#state === 'over' ? null : this.#state === 'open'
  }

  async open(): Promise<void> {
    if (this.#state !== 'over') await (this.#opening ??= this.#begin())
  }

  async #begin(): Promise<PoolClient> {
    const client = await this.#connect()
    try {
      await client.query('begin')
    } catch (error) {
      client.release(true)
      throw error
    }
    this.#state = 'open'
    return client
  }

  /** @returns the connection, on loan until it is released. */
  async lend(): Promise<PoolClient> {
    const [before, use] = [this.#lastUse, Promise.withResolvers<void>()]
    this.#lastUse = use.promise
    await before
    try {
      const client = await (this.#opening ?? this.#connect())
      await client.query('savepoint lent')
      lendOut(client, use.resolve)
      return client
    } catch (error) {
      use.resolve()
      throw error
    }
  }

  async commit(): Promise<void> {
    if (this.#opening === null) return this.#end()
    const client = await this.#opening
    await this.#lastUse
    const { command } = await client.query('commit')
    // The server's answer to the commit of a failed transaction.
    if (command === 'ROLLBACK') throw new Error('The transaction of a call failed before its commit.')
    this.#end()
    client.release()
    for (const remember of this.afterwards) remember()
  }

  async rollback(): Promise<void> {
    const client = await this.#opening?.catch(() => null)
    await this.#lastUse
    this.#end()
    if (client === null || client === undefined) return
    const failed = await client.query('rollback').then(
      () => false,
      () => true,
    )
    client.release(failed)
  }

  #end(): void {
    this.#state = 'over'
  }
}

/** Until it is released, the client's own transactions are parts of the open one; a failed statement undoes only its part. */
function lendOut(client: PoolClient, onReturned: () => void): void {
  // oxlint-disable-next-line typescript/unbound-method -- put back as they were
  const before = { query: client.query, release: client.release }
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const ask = (text: string) => query(text) as Promise<QueryResult>
  const giveBack = async (failed: boolean): Promise<void> => {
    try {
      if (failed) await ask('rollback to savepoint lent')
      await ask('release savepoint lent').catch(() => ask('rollback to savepoint lent'))
    } catch {
      // If it cannot be undone, the whole call fails, at the latest when it commits.
    } finally {
      onReturned()
    }
  }
  const within = (...given: unknown[]): unknown => {
    const [text] = given
    const instead = typeof text === 'string' && Object.hasOwn(WITHIN, text) ? ownValue(WITHIN, text) : undefined
    if (instead === undefined) return query(...given)
    return instead === null ? Promise.resolve(NO_ROWS) : ask(instead)
  }
  client.query = within as PoolClient['query']
  client.release = (error) => {
    Object.assign(client, before)
    void giveBack(Boolean(error))
  }
}

const NO_ROWS: QueryResult = { command: '', rowCount: null, oid: 0, fields: [], rows: [] }
