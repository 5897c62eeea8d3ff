import { discoverServer } from './discovery.ts'
import type { DiscoveredServer, DiscoveryProblem } from './discovery.ts'
import { createOauthHttp } from './oauth-http.ts'
import type { OauthHttpOptions } from './oauth-http.ts'
import { askForDeviceCode, askForTokens, revokeToken } from './token-endpoint.ts'
import type { ClientCredentials, DeviceCode, TokenAnswer, Tokens } from './token-endpoint.ts'

/** Authorization servers, used as a client that the operator registered there. Nothing here rejects. */
export interface OauthClient {
  /** Tokens for any grant (RFC 6749 4, RFC 8628 3.4). */
  tokens: (url: string, client: ClientCredentials, grant: Readonly<Record<string, string>>) => Promise<TokenAnswer>
  deviceCode: (
    url: string,
    client: ClientCredentials,
    scope: string,
  ) => Promise<DeviceCode | Exclude<TokenAnswer, Tokens>>
  revoke: (url: string, client: ClientCredentials, token: string) => Promise<void>
  discover: (issuer: string) => Promise<DiscoveredServer | DiscoveryProblem>
}

/** @throws RangeError when an allowed network is not a network */
export function createOauthClient(options: OauthHttpOptions): OauthClient {
  const http = createOauthHttp(options)
  return {
    tokens: (url, client, grant) => askForTokens(http, url, client, grant),
    deviceCode: (url, client, scope) => askForDeviceCode(http, url, client, scope),
    revoke: (url, client, token) => revokeToken(http, url, client, token),
    discover: (issuer) => discoverServer(http, issuer),
  }
}
