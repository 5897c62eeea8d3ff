import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server'
import type { McpServer, Server } from '@modelcontextprotocol/server'
import type { Principal } from '../../context.ts'
import { AppError, toAppError } from '../../errors.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'
import { hangUpOf } from '../../lib/process/hang-up.ts'
import { buildCatalogue } from '../tools/catalogue.ts'
import type { Catalogue } from '../tools/catalogue.ts'
import { inProgressLimit } from './in-progress-limit.ts'
import { callOfVisit } from '../tools/mcp-door.ts'
import type { McpDoor, Visit } from '../tools/mcp-door.ts'
import { asksForTools, withTools } from './kept-list.ts'
import { serverFactory } from './mcp-server.ts'
import { idOf, methodsOf, readMessageBody } from './message-body.ts'
import type { Message } from './message-body.ts'
import { refuseParams } from './message-params.ts'
import { declaredLength, guards, MCP_METHODS } from './mount-guards.ts'
import { protocolRefusalOf, RPC, rpcRefusal, send, unauthorized } from './mount-replies.ts'
import type { Refusal } from './mount-replies.ts'
import { answerOlder, saysModern } from './older-revisions.ts'
import { plainAnswers } from './plain-answers.ts'
import { refusalLimit } from './refusal-limit.ts'
import { readOptions } from './selection-options.ts'
import type { Selection } from '../tools/toolsets.ts'

/** A visit and the message it brought. */
interface Arrival {
  visit: Visit
  body: Message | Message[]
}

/** Makes the server that answers one visit. */
export type NewServer = (visit: Visit) => Server | McpServer

/**
 * The MCP door, which answers every request at `/mcp`; it must come before any body parser.
 * @param newServer replaces the product's own servers (the conformance suite brings its fixture tools).
 */
export function createMcpRoute(
  door: McpDoor,
  newServer?: NewServer,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const catalogue = buildCatalogue(door.toolsets)
  const refuse = refuser(door)
  const reception = receptionOf(door, catalogue.toolsetNames, refuse)
  const listener = answering(door, catalogue, newServer ?? serverFactory(door, catalogue))
  const plain = newServer === undefined ? plainAnswers({ door, catalogue }, door.version) : null
  const limit = inProgressLimit()
  const refusals = refusalLimit()

  const place = async ({ rateKey, keyId, testKey, app }: Principal): Promise<() => void> => {
    refusals.check(rateKey)
    return limit.enter(app?.id ?? (testKey ? rateKey : `key ${keyId}`))
  }

  async function receive(
    { caller, ...asked }: Omit<Asked, 'methods' | 'keptList'> & Pick<Visit, 'caller'>,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const message = await readMessageBody(request)
    if (!message.ok) return refuse(response, message.refusal)
    const { body } = message
    const visit = visitOf(request, caller, { ...asked, methods: methodsOf(body), keptList: asksForTools(body) })
    const refusal = refuseParams(body) ?? (await countMessages(door, visit, body))
    if (refusal !== null) return refuse(response, refusal)
    if (plain !== null && (await plain(visit, body, request, response))) return
    await listener({ visit, body }, request, response)
  }

  return async (request, response) => {
    const requestId = requestIdOf(response)
    const hungUp = hangUpOf(response)
    try {
      const selection = reception(request, response)
      if (selection === null) return
      const caller = await door.authenticate(request)
      if (caller.suspended) throw new AppError('restricted_account', 'This account is suspended.')
      if (caller.app !== undefined && !caller.scopes.has('read')) return refuse(response, withoutRead(door, request))
      const tooLong = declaredLength(request, response)
      if (tooLong !== null) return refuse(response, tooLong)
      const leave = await place(caller).catch(async (full) => {
        await door.context.refusalPace(caller.rateKey, [hungUp])
        throw full
      })
      try {
        if (hungUp.aborted) return
        const noteRefusal = () => refusals.note(caller.rateKey)
        const visit = { selection, requestId, hungUp, noteRefusal, caller }
        await Promise.race([receive(visit, request, response), afterHangUp(hungUp)])
      } finally {
        leave()
      }
    } catch (thrown) {
      refuse(response, refusalFor(door, request, requestId, thrown))
    }
  }
}

/** How long work whose client has left keeps its place. */
const AFTER_HANG_UP_MS = SECOND_MS

/** The SDK leaves an abandoned request without an answer, so that its promise would never settle. */
const afterHangUp = (hungUp: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const leave = (): void => void setTimeout(resolve, AFTER_HANG_UP_MS).unref()
    if (hungUp.aborted) leave()
    else hungUp.addEventListener('abort', leave, { once: true })
  })

/** The refusal of a token that permits nothing at all; RFC 6750 3.1. */
function withoutRead(door: McpDoor, request: IncomingMessage): Refusal {
  const error = new AppError(
    'forbidden',
    'This app does not have the permission read. Tick it in Quarry under Connected apps.',
  )
  const refusal = protocolRefusalOf(error, '', null)
  const ways = door.challengeOf?.(request)?.replace('error="invalid_token"', 'error="insufficient_scope"')
  return { ...refusal, headers: { ...refusal.headers, ...(ways !== undefined && { 'WWW-Authenticate': ways }) } }
}

type Refuse = (response: ServerResponse, refusal: Refusal) => void

const refuser =
  ({ countRefusal }: McpDoor): Refuse =>
  (response, refusal) => {
    countRefusal(refusal.id)
    send(response, refusal)
  }

/** The guards before authentication; returns the selection of a request that passed them, null if it has been answered. */
function receptionOf(door: McpDoor, toolsetNames: readonly string[], refuse: Refuse) {
  const all = guards(door.context.config)
  return (request: IncomingMessage, response: ServerResponse): Selection | null => {
    for (const guard of all) {
      const refusal = guard(request, response)
      if (refusal === null) continue
      refuse(response, refusal)
      return null
    }
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { Allow: MCP_METHODS }).end()
      return null
    }
    const options = readOptions(request, toolsetNames, door.context.config.foreignIssuer !== null)
    if (options.ok) return options.selection
    refuse(response, rpcRefusal(400, { code: RPC.refused, message: options.message }))
    return null
  }
}

const requestIdOf = (response: ServerResponse): string => {
  const given = response.getHeader('X-Request-Id')
  if (typeof given === 'string') return given
  const made = randomUUID()
  response.setHeader('X-Request-Id', made)
  return made
}

/** What a visit knows from its request alone. */
type Asked = Pick<Visit, 'selection' | 'requestId' | 'methods' | 'hungUp' | 'noteRefusal' | 'keptList'>

/** What the SDK requires of `Accept`; real connectors send less, and a JSON answer suits them all. */
const BOTH_ACCEPTS = 'application/json, text/event-stream'

function visitOf(request: IncomingMessage, caller: Principal, asked: Asked): Visit {
  const acceptsStream = /text\/event-stream|\*\/\*/.test(request.headers.accept ?? '')
  request.headers.accept = BOTH_ACCEPTS
  return { caller, ...asked, acceptsStream, closingCancels: false }
}

/** Protocol methods count in the group of all others; the core counts tool calls. */
async function countMessages(door: McpDoor, visit: Visit, body: Message | Message[]): Promise<Refusal | null> {
  const counted = [body].flat().filter(({ method }) => typeof method === 'string' && method !== 'tools/call')
  try {
    for (const _ of counted)
      await door.countRequest(callOfVisit(door.context, visit, { signal: new AbortController().signal }))
    return null
  } catch (thrown) {
    const error = toAppError(thrown)
    if (error.id === 'rate_limit_exceeded') visit.noteRefusal()
    return protocolRefusalOf(error, visit.requestId, idOf(body))
  }
}

/** One listener for all requests; visit and body are associated with the web-standard Request. */
function answering(door: McpDoor, catalogue: Catalogue, newServer: NewServer) {
  const arrivals = new WeakMap<object, Arrival>()
  const visitIn = (key: object | undefined): Visit => {
    const arrival = key === undefined ? undefined : arrivals.get(key)
    if (arrival === undefined) throw new Error('A request without a visit.')
    return arrival.visit
  }
  const modern = createMcpHandler(({ requestInfo }) => newServer({ ...visitIn(requestInfo), closingCancels: true }), {
    legacy: 'reject',
  })
  door.stopping?.addEventListener('abort', () => void modern.close(), { once: true })
  async function answerTo(arrival: Arrival, request: Request, outgoing: ServerResponse): Promise<Response> {
    const { visit, body } = arrival
    if (saysModern(body) || !(await isLegacyRequest(request, body))) {
      arrivals.set(request, arrival)
      return modern.fetch(request, { parsedBody: body })
    }
    const { acceptsStream } = visit
    return answerOlder({ request, body, server: newServer(visit), acceptsStream, outgoing })
  }
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const arrival = arrivals.get(incoming)
      if (arrival === undefined) throw new Error('A request without a visit.')
      const response = await answerTo(arrival, request, outgoing as ServerResponse)
      const { keptList, caller, selection } = arrival.visit
      return keptList ? withTools(response, catalogue.visible(caller, selection)) : response
    },
    // The listener's own light Request and Response replace Node's, which are a fifth of the cost of a call.
    { overrideGlobalObjects: true, errorHandler: (error) => errorResponse(door, error) },
  )
  return (arrival: Arrival, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    arrivals.set(request, arrival)
    return listener(request, response)
  }
}

function errorResponse(door: McpDoor, error: unknown): Response {
  door.context.log.error({ err: error }, 'An MCP request failed.')
  const { id, status, body } = protocolRefusalOf(toAppError(error), '', null)
  door.countRefusal(id)
  return Response.json(body, { status })
}

/** The answer to anything thrown before the SDK is reached. */
function refusalFor(door: McpDoor, request: IncomingMessage, requestId: string, thrown: unknown): Refusal {
  const error = toAppError(thrown)
  if (error.id === 'authentication_failed') return unauthorized(error, keySent(request), door.challengeOf?.(request))
  const { log } = door.context
  if (!request.complete) log.debug({ err: thrown, requestId }, 'An MCP client disconnected.')
  else if (!(thrown instanceof AppError)) log.error({ err: thrown, requestId }, 'An MCP request failed.')
  return protocolRefusalOf(error, requestId, null)
}

const keySent = ({ headers }: IncomingMessage): boolean =>
  (headers['x-api-key'] ?? '') !== '' || /^bearer\s+\S/i.test(headers.authorization ?? '')
