import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { newCall } from '../../../src/context.ts'
import type { Call } from '../../../src/context.ts'
import type { Answer, Capability } from '../../../src/core/capability/capability.ts'
import { perform } from '../../../src/core/capability/perform.ts'
import { readSession, openSession } from '../../../src/core/logins/sessions.ts'
import type { Role } from '../../../src/core/accounts/roles.ts'
import type { TestApp } from '../app.ts'

const FROM = { browser: 'Firefox on Linux', network: '192.0.2.7' }

/** A person with a session, who can do whatever their role allows. */
export interface Person {
  loginId: number
  accountId: number
  userId: number
  token: string
  /**
   * Reads the session again, as every request does.
   * @throws Error if it has ended
   */
  call: () => Promise<Call>
  ask: <Input extends z.ZodObject, Output extends Answer>(
    capability: Capability<Input, Output>,
    input?: Record<string, unknown>,
  ) => Promise<Output>
}

/** Signs a login in. */
export async function signIn({ context }: TestApp, loginId: number, accountId: number): Promise<Person> {
  const { token } = await openSession(context, { loginId, accountId, ...FROM })
  const call = async (): Promise<Call> => {
    const signedIn = await readSession(context, token)
    if (signedIn === null) throw new Error('The session is over.')
    const { principal } = signedIn
    return newCall(context, { principal, requestId: randomUUID(), signal: new AbortController().signal })
  }
  const { principal } = await call()
  const ask: Person['ask'] = async (capability, input = {}) => perform(capability, await call(), input)
  return { loginId, accountId, userId: principal.userId, token, call, ask }
}

/** Creates a login and a member of the account with it, and signs the member in. */
export async function memberOf(app: TestApp, accountId: number, email: string, role: Role): Promise<Person> {
  const { pool } = app.database
  const made = await pool.query<{ id: number }>('insert into logins (email) values ($1) returning id', [email])
  const loginId = made.rows[0]?.id ?? 0
  const user = 'insert into users (account_id, login_id, email, role) values ($1, $2, $3, $4)'
  await pool.query(user, [accountId, loginId, email, role])
  return signIn(app, loginId, accountId)
}
