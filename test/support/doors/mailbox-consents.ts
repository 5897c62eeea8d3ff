import { expect } from 'vitest'
import type { AuthorizationServer } from '../../internet/authorization-shape.ts'
import type { TestApp } from '../app.ts'

/** A consent that has begun. */
export interface Begun {
  id: number
  authorize_url: string
  user_code: string
}

export interface MailboxConsents {
  begin: (body?: Record<string, unknown>, path?: string) => Promise<Begun>
  statusOf: (begun: Pick<Begun, 'id'>) => Promise<Record<string, unknown>>
  /** Does what a browser does: its person decides, and it returns to the page with the button. */
  arrive: (begun: Pick<Begun, 'authorize_url'>) => Promise<{ page: Response; text: string; nonce: string }>
  /** Presses the button. */
  allow: (nonce: string, headers?: Record<string, string>) => Promise<Response>
}

/** Connects mailboxes by consent, as people and their browsers do; `key` belongs to the account that gets the mailbox. */
export function mailboxConsents(
  app: Pick<TestApp, 'origin' | 'get' | 'post'>,
  authorization: Pick<AuthorizationServer, 'visit'>,
  { provider, key }: { provider: string; key?: string },
): MailboxConsents {
  const headers: Record<string, string> = key === undefined ? {} : { 'x-api-key': key }
  const place = '/v2/email-accounts/connect'
  return {
    begin: async (body = {}, path = place) => {
      const answer = await app.post(path, { provider, ...body }, headers)
      expect(answer.body.errors).toBeUndefined()
      expect(answer.status).toBe(201)
      return answer.body.data as Begun
    },
    statusOf: async ({ id }) => (await app.get(`${place}/${id}`, headers)).body.data as Record<string, unknown>,
    arrive: async ({ authorize_url: url }) => {
      const back = new URL(authorization.visit(url) ?? '')
      const page = await fetch(`${app.origin}${back.pathname}${back.search}`)
      const text = await page.text()
      return { page, text, nonce: /name="nonce" value="([^"]+)"/.exec(text)?.[1] ?? '' }
    },
    allow: (nonce, more = {}) =>
      fetch(`${app.origin}/oauth/mail/callback`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...more },
        body: new URLSearchParams({ nonce }),
      }),
  }
}
