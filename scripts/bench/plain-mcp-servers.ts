import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { toNodeHandler } from '@modelcontextprotocol/node'
import express from 'express'
import { toolsets } from '../../tools/index.ts'

/**
 * The baselines for the MCP door. Usage: node scripts/bench/plain-mcp-servers.ts http|sdk ANSWER `http`: only
 * node:http, JSON in and JSON out. `sdk`: Quarry's tools on the SDK's server as its documentation mounts it, each of
 * them answering ANSWER, the JSON of a tool result.
 */

const [kind = 'http', answerText = '{}'] = process.argv.slice(2)
const answer = JSON.parse(answerText) as { content: []; structuredContent: Record<string, unknown> }

const listening = (address: AddressInfo | string | null): void => {
  process.stdout.write(`listening ${(address as AddressInfo).port}\n`)
}

if (kind === 'http') serveBare()
else serveSdk()

function serveBare(): void {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id: unknown }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answer }))
    })
  })
  server.listen(0, '127.0.0.1', () => listening(server.address()))
}

function serveSdk(): void {
  const newServer = (): McpServer => {
    const server = new McpServer({ name: 'plain', version: '1.0.0' })
    for (const { name, title, description, annotations, input } of toolsets.flatMap(({ tools }) => tools))
      server.registerTool(name, { title, description, annotations, inputSchema: input }, () => answer)
    return server
  }
  const handler = toNodeHandler(createMcpHandler(newServer, { legacy: 'stateless' }))
  const app = express()
  app.post('/mcp', (request, response) => handler(request, response))
  const server = app.listen(0, '127.0.0.1', () => listening(server.address()))
}
