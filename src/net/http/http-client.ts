import { Agent, type Dispatcher, ProxyAgent } from 'undici'
import type { DnsClient } from '../dns-client.ts'
import { ACCEPTED_ENCODINGS, readResponseBody } from './http-body.ts'
import { allowedOf, bareHost, ConnectRefused, guardedConnector } from './http-connector.ts'
import type { FetchOptions, FetchResult, HttpClient, HttpRefusal, RefusedReason } from './http-exchange.ts'
import { fetchRefusalOf } from './http-refusal.ts'
import { type AddressGuard, createAddressGuard } from '../public-address.ts'
import { bareRecord } from '../../lib/text/own-value.ts'
import { parseUrl, REDIRECT, redirectTarget } from './page-url.ts'
import { timeLimit, type TimeLimit } from '../../lib/process/with-deadline.ts'
import { errorCode } from '../../lib/text/error-code.ts'

export interface HttpClientOptions {
  userAgent: string
  dns: DnsClient
  /** Networks open in addition to public ones (CIDR). */
  allowedNetworks?: readonly string[]
  /**
   * HTTP proxy for everything. It resolves names itself, so names are checked here only as far as this machine's DNS knows
   * them.
   */
  proxyUrl?: string | null
  /** Ports actually connected to for `http:` and `https:` URLs; the URLs themselves may only use 80 and 443. */
  httpPort?: number
  httpsPort?: number
  /** PEM certificates trusted in addition to the system's. */
  certificates?: readonly string[]
}

interface Job {
  dispatcher: Dispatcher
  options: FetchOptions
  userAgent: string
  /** The deadline, and the caller's signal. */
  limit: TimeLimit
  /** Only with a proxy: otherwise the connector checks everything. */
  check: ((host: string) => Promise<unknown>) | null
}

const DEFAULT_DEADLINE_MS = 20_000
const DEFAULT_MAX_BYTES = 2_000_000
const DEFAULT_MAX_REDIRECTS = 5
const MAX_HEADER_BYTES = 32_768
/** Long enough for the next request of a crawl that waits one second between requests. */
const KEEP_ALIVE_MS = 4_000
/** Twice the longest body that is ever asked for. */
const MAX_ANSWER_BYTES = 64_000_000
/** RFC 9110 15.2: hints and notes before the response itself. */
const MAX_INTERIM = 20

/**
 * GET and HEAD for untrusted hosts: guarded addresses, limited bytes, one deadline, no cookies, no credentials.
 * @throws RangeError when an allowed network is not a network
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const guard = createAddressGuard(options.allowedNetworks)
  const dispatcher = dispatcherFor(options, guard)
  const check = options.proxyUrl ? (host: string) => refusePrivate(options.dns, guard, host) : null
  return {
    fetch: async (url, fetchOptions = {}) => {
      const { deadlineMs = DEFAULT_DEADLINE_MS, signal } = fetchOptions
      using limit = timeLimit(deadlineMs, ...(signal === undefined ? [] : [signal]))
      return await follow({ dispatcher, options: fetchOptions, userAgent: options.userAgent, limit, check }, url)
    },
    close: () => dispatcher.destroy(),
  }
}

/** A proxy may know names that this machine's DNS does not: only a known private address is a reason to refuse. */
async function refusePrivate(dns: DnsClient, guard: AddressGuard, host: string): Promise<void> {
  const answer = await dns.resolveAddresses(host)
  if (answer.outcome === 'found') allowedOf(answer.addresses, guard)
}

function dispatcherFor(options: HttpClientOptions, guard: AddressGuard): Dispatcher {
  const limits = {
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  }
  if (options.proxyUrl) return new ProxyAgent({ ...limits, uri: options.proxyUrl, proxyTunnel: false, allowH2: false })
  const maxAnswerBytes = MAX_ANSWER_BYTES
  const { httpPort = 80, httpsPort = 443, certificates, dns } = options
  const connect = guardedConnector({
    dns,
    guard,
    httpPort,
    httpsPort,
    maxAnswerBytes,
    ...(certificates ? { certificates } : {}),
  })
  return new Agent({ ...limits, connect, connections: 2, pipelining: 1, allowH2: false })
}

async function follow(job: Job, from: string | URL): Promise<FetchResult> {
  const redirects: string[] = []
  let url = parseUrl(String(from))
  if (url === null) return refused('bad_url', String(from))
  let wireBytes = 0
  for (;;) {
    const result = await exchange(job, url, redirects.length > 0)
    wireBytes += result.wireBytes
    if (result.outcome === 'refused') return { ...result, wireBytes }
    const next = redirectTarget(result)
    if (next === null || job.options.maxRedirects === 0) return { ...result, wireBytes, redirects }
    redirects.push(url.href)
    const problem = await redirectProblem(job.options, redirects, next)
    if (problem !== null) return refused(problem, next === 'bad_url' ? url.href : next.href, wireBytes)
    url = next as URL
  }
}

async function redirectProblem(
  options: FetchOptions,
  redirects: string[],
  next: URL | 'bad_url',
): Promise<RefusedReason | null> {
  if (next === 'bad_url') return 'bad_url'
  if (redirects.includes(next.href)) return 'redirect_loop'
  if (redirects.length > (options.maxRedirects ?? DEFAULT_MAX_REDIRECTS)) return 'too_many_redirects'
  return options.allow === undefined || (await options.allow(next)) ? null : 'redirect_refused'
}

/**
 * One request and its complete answer. Conditional headers belong to the first URL only: a validator says nothing about
 * another.
 */
async function exchange(job: Job, url: URL, redirected: boolean): Promise<FetchResult> {
  const { options, limit } = job
  try {
    await job.check?.(bareHost(url.hostname))
    const headers = redirected ? unconditional(options.headers) : options.headers
    const answer = await request(job, url, headers).catch((error: unknown) => {
      if (!isBrokenConnection(error)) throw error
      return request(job, url, headers)
    })
    return await readAnswer(job, url, answer)
  } catch (error) {
    return refused(fetchRefusalOf(error, { deadlinePassed: limit.isOver(), aborted: limit.signal.aborted }), url.href)
  }
}

function request(
  { dispatcher, options, userAgent, limit }: Job,
  url: URL,
  headers: FetchOptions['headers'],
): Promise<Dispatcher.ResponseData> {
  let interim = 0
  return dispatcher.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: options.method ?? 'GET',
    headers: { 'user-agent': userAgent, 'accept-encoding': ACCEPTED_ENCODINGS, ...headers },
    signal: limit.signal,
    onInfo: () => {
      if (++interim > MAX_INTERIM) throw new ConnectRefused('protocol')
    },
  })
}

/** A kept-alive connection that the server closed at the same moment: no answer, and nobody's fault. Worth one more try. */
const isBrokenConnection = (error: unknown): boolean => errorCode(error) === 'UND_ERR_SOCKET'

async function readAnswer(job: Job, url: URL, answer: Dispatcher.ResponseData): Promise<FetchResult> {
  const { maxBytes = DEFAULT_MAX_BYTES, overflow = 'refuse', makeRoom } = job.options
  const headers = flatHeaders(answer.headers)
  // The body of a redirect is a courtesy for people: a little of it is read, so that the connection can be kept alive.
  const limits = REDIRECT.has(answer.statusCode)
    ? { maxBytes: 16_384, overflow: 'cut' as const }
    : { maxBytes, overflow, ...(makeRoom && { makeRoom: (bytes: number) => makeRoom(bytes, job.limit.signal) }) }
  const read = await readResponseBody(answer.body, (headers['content-encoding'] ?? '').trim().toLowerCase(), limits)
  if (read.outcome === 'refused') return { ...read, url: url.href }
  const { body, wireBytes, truncated } = read
  return {
    outcome: 'response',
    status: answer.statusCode,
    headers,
    url: url.href,
    body,
    wireBytes,
    truncated,
    redirects: [],
  }
}

function flatHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const flat = bareRecord<string>()
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return flat
}

const unconditional = (headers: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.toLowerCase().startsWith('if-')))

const refused = (reason: RefusedReason, url: string, wireBytes = 0): HttpRefusal => ({
  outcome: 'refused',
  reason,
  url,
  wireBytes,
})
