import type { Request, RequestHandler, Response } from 'express'
import { newCall } from '../context.ts'
import type { Call } from '../context.ts'
import type { Answer } from '../core/capability/capability.ts'
import type { IdempotentRequest } from '../core/capability/idempotency.ts'
import { admit, carryOut } from '../core/capability/perform.ts'
import type { Counted } from '../core/capability/rate-limit.ts'
import { mentionsOptedOut } from '../core/optouts/mentions-opted-out.ts'
import { sentRows } from '../core/verify/sent-rows.ts'
import { AppError } from '../errors.ts'
import { hangUpOf } from '../lib/process/hang-up.ts'
import type { ApiDoor, BodyRules } from './api-door.ts'
import { queryWithAddress } from '../lib/input/query-address.ts'
import { isUtf8Query } from '../lib/input/utf8-query.ts'
import { Upload } from '../lib/input/upload.ts'
import { ownValue } from '../lib/text/own-value.ts'
import { callerOf } from './caller-of.ts'
import { ignoredNames } from './ignored-names.ts'
import { onceOver, uploadOf } from './request-upload.ts'
import type { Route } from './route.ts'
import { sendFile } from './send-file.ts'

const MAX_BODY_BYTES = 1_048_576
const MAX_BODY_VALUES = 50_000
/** The longest field has 50,000 characters; only routes with body limits of their own may receive a list as one string. */
const MAX_TEXT_BYTES = 524_288
/** How much larger the rows of a workbook may be than a body. */
const UNPACKED = 8

type Query = Request['query']

/**
 * One capability at one path of `/v2`: finds the caller, admits it, and only then reads the request, performs, and writes
 * envelope and headers.
 */
export function endpoint(door: ApiDoor, route: Route): RequestHandler {
  const { capability, keyless, saysSuccess = false } = route
  const { context, requestId } = door
  const open = keyless !== undefined && context.config[keyless]
  const ignoredOf = ignoredNames(route)
  return async (request, response) => {
    // Express parses it each time it is read.
    const { query } = request
    noteOtherForm(query, response, route)
    const writeCsv = route.sendsFile === true ? undefined : csvWriter(request, query, route)
    const { principal, early } = await callerOf(door, request, query, open)
    const signal = hangUpOf(response)
    const call = newCall(context, { principal, requestId: requestId(request), signal })
    await admit(capability, call, (counted) => setRateHeaders(response, counted))
    const { api_key: _, ...input } = await readInput(request, query, door, route, {
      sender: principal.rateKey,
      early,
      signal,
    })
    const performed = await carryOut(capability, call, input, idempotentRequest(call, request, response, route))
    if (route.changesAccess === true) context.accessChanges.changed(principal.accountId)
    const answer = capability.documented?.of(performed, input) ?? performed
    if (answer.file !== undefined) return sendFile(response, answer.file, context)
    sendAnswer(response, wantsRepresentation(request) ? represented(answer) : answer, {
      writeCsv,
      saysSuccess,
      ignored: ignoredOf(input),
    })
  }
}

/** Gives errors of this request the same form as its answer. */
function noteOtherForm(query: Query, { locals }: Response, { otherForm }: Route): void {
  if (otherForm !== undefined && Object.hasOwn(query, otherForm.parameter)) locals['moreOfError'] = otherForm.error
}

/** The CSV writer if the caller prefers CSV and the route supports it; undefined for JSON. */
function csvWriter(request: Request, { format }: Query, { writeCsv }: Route): Route['writeCsv'] {
  const known = writeCsv === undefined ? ['json'] : ['json', 'csv']
  const preferred = request.accepts(known)
  const isCsv =
    typeof format === 'string' && format.trim() !== '' ? format.trim().toLowerCase() === 'csv' : preferred === 'csv'
  if (writeCsv !== undefined && isCsv) return writeCsv
  if (preferred === false) throw new AppError('not_acceptable', 'This endpoint returns only application/json.')
  return undefined
}

/**
 * GET reads only the query; other methods read query and body. For the same name the body wins over the query, and the path
 * over both.
 * @throws AppError wrong_params for a query in another encoding; what `readBody` throws.
 */
async function readInput(
  request: Request,
  parsed: Query,
  { context, readBody }: ApiDoor,
  { maxBodyBytes = MAX_BODY_BYTES, maxBodyValues = MAX_BODY_VALUES, maxBodyKeys: maxKeys, readCsv, upload }: Route,
  from: Pick<BodyRules, 'sender' | 'early' | 'signal'>,
): Promise<Record<string, unknown>> {
  const { params, method } = request
  if (!isUtf8Query(request.url)) throw new AppError('wrong_params', 'The query is not percent-encoded UTF-8.')
  const query = queryWithAddress(request.url, parsed)
  if (method === 'GET' || method === 'HEAD') return { ...query, ...params }
  const unpack = (bytes: AsyncIterable<Uint8Array>, maxBytes: number): AsyncIterable<Uint8Array> =>
    sentRows(bytes, {
      offThread: context.offThread,
      sender: from.sender,
      maxBytes,
      whenOver: (clean) => onceOver(request, clean),
    })
  const file = upload === undefined ? null : uploadOf(request, upload.maxBytes)
  if (upload !== undefined && file !== null) {
    const unpacked = new Upload(unpack(file.bytes, upload.maxBytes), file.identity)
    return { ...query, ...params, [upload.parameter]: unpacked }
  }
  const maxTextBytes = maxBodyBytes > MAX_BODY_BYTES ? undefined : MAX_TEXT_BYTES
  const readRows = readCsv && ((bytes: AsyncIterable<Uint8Array>) => readCsv(unpack(bytes, UNPACKED * maxBodyBytes)))
  const rules = { maxBytes: maxBodyBytes, maxValues: maxBodyValues, maxKeys, maxTextBytes, readCsv: readRows, ...from }
  return { ...query, ...(await readBody(request, rules)), ...params }
}

/** Every POST may be repeated under the same key, at any of its paths; null without a key. */
function idempotentRequest(
  call: Call,
  { headers, method, baseUrl, params }: Request,
  response: Response,
  { path, aliasOf = path, capability }: Route,
): IdempotentRequest | null {
  const key = headers['idempotency-key']
  if (method !== 'POST' || typeof key !== 'string' || key === '') return null
  const scope = `POST ${baseUrl}${aliasOf.replaceAll(/:(\w+)/g, (_, name: string) => String(ownValue(params, name)))}`
  // Operators are told which domains have opted out.
  const mayShow = async (answer: unknown): Promise<boolean> =>
    capability.scope === 'operator' || !(await mentionsOptedOut(call, answer))
  return { key, scope, mayShow, onReplay: () => response.setHeader('Idempotent-Replayed', 'true') }
}

/** RFC 7240 4.2: the caller wants to see what a write stored or removed. */
const wantsRepresentation = ({ headers }: Request): boolean =>
  /(?:^|[,;\s])return\s*=\s*"?representation\b/i.test(String(headers['prefer'] ?? ''))

function represented(answer: Answer): Answer {
  if (answer.status !== 204) return answer
  const { status: _, ...shown } = answer
  return shown
}

interface Wording {
  writeCsv: Route['writeCsv']
  saysSuccess: boolean
  /** Names in the request that have no meaning here. */
  ignored: string[] | null
}

function sendAnswer(response: Response, answer: Answer, { writeCsv, saysSuccess, ignored }: Wording): void {
  const { data, credits, status, retryAfterSeconds } = answer
  if (status !== undefined) response.status(status)
  if (status === 204) return void response.end()
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', retryAfterSeconds)
  if (credits !== undefined) {
    response.setHeader('X-Quarry-Credits-Charged', String(credits.charged))
    response.setHeader(
      'X-Quarry-Credits-Remaining',
      credits.remaining === null ? 'unlimited' : String(credits.remaining),
    )
  }
  const type = writeCsv === undefined ? 'application/json' : 'text/csv'
  response.setHeader('Content-Type', `${type}; charset=utf-8`)
  if (writeCsv !== undefined) return void response.end(writeCsv(answer))
  if (answer.root !== undefined) return void response.end(JSON.stringify(answer.root))
  const meta = ignored === null ? answer.meta : { ...answer.meta, ignored }
  response.end(JSON.stringify(saysSuccess ? { status: 'success', data, meta } : { data, meta }))
}

/** The documented headers describe the hour; `RateLimit-Policy` names the windows that are actually enforced. */
function setRateHeaders(response: Response, { hour, policy }: Counted): void {
  if (hour === null) return
  response.setHeader('X-RateLimit-Limit', hour.limit)
  response.setHeader('X-RateLimit-Remaining', hour.remaining)
  response.setHeader('X-RateLimit-Reset', Math.floor(hour.resetsAt.getTime() / 1_000))
  response.setHeader('RateLimit-Policy', policy)
}
