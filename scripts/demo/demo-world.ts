import { rm } from 'node:fs/promises'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/log.ts'
import type { Context } from '../../src/context.ts'
import { startQuarry } from '../../src/quarry.ts'
import { createKey } from '../../src/core/accounts/issue-keys.ts'
import { startImapServer } from '../../test/internet/imap-server.ts'
import type { TestImapServer } from '../../test/internet/imap-server.ts'
import { startInternet } from '../../test/internet/internet.ts'
import { mailboxes } from '../../test/internet/mail-script.ts'
import { startMailServers } from '../../test/internet/mail-server.ts'
import { startReceivingServer } from '../../test/internet/receiving-server.ts'
import type { ReceivingServer } from '../../test/internet/receiving-server.ts'
import { fjordwerkSites } from '../../test/internet/sites/fjordwerk.ts'
import { LUMENWORKS_PEOPLE, lumenworksSites } from '../../test/internet/sites/lumenworks.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** The setting of the demo: invented websites, mail servers, a mailbox, and a Quarry among them. */
export interface DemoWorld extends AsyncDisposable {
  context: Context
  /** Sends a request to the API, which must succeed. */
  ask: <T>(method: string, path: string, body?: object) => Promise<T>
  origin: string
  /** Receives the emails that are sent. */
  outgoing: ReceivingServer
  /** Contains the answers. */
  incoming: TestImapServer
}

export const DOMAIN = 'lumenworks.test'
/** Works there although no page says so. */
export const UNLISTED = { first: 'Aoife', last: 'Brennan', local: 'aoife.brennan' }

/** People named on pages. */
const LISTED = LUMENWORKS_PEOPLE.map(({ email }) => email.slice(0, email.indexOf('@')))

/** @param port where Quarry listens; 0: anywhere */
export async function startDemoWorld({ port = 0 } = {}): Promise<DemoWorld> {
  const dataDir = await temporaryFolder('quarry-demo-')
  const mail = await startMailServers([
    { name: `mx.${DOMAIN}`, script: { rcpt: mailboxes(UNLISTED.local, ...LISTED, 'info', 'sales') } },
  ])
  const internet = await startInternet({
    sites: [...lumenworksSites, ...fjordwerkSites],
    zone: {
      [DOMAIN]: { mx: [{ exchange: `mx.${DOMAIN}`, preference: 10 }] },
      [`mx.${DOMAIN}`]: { a: [mail.servers[0]?.address ?? ''] },
    },
  })
  const [outgoing, incoming] = [await startReceivingServer(), await startImapServer()]
  const config = readConfig({
    PORT: String(port),
    QUARRY_DATA_DIR: dataDir,
    QUARRY_LOG_LEVEL: 'error',
    QUARRY_DNS_SERVERS: internet.dnsServer,
    QUARRY_CRAWL_HTTP_PORT: String(internet.httpPort),
    QUARRY_CRAWL_HTTPS_PORT: String(internet.httpsPort),
    QUARRY_ALLOWED_NETWORKS: '127.0.0.0/8',
    QUARRY_LOCAL_SUFFIXES: 'test',
    QUARRY_CRAWL_DELAY_MS: '50',
    QUARRY_CRAWL_WAIT_MS: '60000',
    // Its few emails are sent while the user watches.
    QUARRY_SEND_GATE: 'skip_invalid',
    QUARRY_SEND_GUARD: 'off',
    QUARRY_SMTP_PORT: String(mail.port),
    QUARRY_SMTP_ALLOWED_NETWORKS: '127.0.0.0/8',
    QUARRY_SMTP_HELO: 'quarry.studio.test',
    QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8',
    QUARRY_RATE_LIMIT_FACTOR: '0',
  })
  const quarry = await startQuarry(config, { log: createLog(config) })
  const { key } = await createKey(quarry.context, { name: 'Demo', readOnly: false })
  const origin = quarry.url ?? ''
  return {
    context: quarry.context,
    origin,
    outgoing,
    incoming,
    ask: (method, path, body) => ask(origin + path, key, method, body),
    [Symbol.asyncDispose]: async () => {
      await quarry.stop()
      await Promise.all([internet.stop(), mail[Symbol.asyncDispose](), outgoing.stop(), incoming.stop()])
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export const OWN = 'rui@studio.test'

/**
 * Connects the demo's own mailbox, whose servers run on this machine.
 * @returns its id
 */
export async function connectMailbox({ ask, outgoing, incoming }: DemoWorld): Promise<number> {
  const servers = {
    smtp_host: '127.0.0.1',
    smtp_port: outgoing.port,
    smtp_security: 'none',
    imap_host: '127.0.0.1',
    imap_port: incoming.port,
    imap_security: 'none',
    imap_username: OWN,
    imap_password: 'secret',
  }
  const body = { email: OWN, first_name: 'Rui', ...servers }
  return (await ask<{ data: { id: number } }>('POST', '/v2/email-accounts', body)).data.id
}

async function ask<T>(url: string, key: string, method: string, body?: object): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname} answered ${response.status}: ${text}`)
  return JSON.parse(text) as T
}
