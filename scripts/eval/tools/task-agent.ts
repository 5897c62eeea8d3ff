import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { getEncoding } from 'js-tiktoken'
import { z } from 'zod'

/** An agent that does a task by calling tools, through the real door, and counts the context it uses. */
export interface TaskAgent {
  /** Returns the answer of a tool. Throws if it is an error. */
  call: (tool: string, args?: Record<string, unknown>) => Promise<TaskAnswer>
  /** Returns the text of a tool's error. Throws if it is not one. */
  fail: (tool: string, args: Record<string, unknown>) => Promise<string>
  /** What was used so far; `largest` is the longest answer, in tokens. */
  used: () => { calls: number; tokens: number; largest: number }
}

const Answer = z.object({
  data: z.record(z.string(), z.unknown()).or(z.array(z.unknown())).nullable(),
  meta: z.record(z.string(), z.unknown()),
})
type TaskAnswer = z.output<typeof Answer>

const Result = z.object({
  isError: z.boolean().optional(),
  content: z.tuple([z.object({ text: z.string() })], z.unknown()),
  structuredContent: z.unknown().optional(),
})

const encoding = getEncoding('o200k_base')
export const tokensOf = (value: unknown): number =>
  encoding.encode(typeof value === 'string' ? value : JSON.stringify(value)).length

/** Connects to a Quarry; `close` ends the connection. */
export async function connectAgents({ origin, key }: { origin: string; key: string }) {
  const client = new Client({ name: 'recorded-tasks', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  const requestInit = { headers: { 'X-API-KEY': key } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit }))
  return { newAgent: () => newAgent(client), close: () => client.close() }
}

/** As hosts do that show a call's progress: such a call waits longer for what it began. */
const PATIENT = { onprogress: () => undefined, timeout: 120_000 }

function newAgent(client: Client): TaskAgent {
  const used = { calls: 0, tokens: 0, largest: 0 }
  const ask = async (name: string, args: Record<string, unknown>) => {
    const result = Result.parse(await client.callTool({ name, arguments: args }, PATIENT))
    const text = result.content[0].text
    const length = tokensOf(text)
    used.calls += 1
    used.tokens += tokensOf({ name, arguments: args }) + length
    used.largest = Math.max(used.largest, length)
    return { ...result, text }
  }
  return {
    async call(tool, args = {}) {
      const { isError, text, structuredContent } = await ask(tool, args)
      if (isError === true) throw new Error(`${tool} ${JSON.stringify(args)}: ${text}`)
      return Answer.parse(structuredContent)
    },
    async fail(tool, args) {
      const { isError, text } = await ask(tool, args)
      if (isError !== true) throw new Error(`${tool} ${JSON.stringify(args)} was no error.`)
      return text
    },
    used: () => used,
  }
}
