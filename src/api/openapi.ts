import { z } from 'zod'
import { VERSION } from '../config.ts'
import { OVERVIEW, CHAPTER_TAGS, tagOf } from './openapi-chapters.ts'
import { exampleOf } from './operation-examples.ts'
import { ignoredSchema } from './ignored-names.ts'
import { ROUTES } from './routes.ts'
import type { Route } from './route.ts'
import { WORKBOOK_TYPE } from '../lib/input/upload.ts'
import { bareRecord, ownValue } from '../lib/text/own-value.ts'

type Json = Record<string, unknown>

const ERROR_BODY: Json = {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'code', 'details'],
        properties: { id: { type: 'string' }, code: { type: 'integer' }, details: { type: 'string' } },
      },
    },
  },
}

/** Any status may come with the error envelope; these are worth naming. */
export const ERROR_RESPONSES: Record<string, string> = {
  400: 'A parameter is missing, malformed, out of range or outside its enumeration.',
  401: 'No valid API key.',
  404: 'No such record, path or person.',
  409: 'The request with this Idempotency-Key is still running.',
  413: 'The body is too large or has too many values.',
  415: "The body's content type is not supported.",
  422: 'The record does not accept this value, or the Idempotency-Key was used for another request.',
  403: 'Too many requests per second or minute, or the key lacks the right.',
  429: "The period's credits or the hourly requests are used up.",
  451: 'The person or domain has opted out.',
  503: 'The database is unavailable or overloaded; Retry-After says when to try again.',
  default: 'Another error.',
}

/**
 * The whole surface as OpenAPI 3.1, made from the schemas that the endpoints themselves use (3.1 takes JSON Schema 2020-12
 * unchanged).
 * @param origin the address of this installation.
 */
export function openApiDocument(origin: string): Json {
  const paths = bareRecord<Json>()
  for (const route of ROUTES) {
    const path = `/v2${route.path.replace(PATH_PARAMETER, '{$1}')}`
    paths[path] = { ...ownValue(paths, path), [route.method]: operation(route) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Quarry',
      version: VERSION,
      description: OVERVIEW.join('\n\n'),
      summary: 'Who works at a company, how to reach them, and whether the mail will arrive.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: origin }],
    security: KEY_PLACES,
    tags: CHAPTER_TAGS.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        header: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
        bearer: { type: 'http', scheme: 'bearer' },
        query: { type: 'apiKey', in: 'query', name: 'api_key' },
      },
      schemas: { Errors: ERROR_BODY },
    },
  }
}

/** A key in any of these places; an additional `{}` says that none is needed. */
const KEY_PLACES: Json[] = [{ header: [] }, { bearer: [] }, { query: [] }]

/** `:id` is the router's notation. */
const PATH_PARAMETER = /:(\w+)/g

/** The parameters in full, without the shorter form used in tool lists. */
function parametersOf({ input }: Route['capability']): Record<string, Json> {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input' }) as { properties?: Record<string, Json> }
  return Object.fromEntries(
    Object.entries(properties).map(([name, { listedAs: _shorter, ...schema }]) => [name, schema]),
  )
}

function operation(route: Route): Json {
  const { method, path, capability, summary } = route
  const all = parametersOf(capability)
  const example = exampleOf(route)
  const inPath = new Set(Array.from(path.matchAll(PATH_PARAMETER), ([, name = '']) => name))
  const pathParameters = Object.entries(all)
    .filter(([name]) => inPath.has(name))
    .map(pathParameter)
    .map((shown) => withExample(shown, example.inPath))
  const properties = Object.fromEntries(Object.entries(all).filter(([name]) => !inPath.has(name)))
  return {
    operationId: `${method}_${path.slice(1).replace(/[^a-z]+/g, '_')}`,
    summary,
    tags: [tagOf(path)],
    ...(route.keyless !== undefined && { security: [{}, ...KEY_PLACES] }),
    ...(method === 'get'
      ? {
          parameters: [
            ...pathParameters,
            ...Object.entries(properties).map((each) => withExample(parameter(each), example.sent)),
          ],
        }
      : {
          parameters: [...pathParameters, ...(method === 'post' ? [IDEMPOTENCY_KEY] : [])],
          ...(Object.keys(properties).length > 0 && { requestBody: body(properties, route, example.sent) }),
        }),
    responses: responses(route),
  }
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A unique key for this request: repeated within 24 hours, it returns the first response.',
  schema: { type: 'string', maxLength: 255 },
}

/** Lists are comma-separated in a query; objects use bracket form. */
function parameter([name, schema]: [string, Json]): Json {
  const { description, ...rest } = schema
  const style =
    rest['type'] === 'array'
      ? { style: 'form', explode: false }
      : rest['type'] === 'object'
        ? { style: 'deepObject', explode: true }
        : {}
  return { name, in: 'query', ...(description !== undefined && { description }), ...style, schema: rest }
}

/** Adds the value from the operation's example, if it has one for this parameter. */
const withExample = (shown: Json, values: Json): Json => {
  const example = ownValue(values, String(shown['name']))
  return example === undefined ? shown : { ...shown, example }
}

const pathParameter = ([name, { description, ...schema }]: [string, Json]): Json => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
})

const ROWS: Json = {
  'text/csv': { schema: { type: 'string' } },
  [WORKBOOK_TYPE]: { schema: { type: 'string', format: 'binary' } },
}

const body = (properties: Record<string, Json>, { readCsv, upload }: Route, example: object): Json => ({
  content: {
    'application/json': { schema: { type: 'object', properties }, example },
    ...((readCsv ?? upload) && ROWS),
  },
})

/** The body of a successful answer. It is closed: only named fields are sent. */
export function bodySchema({ capability: { documented, output }, saysSuccess = false }: Route): Json {
  const { properties, required, ...schema } = z.toJSONSchema(documented?.output ?? output)
  if (!saysSuccess) return { ...schema, properties, required }
  return {
    ...schema,
    properties: { status: { const: 'success' }, ...properties },
    required: ['status', ...(required ?? [])],
  }
}

/** The same, with what any answer to a writing request may contain in addition. */
export function sentBodySchema(route: Route): Json {
  const body = bodySchema(route)
  const { meta, ...properties } = body['properties'] as Record<string, Json>
  const ignored = ignoredSchema(route)
  if (meta === undefined || Object.keys(ignored).length === 0) return body
  const more = { ...meta, properties: { ...(meta['properties'] as Json | undefined), ...ignored } }
  return { ...body, properties: { ...properties, meta: more } }
}

function responses(route: Route): Json {
  const { success = 200, otherAnswers = {}, writeCsv } = route
  const json = { 'application/json': { schema: sentBodySchema(route) } }
  const others = Object.entries(otherAnswers).map(([status, description]) => [status, { description, content: json }])
  return {
    ...(success === 204 && { 204: { description: 'Done; no content.' } }),
    [success === 204 ? 200 : success]: {
      description: success === 204 ? 'The record, if Prefer: return=representation was sent.' : 'The answer.',
      content: { ...json, ...(writeCsv && ROWS) },
    },
    ...Object.fromEntries(others),
    ...Object.fromEntries(
      Object.entries(ERROR_RESPONSES).map(([status, description]) => [
        status,
        { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } } },
      ]),
    ),
  }
}
