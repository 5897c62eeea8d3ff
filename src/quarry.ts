import type { Config } from './config.ts'
import { createContext } from './context.ts'
import type { Context, Replacements } from './context.ts'
import { createFirstKey } from './core/accounts/issue-keys.ts'
import { makeSetUpLink } from './core/logins/setup.ts'
import { bindSecretKey } from './core/operate/installation-key.ts'
import { keepDueTimes } from './core/operate/keep-due-times.ts'
import { followFetchedLists } from './services/lists/operator-lists.ts'
import type { App, AuthorizationServer } from './http/app.ts'
import type { Closing, HttpServer } from './http/http-server.ts'
import { SECOND_MS } from './lib/process/clock.ts'

/** A running Quarry: server, worker or both on one context. */
export interface Quarry {
  context: Context
  /** Where it listens; null for a worker. */
  url: string | null
  /** The first key of a new installation, shown only now; null if it ever had one. */
  firstKey: string | null
  /** Makes its holder the owner; null if somebody can sign in, or if there are no pages to sign in to. */
  setUp: { code: string; link: string } | null
  /** For a long-running server: preloads pages, tools and the tables of questions, so that no early caller waits for them. */
  readAhead: () => void
  /** Stops listening, lets requests finish, stops workers, closes storage. */
  stop: (options?: Closing) => Promise<void>
}

/** A new process first answers those already waiting, such as a load balancer that checks whether it is ready. */
const READ_AHEAD_AFTER_MS = 5 * SECOND_MS

/**
 * Builds the context, starts the worker, then listens.
 * @param signal ends the start at its next step: on a busy machine the rest of it may take longer than a stop is given
 */
export async function startQuarry(
  config: Config,
  replace: Replacements = {},
  signal: AbortSignal | null = null,
): Promise<Quarry> {
  const context = await createContext(config, replace)
  if (config.rateLimit.store === 'memory' && config.databaseUrl !== null)
    context.log.warn(
      'QUARRY_RATE_LIMIT_STORE=memory: each process counts rate limits on its own; use postgres if there are several.',
    )
  context.stopping.signal.addEventListener('abort', followFetchedLists(context.lists, config.dataDir, context.store))
  try {
    signal?.throwIfAborted()
    await bindSecretKey(context)
    await warnOfClock(context)
    await warnOfPath(context)
    await warnOfPooler(context)
    await context.queue.start()
    signal?.throwIfAborted()
    context.queue.keepUp((ending) => keepDueTimes(context, ending))
    if (config.role !== 'server') await (await import('./jobs/worker.ts')).startWorker(context)
    signal?.throwIfAborted()
    const server = config.role === 'worker' ? null : await listen(context)
    // Last, so that nothing can fail after it; and not in a worker, whose output nobody reads.
    const firstKey = server === null ? null : await createFirstKey(context)
    const setUp = server === null || !config.web ? null : await makeSetUpLink(context)
    const url = server?.url ?? null
    context.log.info({ role: config.role, url }, 'Quarry is ready.')
    void context.dns.witness.ask() // it logs what is wrong
    let stopping: Promise<void> | null = null
    const stop = (options?: Closing) => (stopping ??= shutDown(context, server, options))
    const readAhead = (): void => {
      if (server !== null) setTimeout(() => void readAll(context, server.app), READ_AHEAD_AFTER_MS).unref()
    }
    return { context, url, firstKey, setUp, readAhead, stop }
  } catch (error) {
    context.stopping.abort()
    await context.close()
    throw error
  }
}

async function warnOfClock(context: Context): Promise<void> {
  const { checkClock } = await import('./core/operate/doctor.ts')
  const { state, sentence } = await checkClock(context)
  if (state === 'problem') context.log.warn(sentence)
}

async function warnOfPath({ config, log }: Context): Promise<void> {
  const { lostScreens } = await import('./core/operate/public-url-check.ts')
  const lost = lostScreens(config)
  if (lost !== null) log.warn(lost)
}

async function warnOfPooler(context: Context): Promise<void> {
  if (!context.database.isPooled) return
  const { checkPooler } = await import('./core/operate/pooler-check.ts')
  const found = await checkPooler(context)
  if (found !== null && found.state !== 'ok') context.log.warn(found.sentence)
}

async function listen(context: Context): Promise<HttpServer & { app: App }> {
  const { oauth: isOn, foreignIssuer, host, port } = context.config
  // If it is off, none of its files are loaded.
  const oauth = {
    server: isOn === null ? null : await authorizationServer(context),
    issuer: foreignIssuer === null ? null : (await import('./oauth/foreign-issuer.ts')).openForeignIssuer(context),
  }
  const { createApp } = await import('./http/app.ts')
  const { startHttpServer } = await import('./http/http-server.ts')
  const app = await createApp(context, async () => (await import('../tools/index.ts')).toolsets, oauth)
  return { ...(await startHttpServer(app.listener, host, port)), app }
}

/** Loaded with the first request of an app that connects: 200 files that calls with a key or a token do without. */
async function authorizationServer(context: Context): Promise<AuthorizationServer> {
  const { config } = context
  const { stepNotes } = await import('./core/apps/note-step.ts')
  const { resourceDocuments, SERVER_DOCUMENTS } = await import('./oauth/metadata.ts')
  const note = stepNotes(context)
  return {
    note,
    documents: resourceDocuments(config, config.origin, note),
    paths: ['/oauth/', ...SERVER_DOCUMENTS],
    open: async () => (await import('./oauth/open-oauth.ts')).openOauth(context, note),
  }
}

async function readAll({ stopping: { signal }, log }: Context, app: App): Promise<void> {
  if (signal.aborted) return
  try {
    await app.openAll()
    const { readQuestionTables } = await import('./core/discover/read-question-tables.ts')
    readQuestionTables(signal)
  } catch (error) {
    log.error({ err: error }, 'Data to preload could not be read.')
  }
}

async function shutDown(context: Context, server: HttpServer | null, options?: Closing): Promise<void> {
  context.log.info('Stopping.')
  context.stopping.abort()
  await server?.close(options)
  await context.close()
  context.log.info('Stopped.')
}
