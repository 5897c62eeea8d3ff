import type { TestApp } from '../app.ts'
import { ask } from '../ask.ts'

export interface ApiAnswer {
  status: number
  text: string
  body: {
    data: Record<string, unknown>
    meta: Record<string, unknown>
    errors?: { id: string; code: number; details: string }[]
  }
}

/** Sends requests to `/v2` with the key of one account. */
export function apiClient({ origin }: Pick<TestApp, 'origin'>, key: string) {
  const raw = async (
    method: string,
    path: string,
    body?: string,
    type = 'application/json',
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> => {
    const answer = await ask(`${origin}/v2${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': type, ...headers },
      ...(body !== undefined && { body }),
    })
    const { status, text } = answer
    const empty = { data: {}, meta: {} }
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
    return { status, text, body: isJson ? (JSON.parse(text) as ApiAnswer['body']) : empty }
  }
  const send = (
    method: string,
    path: string,
    body?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<ApiAnswer> => raw(method, path, body && JSON.stringify(body), 'application/json', headers)
  return {
    key,
    raw,
    send,
    /** Newest first. */
    lists: async (): Promise<{ id: number; name: string; leads_count: number }[]> =>
      (await send('GET', '/leads_lists?limit=100')).body.data['leads_lists'] as never,
    list: async (name: string): Promise<number> =>
      Number((await send('POST', '/leads_lists', { name })).body.data['id']),
    /** Returns its slug. */
    attribute: async (label: string): Promise<string> =>
      String((await send('POST', '/leads_custom_attributes', { label })).body.data['slug']),
  }
}
export type ApiClient = ReturnType<typeof apiClient>

/** Returns the id of the record in an answer. */
export const idOf = ({ data }: Pick<ApiAnswer['body'], 'data'>): number => Number(data['id'])
