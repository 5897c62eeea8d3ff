import { request } from 'undici'

export interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}

export interface Answered {
  status: number
  headers: Headers
  text: string
}

/**
 * Sends a request as `fetch` does, which takes three times the work: it follows no redirect, and asks for no compressed
 * answer.
 */
export async function ask(url: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answered> {
  const answer = await request(url, {
    method,
    headers: { 'user-agent': 'node', ...headers },
    ...(body !== undefined && { body }),
  })
  return { status: answer.statusCode, headers: headersOf(answer.headers), text: await answer.body.text() }
}

function headersOf(given: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(given))
    for (const value of [values].flat()) headers.append(name, value)
  return headers
}
