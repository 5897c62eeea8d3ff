import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { LoginAuth, LoginProblem, LoginSecurity } from '../login-address.ts'
import { authProblem } from './auth-problem.ts'
import { replyOf } from './submit-reply.ts'
import type { SmtpError } from './submit-reply.ts'
import { handlerName, offeredMechanism, offeredMechanisms, TokenNotTaken, tokenResponse } from './token-mechanism.ts'

/** How to reach a mailbox's own server (RFC 6409). */
export interface MailServerLogin {
  host: string
  port: number
  security: LoginSecurity
  auth: LoginAuth
}

/** Signs in on a connection that is open and secured. Null when all went well, or when no sign-in is needed. */
export async function logIn(
  connection: SMTPConnection,
  { auth, ...server }: MailServerLogin,
): Promise<LoginProblem | null> {
  if (auth.kind === 'none') return null
  // The reply to EHLO, the second one after TLS: mechanisms listed in the clear mean nothing.
  const ehlo = connection.lastServerResponse || ''
  if (auth.kind === 'password') {
    const isOffered = offeredMechanisms(ehlo).size > 0
    const credentials = { user: auth.username, pass: auth.password }
    return attempt(connection, { credentials }, (error) =>
      isOffered || error.responseCode === WRONG_PASSWORD ? passwordProblem(error) : 'no_login',
    )
  }
  const mechanism = offeredMechanism(ehlo)
  if (mechanism === null) return 'no_oauth'
  const pass = tokenResponse(mechanism, auth, server)
  if (pass === null) return 'token_refused'
  const credentials = { user: auth.username, pass }
  return attempt(connection, { method: handlerName(mechanism), credentials }, tokenProblem)
}

/** RFC 4954 6; a server without sign-in refuses the command itself, mostly as unknown. */
const WRONG_PASSWORD = 535

type Credentials = Parameters<SMTPConnection['login']>[0]

const attempt = (
  connection: SMTPConnection,
  credentials: Credentials,
  problemOf: (error: SmtpError) => LoginProblem,
): Promise<LoginProblem | null> =>
  new Promise((resolve) => {
    const fail = () => resolve('unreachable')
    connection.once('error', fail)
    connection.once('end', fail)
    connection.login(credentials, (error: SmtpError | null) => {
      if (error === null) return resolve(null)
      // 454 4.7.0: a temporary failure of the server, not of the password (RFC 4954 4.7).
      resolve((error.responseCode ?? 0) >= 500 ? problemOf(error) : 'unreachable')
    })
  })

const passwordProblem = (error: SmtpError): LoginProblem => authProblem(replyOf(error))

/** A mechanism that is offered but unknown (504) is as good as none. */
function tokenProblem(error: SmtpError): LoginProblem {
  if (error instanceof TokenNotTaken && error.status === 'insufficient_scope') return 'scope_refused'
  if (error.responseCode === 504) return 'no_oauth'
  return passwordProblem(error) === 'smtp_off' ? 'smtp_off' : 'token_refused'
}
