import type { LoginProblem } from '../login-address.ts'

const PASSWORDS_OFF = /^5\.7\.30$/
const SMTP_OFF = /SmtpClientAuthentication is disabled|did not meet the criteria/i

/**
 * Why a server refuses mail with an authentication error: besides a wrong password, the provider may no longer accept passwords
 * (Exchange's 5.7.30), or a tenant may not allow anyone to send by SMTP (its 5.7.139).
 */
export function authProblem({ enhanced, lines }: { enhanced: string | null; lines: readonly string[] }): LoginProblem {
  if (PASSWORDS_OFF.test(enhanced ?? '')) return 'passwords_off'
  if (enhanced === '5.7.139' && SMTP_OFF.test(lines.join(' '))) return 'smtp_off'
  return 'login_refused'
}
