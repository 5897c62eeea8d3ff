import { createHash, randomBytes } from 'node:crypto'

/** A client and its user's browser, both by hand: every step can be altered. */

export interface Tokens {
  access_token: string
  refresh_token: string
  scope: string
  token_type: string
  expires_in: number
  id_token?: string
}

export interface Proof {
  verifier: string
  challenge: string
}

export const newProof = (): Proof => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export const REDIRECT = 'http://127.0.0.1:6274/callback'

/** Registers a client dynamically (RFC 7591). */
export async function register(origin: string, about: Record<string, unknown> = {}): Promise<Response> {
  return fetch(`${origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Test app', redirect_uris: [REDIRECT], ...about }),
  })
}

export async function registeredId(origin: string, about: Record<string, unknown> = {}): Promise<string> {
  const { client_id: id } = (await (await register(origin, about)).json()) as { client_id: string }
  return id
}

export interface Asked {
  clientId: string
  redirect?: string
  scope?: string | null
  resource?: string | readonly string[] | null
  state?: string
  proof?: Proof
  /** Additional or changed parameters; null removes one. */
  more?: Record<string, string | null>
}

export function authorizeUrl(origin: string, { clientId, redirect = REDIRECT, proof, ...asked }: Asked): string {
  const params = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirect,
    state: asked.state ?? 'state-of-the-client',
    code_challenge: (proof ?? newProof()).challenge,
    code_challenge_method: 'S256',
  })
  if (asked.scope !== null) params.set('scope', asked.scope ?? 'read write send offline_access')
  const resources = asked.resource === undefined ? `${origin}/mcp` : asked.resource
  for (const resource of resources === null ? [] : [resources].flat()) params.append('resource', resource)
  for (const [name, value] of Object.entries(asked.more ?? {})) {
    if (value === null) params.delete(name)
    else params.set(name, value)
  }
  return `${origin}/oauth/authorize?${params.toString()}`
}

export interface Browser {
  /** Follows no redirects. */
  open: (url: string, init?: RequestInit) => Promise<Response>
  cookies: Map<string, { value: string; path: string }>
}

/**
 * Keeps cookies by path.
 * @param cookie of a session, as `webVisitor` returns it
 */
export function newBrowser(cookie = ''): Browser {
  const cookies = new Map<string, { value: string; path: string }>()
  const [name, value] = cookie.split('=')
  if (name !== undefined && value !== undefined) cookies.set(name, { value, path: '/' })
  return {
    cookies,
    open: async (url, init = {}) => {
      const { pathname } = new URL(url)
      const sent = [...cookies].filter(
        ([, { path }]) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')),
      )
      const headers = new Headers(init.headers)
      headers.set('cookie', sent.map(([each, { value: text }]) => `${each}=${text}`).join('; '))
      if (!headers.has('accept')) headers.set('accept', 'text/html')
      const response = await fetch(url, { ...init, headers, redirect: 'manual' })
      for (const line of response.headers.getSetCookie()) {
        const [pair = '', ...rest] = line.split('; ')
        const at = pair.indexOf('=')
        const path = rest.find((part) => /^path=/i.test(part))?.slice(5) ?? '/'
        if (rest.some((part) => /^expires=Thu, 01 Jan 1970/i.test(part))) cookies.delete(pair.slice(0, at))
        else cookies.set(pair.slice(0, at), { value: pair.slice(at + 1), path })
      }
      return response
    },
  }
}

export const locationOf = (response: Response): string => response.headers.get('location') ?? ''

/** Opens the consent page: its address, its proof and its markup. */
export async function openConsent(
  browser: Browser,
  origin: string,
  asked: Asked,
): Promise<{ url: string; proof: string; html: string; status: number }> {
  const begun = await browser.open(authorizeUrl(origin, asked))
  await begun.arrayBuffer()
  const url = new URL(locationOf(begun), origin).href
  const page = await browser.open(url)
  const html = await page.text()
  return { url, proof: /name="proof" value="([^"]+)"/.exec(html)?.[1] ?? '', html, status: page.status }
}

/**
 * Presses a button there.
 * @returns the address at the client where the browser ends
 */
export async function press(
  browser: Browser,
  { url, proof }: { url: string; proof: string },
  fields: Record<string, string | readonly string[]> = {},
): Promise<URL> {
  const body = new URLSearchParams([['proof', proof]])
  const all = { decision: 'allow', scopes: ['write', 'send'], ...fields }
  for (const [name, value] of Object.entries(all)) for (const each of [value].flat()) body.append(name, each)
  const answer = await browser.open(url, { method: 'POST', body, headers: { 'sec-fetch-site': 'same-origin' } })
  await answer.arrayBuffer()
  if (answer.status !== 303) throw new Error(`The consent page answered ${answer.status}.`)
  const resumed = await browser.open(locationOf(answer))
  await resumed.arrayBuffer()
  return new URL(locationOf(resumed))
}

/** Redeems a code, or whatever `fields` contain. */
export const redeem = (
  origin: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${origin}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ grant_type: 'authorization_code', redirect_uri: REDIRECT, ...fields }),
  })

export const refresh = (
  origin: string,
  clientId: string,
  token: string,
  more: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', client_id: clientId, refresh_token: token, ...more }),
  })

/** Runs the whole flow of a public client that registers itself. */
export async function connect(
  origin: string,
  cookie: string,
  {
    scopes = ['write', 'send'],
    about = {},
    ...asked
  }: Partial<Asked> & { scopes?: readonly string[]; about?: Record<string, unknown> } = {},
): Promise<Tokens & { clientId: string }> {
  const clientId = asked.clientId ?? (await registeredId(origin, about))
  const proof = newProof()
  const browser = newBrowser(cookie)
  const page = await openConsent(browser, origin, { ...asked, clientId, proof })
  const end = await press(browser, page, { scopes })
  const code = end.searchParams.get('code') ?? ''
  const redirect = asked.redirect ?? REDIRECT
  const answer = await redeem(origin, {
    code,
    client_id: clientId,
    code_verifier: proof.verifier,
    redirect_uri: redirect,
  })
  if (answer.status !== 200) throw new Error(`The token endpoint answered ${answer.status}: ${await answer.text()}`)
  return { ...((await answer.json()) as Tokens), clientId }
}

/** Sends one JSON-RPC request to `/mcp`. */
export async function callMcp(
  origin: string,
  token: string | null,
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; body: McpAnswer }> {
  const response = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const text = await response.text()
  const json = text.startsWith('event:') ? (/^data: (.*)$/m.exec(text)?.[1] ?? '{}') : text
  return {
    status: response.status,
    headers: response.headers,
    body: JSON.parse(json === '' ? '{}' : json) as McpAnswer,
  }
}

export interface McpAnswer {
  result?: { tools?: { name: string }[]; isError?: boolean; content?: { text: string }[] }
  error?: string | { message: string }
  errors?: { id: string; code: number; details: string }[]
  error_description?: string
}

export const toolNames = async (origin: string, token: string): Promise<string[]> =>
  ((await callMcp(origin, token, 'tools/list')).body.result?.tools ?? []).map(({ name }) => name)
