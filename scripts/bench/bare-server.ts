import { readFileSync } from 'node:fs'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { toNodeHandler } from '@modelcontextprotocol/node'
import express from 'express'
import { z } from 'zod'

/**
 * The baseline for Quarry: the same frameworks with nothing behind them. A route that validates its query with zod and
 * answers a fixed body, and an MCP server with one tool that does the same. Usage: node scripts/bench/bare-server.ts
 * BODY_FILE
 */

const answer: unknown = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))

const Query = z.object({
  domain: z.string().min(1),
  limit: z.coerce.number().int().min(1).max(100).default(10),
  offset: z.coerce.number().int().min(0).default(0),
})

const app = express()
app.get('/v2/domain-search', (request, response) => {
  Query.parse(request.query)
  response.json(answer)
})

const newServer = (): McpServer => {
  const server = new McpServer({ name: 'bare', version: '1.0.0' })
  server.registerTool('domain_search', { description: 'bare', inputSchema: Query }, () => ({
    content: [{ type: 'text', text: JSON.stringify(answer) }],
    structuredContent: answer as Record<string, unknown>,
  }))
  return server
}
const handler = toNodeHandler(createMcpHandler(newServer, { legacy: 'stateless' }))
app.post('/mcp', (request, response) => handler(request, response))

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`listening ${typeof address === 'object' ? address?.port : ''}\n`)
})
