import { McpServer } from '@modelcontextprotocol/server'
import { addPrompts, addResources } from './fixture-documents.ts'
import { addQuestions, stateCodec } from './fixture-questions.ts'
import { addTools } from './fixture-tools.ts'
import { startStandIn } from './stand-in.ts'
import type { StandIn } from './stand-in.ts'

/**
 * The product's own route, guards and error handling around the fixture tools of the conformance suite, so that the
 * mount is what is tested. It requires a key; `startKeyProxy` adds one for a suite that cannot send headers.
 */
export const startOverlay = (): Promise<StandIn> => startStandIn({ newServer: overlayServer })

const LISTED = { ttlMs: 60_000, cacheScope: 'private' } as const

function overlayServer(): McpServer {
  const server = new McpServer(
    { name: 'quarry-overlay', version: '0.0.0' },
    {
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} },
      requestState: { verify: (state, context) => stateCodec.verify(state, context) },
      cacheHints: {
        'tools/list': LISTED,
        'prompts/list': LISTED,
        'resources/list': LISTED,
        'resources/templates/list': LISTED,
        'resources/read': LISTED,
        'server/discover': LISTED,
      },
    },
  )
  addTools(server)
  addQuestions(server)
  addResources(server)
  addPrompts(server)
  for (const method of ['resources/subscribe', 'resources/unsubscribe'] as const)
    server.server.setRequestHandler(method, () => ({}))
  return server
}
