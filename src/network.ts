import type { Logger } from 'pino'
import { VERSION } from './config.ts'
import type { Config } from './config.ts'
import type { MailAccess } from './engine/verify/verification.ts'
import { createDnsClient } from './net/dns-client.ts'
import type { DnsClient } from './net/dns-client.ts'
import { createHttpClient } from './net/http/http-client.ts'
import type { HttpClient } from './net/http/http-exchange.ts'
import { createImportFiles } from './net/http/import-files.ts'
import type { ImportFiles } from './net/http/import-files.ts'
import { createJsonClient } from './net/http/json-client.ts'
import type { JsonClient } from './net/http/json-client.ts'
import { createWebhookClient } from './net/http/webhook-client.ts'
import type { WebhookClient } from './net/http/webhook-client.ts'
import { createOauthClient } from './net/oauth/oauth-client.ts'
import type { OauthClient } from './net/oauth/oauth-client.ts'
import { createOidcClient } from './net/oidc-client.ts'
import type { OidcClient } from './net/oidc-client.ts'
import { createAddressGuard } from './net/public-address.ts'
import { socksConnect } from './net/smtp/socks-connect.ts'

/** Clients for everything outside, each limited to what the operator allows. */
export interface Network {
  dns: DnsClient
  /** For sites. */
  http: HttpClient
  /** For documents in which apps describe themselves, and for issuers' keys. */
  documents: HttpClient
  /** For services that the operator configured. */
  jsonClient: JsonClient
  webhookClient: WebhookClient
  /** For the provider that people may sign in with; null if there is none. */
  oidcClient: OidcClient | null
  /** For servers that issue tokens for mailboxes. */
  oauthClient: OauthClient
  /** For files to import. */
  importFiles: ImportFiles
  /** For mail servers that are asked about addresses. */
  mail: MailAccess
}

/** The User-Agent for everything except crawling. */
const OWN_AGENT = `Quarry/${VERSION}`

export function createNetwork(config: Config, log: Logger): Network {
  const dns = createDnsClient({
    servers: config.dnsServers,
    knownNames: config.dnsKnownNames,
    onTrust: (problem) => (problem === null ? log.info('Names resolve again.') : log.warn(problem)),
  })
  const { userAgent, proxyUrl, httpPort, httpsPort } = config.crawl
  const http = createHttpClient({
    userAgent,
    dns,
    allowedNetworks: config.allowedNetworks,
    proxyUrl,
    httpPort,
    httpsPort,
  })
  const { socksUrl, allowedNetworks } = config.verification
  const mail = { guard: createAddressGuard(allowedNetworks), ...(socksUrl && { connect: socksConnect(socksUrl) }) }
  return {
    dns,
    http,
    documents: createHttpClient({ userAgent: OWN_AGENT, dns, allowedNetworks: config.allowedNetworks }),
    importFiles: createImportFiles({ userAgent: config.crawl.userAgent, dns, allowedNetworks: config.allowedNetworks }),
    jsonClient: createJsonClient({ userAgent: OWN_AGENT, dns, allowedNetworks: config.allowedNetworks }),
    oidcClient:
      config.oidc === null
        ? null
        : createOidcClient({ ...config.oidc, userAgent: OWN_AGENT, dns, allowedNetworks: config.allowedNetworks }),
    oauthClient: createOauthClient({ userAgent: OWN_AGENT, dns, allowedNetworks: config.mailAllowedNetworks }),
    webhookClient: createWebhookClient({
      userAgent: OWN_AGENT,
      dns,
      allowPrivate: config.webhookAllowPrivate,
      ports: config.webhookPorts,
    }),
    mail,
  }
}
