import { ownValue } from '../../lib/text/own-value.ts'
import type { OauthHttp } from './oauth-http.ts'

/** Endpoints of an authorization server. */
export interface DiscoveredServer {
  authorizeUrl: string | null
  tokenUrl: string
  deviceUrl: string | null
  revokeUrl: string | null
}

/** Why a server could not be discovered: nothing found, or its metadata belongs to another issuer. */
export type DiscoveryProblem = 'not_found' | 'other_issuer'

const MAX_URL_LENGTH = 500

/** Requests an issuer's metadata: OpenID Connect Discovery 4, then RFC 8414 3. The issuer in it must be this one. */
export async function discoverServer(http: OauthHttp, issuer: string): Promise<DiscoveredServer | DiscoveryProblem> {
  for (const url of metadataUrls(issuer)) {
    const answer = await http.getJson(url)
    if (answer?.status !== 200 || answer.body === null) continue
    const { body } = answer
    // Character by character (RFC 8414 3.3): otherwise one server could speak for another.
    if (ownValue(body, 'issuer') !== issuer) return 'other_issuer'
    const read = (name: string): string | null => {
      const value = ownValue(body, name)
      return typeof value === 'string' && value.length <= MAX_URL_LENGTH && URL.canParse(value) ? value : null
    }
    const tokenUrl = read('token_endpoint')
    if (tokenUrl === null) return 'not_found'
    return {
      authorizeUrl: read('authorization_endpoint'),
      tokenUrl,
      deviceUrl: read('device_authorization_endpoint'),
      revokeUrl: read('revocation_endpoint'),
    }
  }
  return 'not_found'
}

function metadataUrls(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/+$/, '')
  return [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ]
}
