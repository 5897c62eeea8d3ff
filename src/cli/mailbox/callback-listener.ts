import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Where a browser on this machine returns after the person has decided (RFC 8252 7.3). */
export interface CallbackListener {
  redirectUri: string
  /** The first address that contains a decision; null if none came in time. */
  answered: (withinMs: number) => Promise<URL | null>
  close: () => Promise<void>
}

const PATH = '/callback'
const MAX_HEADER_BYTES = 32_768
const SLOW_MS = 10_000
const TOLD =
  '<!doctype html><meta charset="utf-8"><title>Quarry</title><p>Return to the terminal; you can close this page.</p>'

/** Listens on a free port, on this machine only. */
export async function listenForCallback(): Promise<CallbackListener> {
  let answer: (url: URL) => void = () => undefined
  const came = new Promise<URL>((resolve) => (answer = resolve))
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, requestTimeout: SLOW_MS }, (request, response) => {
    const url = URL.canParse(request.url ?? '', origin) ? new URL(request.url ?? '', origin) : null
    if (request.method !== 'GET' || url?.pathname !== PATH || !saysDecision(url)) {
      response.writeHead(404).end()
      return
    }
    // The address contains a code that no other page must receive.
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    }
    response
      .writeHead(200, { ...headers, 'content-security-policy': "default-src 'none'", connection: 'close' })
      .end(TOLD)
    answer(url)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    redirectUri: origin + PATH,
    answered: (withinMs) => {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), withinMs)))
      return Promise.race([came, late]).finally(() => clearTimeout(timer))
    },
    close: async () => {
      server.close()
      server.closeIdleConnections()
      await once(server, 'close')
    },
  }
}

/** Any other request is a browser looking for an icon, or a person looking around. */
export const saysDecision = ({ searchParams }: URL): boolean =>
  searchParams.has('state') && (searchParams.has('code') || searchParams.has('error'))
