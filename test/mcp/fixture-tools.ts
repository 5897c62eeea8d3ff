import { setTimeout as sleep } from 'node:timers/promises'
import { fromJsonSchema } from '@modelcontextprotocol/server'
import type { CallToolResult, McpServer, PrimitiveSchemaDefinition, ServerContext } from '@modelcontextprotocol/server'

/** The tools that the conformance suite calls, as its scenarios describe them. */

/** The smallest picture and the smallest sound. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const PAUSE_MS = 50

export const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] })

const IMAGE = { type: 'image', data: PNG, mimeType: 'image/png' } as const

const embedded = (uri: string, mimeType: string, words: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text: words } }) as const

type Work = (context: ServerContext, given: Record<string, unknown>) => CallToolResult | Promise<CallToolResult>

const TOOLS: Record<string, Work> = {
  test_simple_text: () => text('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [IMAGE] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      IMAGE,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  test_error_handling: () => ({ ...text('This tool intentionally returns an error for testing'), isError: true }),
  test_tool_with_progress: withProgress,
  test_tool_with_logging: withLogging,
  test_logging_tool: withLogging,
  test_streaming_elicitation: () => text('Nothing to ask.'),
  test_sampling: async ({ mcpReq }) => {
    const content = { type: 'text', text: 'Say something.' } as const
    const { content: said } = await mcpReq.requestSampling({ messages: [{ role: 'user', content }], maxTokens: 100 })
    return text(`LLM response: ${JSON.stringify(said)}`)
  },
  test_elicitation: asking({ username: { type: 'string' }, email: { type: 'string' } }),
  test_elicitation_sep1034_defaults: asking({
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
  }),
  test_elicitation_sep1330_enums: asking({ untitledSingle: { type: 'string', enum: ['option1', 'option2'] } }),
}

async function withProgress({ mcpReq }: ServerContext): Promise<CallToolResult> {
  const progressToken = mcpReq._meta?.progressToken
  for (const progress of [0, 50, 100]) {
    if (progressToken !== undefined)
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
    await sleep(PAUSE_MS)
  }
  return text('Done.')
}

async function withLogging({ mcpReq }: ServerContext): Promise<CallToolResult> {
  for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    await mcpReq.log('info', words)
    await sleep(PAUSE_MS)
  }
  return text('Done.')
}

/** Asks the client on its connection, which is impossible without a session, as the baseline says. */
function asking(properties: Record<string, PrimitiveSchemaDefinition>): Work {
  return async ({ mcpReq }) => {
    const requestedSchema = { type: 'object', properties } as const
    return text(JSON.stringify(await mcpReq.elicitInput({ message: 'Please answer.', requestedSchema })))
  }
}

const NO_ARGUMENTS = { type: 'object', properties: {} } as const

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

/** Every keyword that a published schema must preserve. */
const RICH_SCHEMA = {
  $schema: DIALECT,
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

export function addTools(server: McpServer): void {
  for (const [name, work] of Object.entries(TOOLS))
    server.registerTool(
      name,
      { description: `The suite's ${name}.`, inputSchema: fromJsonSchema<Record<string, unknown>>(NO_ARGUMENTS) },
      async (given, context) => work(context, given),
    )
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Tool with JSON Schema 2020-12 features', inputSchema: fromJsonSchema(RICH_SCHEMA) },
    () => text('Accepted.'),
  )
  const region = { type: 'string', 'x-mcp-header': 'Region' }
  server.registerTool(
    'test_headers',
    {
      description: 'Repeats an argument into a header.',
      inputSchema: fromJsonSchema({ type: 'object', properties: { region }, required: ['region'] }),
    },
    () => text('Accepted.'),
  )
}
