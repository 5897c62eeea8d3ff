import { Server } from '@modelcontextprotocol/server'
import type { ServerOptions } from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { SECOND_MS } from '../lib/clock.ts'
import { callTool } from './call-tool.ts'
import type { Catalogue } from './catalogue.ts'
import { complete } from './completions.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { newCall } from './mcp-door.ts'
import type { McpDoor, Visit } from './mcp-door.ts'
import { getPrompt, listPrompts } from './prompts.ts'
import { listResources, listTemplates, readResource } from './resources.ts'

/** Lists depend on key, URL and headers alone, so a client may keep its own for five minutes. */
const LISTED = { ttlMs: 300 * SECOND_MS, cacheScope: 'private' } as const

const OPTIONS: ServerOptions = {
  capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
  instructions: INSTRUCTIONS,
  cacheHints: {
    'tools/list': LISTED,
    'prompts/list': LISTED,
    'resources/list': LISTED,
    'resources/templates/list': LISTED,
    'server/discover': LISTED,
  },
  // Unused here, but a server without one builds its own, for each request.
  jsonSchemaValidator: new AjvJsonSchemaValidator(),
}

/** Makes the server of one request: handlers that look things up in the shared catalogue, nothing built anew. */
export const serverFactory =
  (door: McpDoor, catalogue: Catalogue) =>
  (visit: Visit): Server => {
    const server = new Server({ name: 'quarry', title: 'Quarry', version: door.version }, OPTIONS)
    const visible = () => catalogue.visible(visit.caller, visit.selection)
    server.setRequestHandler('tools/call', (request, context) =>
      callTool({ door, catalogue }, visit, request.params, context),
    )
    server.setRequestHandler('tools/list', () => ({ tools: visible().map(({ published }) => published) }))
    server.setRequestHandler('resources/list', () => listResources(visible()))
    server.setRequestHandler('resources/templates/list', () => listTemplates(visible()))
    server.setRequestHandler('resources/read', ({ params }, { mcpReq }) =>
      readResource(params.uri, visible(), catalogue, newCall(door.context, visit, { signal: mcpReq.signal })),
    )
    server.setRequestHandler('prompts/list', listPrompts)
    server.setRequestHandler('prompts/get', ({ params }) => getPrompt(params.name, params.arguments))
    server.setRequestHandler('completion/complete', ({ params }) => complete(params, visible()))
    return server
  }
