import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export interface HookCall {
  headers: Record<string, string>
  body: string
  payload: { id: string; type: string; timestamp: string; data: Record<string, unknown> }
}

export interface HookTarget extends AsyncDisposable {
  url: string
  calls: HookCall[]
  /** Resolves when this many calls have arrived. */
  received: (count: number) => Promise<HookCall[]>
  /** Sets the status of the next answers; null for none at all. */
  answerWith: (status: number | null) => void
}

/** Starts a server that webhooks are posted to. */
export async function startHookTarget(): Promise<HookTarget> {
  const calls: HookCall[] = []
  const waiting: { count: number; resolve: (calls: HookCall[]) => void }[] = []
  let status: number | null = 204
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const payload = JSON.parse(body) as HookCall['payload']
      calls.push({ headers: request.headers as Record<string, string>, body, payload })
      if (status !== null) response.writeHead(status, { location: '/elsewhere' }).end()
      for (const { count, resolve } of waiting) if (calls.length >= count) resolve([...calls])
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    calls,
    received: (count) =>
      calls.length >= count ? Promise.resolve([...calls]) : new Promise((resolve) => waiting.push({ count, resolve })),
    answerWith: (next) => (status = next),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/**
 * Reads a call as its receiver would.
 * @throws Error if the signature was not made with this secret
 */
export const verified = ({ headers, body }: HookCall, secret: string): unknown =>
  new Webhook(secret).verify(body, headers)
