import type { DnsClient } from './dns-client.ts'
import { addressKind } from './public-address.ts'
import type { AddressGuard } from './public-address.ts'

/** How to sign in to a server. A token (RFC 6750) is never replaced by a password, whatever the server offers. */
export type LoginAuth =
  | { kind: 'none' }
  | { kind: 'password'; username: string; password: string }
  | { kind: 'token'; username: string; token: string }

/** `tls` from the first byte (RFC 8314), `starttls` required before anything is sent, `none` only on opened networks. */
export type LoginSecurity = 'tls' | 'starttls' | 'none'

/**
 * Why a mailbox's own server, for outgoing (SMTP) or incoming mail (IMAP), could not be used. `refused`: it does not behave as
 * it should; `broken`: its answers cannot be parsed; `too_much`: it sends more than was requested; `too_slow`: its answers take
 * too long; `size_limit`: it accepts no mail of this size; `passwords_off`: it no longer accepts passwords; `smtp_off`: an
 * administrator has disabled sending by SMTP; `no_oauth`: it offers no mechanism for tokens; `token_refused`: it treats this
 * token as invalid or expired; `scope_refused`: the token is valid, but not for this purpose (RFC 7628 3.2.2); `imap_off`: an
 * administrator has disabled reading by IMAP; `no_login`: it offers no sign-in on this connection.
 */
export type LoginProblem =
  | 'unknown_host'
  | 'dns_failure'
  | 'private_address'
  | 'plain_text'
  | 'unreachable'
  | 'no_tls'
  | 'bad_certificate'
  | 'login_refused'
  | 'no_login'
  | 'passwords_off'
  | 'smtp_off'
  | 'no_oauth'
  | 'token_refused'
  | 'scope_refused'
  | 'imap_off'
  | 'refused'
  | 'broken'
  | 'too_much'
  | 'too_slow'
  | 'size_limit'

export interface LoginAddress {
  ip: string
  /** Servers on networks that the operator opened may use self-signed certificates; public ones may not. */
  isPublic: boolean
}

/** Codes of OpenSSL and Node for a certificate that cannot be trusted. */
export const CERTIFICATE_CODE = /CERT|ALTNAME|SELF_SIGNED|UNABLE_TO/

/** The address to connect to, resolved once, so that no second answer leads elsewhere. */
export async function loginAddress(
  { dns, guard }: { dns: DnsClient; guard: AddressGuard },
  { host, security }: { host: string; security: LoginSecurity },
): Promise<LoginAddress | LoginProblem> {
  const answer = await dns.resolveAddresses(host)
  if (answer.outcome === 'unknown') return 'dns_failure'
  if (answer.outcome !== 'found') return 'unknown_host'
  const allowed = answer.addresses.find(({ address }) => guard.allows(address))
  if (allowed === undefined) return 'private_address'
  const isPublic = addressKind(allowed.address) === 'public'
  return security === 'none' && isPublic ? 'plain_text' : { ip: allowed.address, isPublic }
}
