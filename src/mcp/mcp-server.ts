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

/** A magnifying glass on stone. A data URL needs nobody's network, and clients refuse relative ones. */
const ICON =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><rect width='24' height='24' rx='5' fill='#3b4a54'/>" +
  "<g fill='none' stroke='#fff' stroke-width='2.4' stroke-linecap='round'><circle cx='10.5' cy='10.5' r='5'/>" +
  "<path d='m14.5 14.5 4 4'/></g></svg>"

const IDENTITY = {
  name: 'quarry',
  title: 'Quarry',
  icons: [{ src: `data:image/svg+xml,${encodeURIComponent(ICON)}`, mimeType: 'image/svg+xml', sizes: ['any'] }],
}

/** Makes the server of one request: handlers that look things up in the shared catalogue, nothing built anew. */
export const serverFactory =
  (door: McpDoor, catalogue: Catalogue) =>
  (visit: Visit): Server => {
    const server = new Server({ ...IDENTITY, version: door.version }, OPTIONS)
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
    server.setRequestHandler('prompts/list', () => listPrompts(visible()))
    server.setRequestHandler('prompts/get', ({ params }) => getPrompt(params.name, params.arguments, visible()))
    server.setRequestHandler('completion/complete', ({ params }, { mcpReq }) =>
      complete(params, visible(), newCall(door.context, visit, { signal: mcpReq.signal })),
    )
    return server
  }
