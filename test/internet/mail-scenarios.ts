import { makeCertificate } from './certificate.ts'
import { startDnsServer } from './dns-server.ts'
import { ACCEPTED, DEFAULT_EXTENSIONS, greylisting, mailboxes, unknownUser } from './mail-script.ts'
import type { MailScript } from './mail-script.ts'
import type { MailServerOptions } from './mail-house.ts'
import { startMailServers } from './mail-server.ts'
import type { TestMailServer } from './mail-server.ts'
import type { ZoneEntry } from './test-site.ts'

/** 34 mail servers as they occur in practice, each with the result that verifying `alice@` there should give. */
export interface MailScenario {
  name: string
  /** The local part to verify; `alice` by default. */
  ask?: string
  /** Null if nothing listens. */
  script: MailScript | null
  zone?: (address: string, name: string) => Record<string, ZoneEntry>
  certificate?: true
  status: string
  /** mx_records, smtp_server, smtp_check, accept_all, block: + true, - false, 0 null. */
  flags: string
  /** Successive statuses: after a 202 the answer follows once it is due. */
  http: readonly number[]
  also?: 'mailbox_full' | 'disabled'
}

export interface ScenarioTimes {
  /** The share of the slow servers' time that really passes. */
  scale: number
  /** The server's clock, for greylists. */
  now: () => number
}

const others = (reply: MailScript['rcpt']): MailScript => ({
  rcpt: (recipient, session) => (recipient.startsWith('alice@') ? ACCEPTED : (reply?.(recipient, session) ?? ACCEPTED)),
})
const onlyAlice = (reply: (recipient: string) => string): MailScript => ({
  rcpt: (recipient) => (recipient.startsWith('alice@') ? reply(recipient) : unknownUser(recipient)),
})
const everyRcpt = (reply: string): MailScript => ({ rcpt: (recipient) => reply.replaceAll('<addr>', `<${recipient}>`) })
const NEEDS_TLS = '530 5.7.0 Must issue a STARTTLS command first'
const noHost = (): Record<string, ZoneEntry> => ({})

/** @param times how the slow servers are played */
export function mailScenarios({ scale, now }: ScenarioTimes): MailScenario[] {
  const GOOD = { status: 'valid', flags: '+++--', http: [200] }
  const BLOCKED = { status: 'unknown', flags: '++00+', http: [200] }
  return [
    { name: 'valid', script: {}, ...GOOD },
    { name: 'unknown', ask: 'nobody', script: {}, status: 'invalid', flags: '++-0-', http: [200] },
    { name: 'catchall', ask: 'bob', script: everyRcpt(ACCEPTED), status: 'accept_all', flags: '++++-', http: [200] },
    { name: 'greylist', script: { rcpt: greylisting({ waitMs: 60_000, now }) }, ...GOOD, http: [202, 200] },
    {
      name: 'block421',
      script: {
        banner: { say: '421 4.7.0 mx Service not available, try again later from [127.0.0.1]', leave: 'close' },
      },
      ...BLOCKED,
    },
    {
      name: 'block554',
      script: {
        banner: {
          say: '554 5.7.1 Service unavailable; Client host [127.0.0.1] blocked using zen.spamhaus.org; see https://www.spamhaus.org/query/ip/127.0.0.1',
          leave: 'close',
        },
      },
      ...BLOCKED,
    },
    {
      name: 'rcpt-block',
      script: everyRcpt('550 5.7.1 Service unavailable, Client host [127.0.0.1] blocked using Spamhaus. To be removed'),
      ...BLOCKED,
    },
    {
      name: 'rcpt-rdns',
      script: everyRcpt('450 4.7.25 Client host rejected: cannot find your hostname, [127.0.0.1]'),
      ...BLOCKED,
    },
    { name: 'slow8', script: { banner: { say: '220 mx ESMTP', afterMs: 8_000 * scale } }, ...GOOD },
    {
      name: 'starttls',
      certificate: true,
      script: {
        mail: ({ secure }) => (secure ? '250 2.1.0 Ok' : NEEDS_TLS),
        rcpt: (recipient, { secure }) => (secure ? mailboxes('alice')(recipient) : NEEDS_TLS),
      },
      ...GOOD,
    },
    {
      name: 'nullmx',
      script: null,
      zone: (_address, name) => ({ [name]: { mx: [{ exchange: '.', preference: 0 }] } }),
      status: 'invalid',
      flags: '---0-',
      http: [200],
    },
    { name: 'nomx', script: null, zone: noHost, status: 'invalid', flags: '---0-', http: [200] },
    {
      name: 'servfail',
      script: null,
      zone: (_address, name) => ({ [name]: { rcode: 'SERVFAIL' } }),
      status: 'unknown',
      flags: '0000-',
      http: [200],
    },
    { name: 'implicit', script: {}, zone: (address, name) => ({ [name]: { a: [address] } }), ...GOOD, flags: '-++--' },
    {
      name: 'twomx',
      script: {},
      zone: (address, name) => ({
        [name]: {
          mx: [
            { exchange: `mx1.${name}`, preference: 10 },
            { exchange: `mx2.${name}`, preference: 20 },
          ],
        },
        [`mx1.${name}`]: { a: ['127.0.9.1'] },
        [`mx2.${name}`]: { a: [address] },
      }),
      ...GOOD,
    },
    { name: 'refused', script: null, status: 'unknown', flags: '+-00-', http: [200] },
    {
      name: 'garbage',
      script: { banner: { say: 'HTTP/1.1 400 Bad Request', leave: 'close' } },
      status: 'unknown',
      flags: '+-00-',
      http: [222],
    },
    {
      name: 'binary',
      script: { banner: { bytes: Buffer.from('8f03b1c7000d0afe9911d3027f80aa', 'hex'), leave: 'close' } },
      status: 'unknown',
      flags: '+-00-',
      http: [222],
    },
    { name: 'reset', script: { banner: { leave: 'reset' } }, status: 'unknown', flags: '+-00-', http: [200] },
    {
      name: 'reset-rcpt',
      script: { rcpt: () => ({ leave: 'reset' }) },
      status: 'unknown',
      flags: '++00-',
      http: [222],
    },
    {
      name: 'full452',
      script: onlyAlice(
        () =>
          "452 4.2.2 The recipient's inbox is out of storage space. Please direct the recipient to https://support.example/mail/?p=OverQuotaTemp",
      ),
      status: 'unknown',
      flags: '++-0-',
      http: [200],
      also: 'mailbox_full',
    },
    {
      name: 'full552',
      script: onlyAlice((recipient) => `552 5.2.2 <${recipient}> Quota exceeded (mailbox for user is full)`),
      status: 'unknown',
      flags: '++-0-',
      http: [200],
      also: 'mailbox_full',
    },
    {
      name: 'disabled',
      script: onlyAlice(
        () =>
          '550 5.2.1 The email account that you tried to reach is disabled. For more information, go to https://support.example/mail/?p=DisabledUser',
      ),
      status: 'invalid',
      flags: '++-0-',
      http: [200],
      also: 'disabled',
    },
    {
      name: 'm365-541',
      ask: 'nobody',
      script: others(
        () =>
          '550 5.4.1 Recipient address rejected: Access denied. [AM0EUR02FT031.eop-EUR02.prod.protection.outlook.com]',
      ),
      status: 'invalid',
      flags: '++-0-',
      http: [200],
    },
    { name: 'rcptlimit1', script: { limits: { recipientsPerTransaction: 1 } }, ...GOOD },
    {
      name: 'drop-after-550',
      script: others(() => ({ say: '550 5.1.1 no such user', leave: 'close' })),
      ...GOOD,
    },
    {
      name: 'two-5xx-ban',
      script: others(() => ({
        say: ['550 5.1.1 no such user', '421 4.7.0 Too many invalid recipients'],
        leave: 'close',
      })),
      ...GOOD,
    },
    {
      name: 'multiline',
      script: {
        banner: [{ say: ['220-mx', '220-No UCE 550 or 421 here'] }, { say: '220 ready 250', afterMs: 60 }],
        ehlo: () => [
          { bytes: Buffer.from('250-mx\r\n250-SI') },
          { say: ['ZE 35882577', '250-550 is not here', '250 PIPELINING'], afterMs: 20 },
        ],
      },
      ...GOOD,
    },
    { name: 'ehlo502', script: { ehlo: () => '502 5.5.1 Command not implemented' }, ...GOOD },
    {
      name: 'tarpit',
      script: { rcpt: (recipient) => ({ say: mailboxes('alice')(recipient), afterMs: 30_000 * scale }) },
      ...GOOD,
      http: [202, 200],
    },
    {
      name: 'nullsender-reject',
      script: {
        mail: ({ sender }) => (sender === '' ? '550 5.7.1 Null sender not allowed here' : '250 2.1.0 Ok'),
      },
      ...GOOD,
    },
    { name: 'fqdn-helo', script: { ehlo: ({ heloName }) => refuseHelo(heloName, 'fqdn-helo.example.com') }, ...GOOD },
    {
      name: 'temp451',
      script: everyRcpt('451 4.3.0 <addr>: Temporary lookup failure'),
      status: 'unknown',
      flags: '++00-',
      http: [200],
    },
    {
      name: 'code252',
      script: everyRcpt('252 2.0.0 Cannot VRFY user, but will accept message and attempt delivery'),
      status: 'unknown',
      flags: '++00-',
      http: [200],
    },
  ]
}

function refuseHelo(given: string, domain: string): string | readonly [{ say: string[] }] {
  const isOurs = given === domain || given === `mx.${domain}`
  if (!given.includes('.') || isOurs) return `550 5.7.1 <${given}>: Helo command rejected: Access denied`
  const keywords = [`mx.${domain}`, ...DEFAULT_EXTENSIONS]
  return [{ say: keywords.map((word, index) => `250${index === keywords.length - 1 ? ' ' : '-'}${word}`) }]
}

export interface MailWorld extends AsyncDisposable {
  scenarios: readonly MailScenario[]
  /** For `QUARRY_DNS_SERVERS` and `QUARRY_SMTP_PORT`. */
  dnsServer: string
  smtpPort: number
  addressOf: (scenario: MailScenario) => string
  /** By the scenario's name, and `localhost`, where null MX records lead naive clients. */
  servers: ReadonlyMap<string, TestMailServer>
}

export const domainOf = ({ name }: Pick<MailScenario, 'name'>): string => `${name}.example.com`

/** Starts DNS and all servers of the scenarios on loopback. */
export async function startMailWorld(
  times: ScenarioTimes,
  delivery: NonNullable<MailServerOptions['delivery']> = {},
): Promise<MailWorld> {
  const scenarios = mailScenarios(times)
  const played = scenarios.filter(({ script }) => script !== null)
  const certificate = makeCertificate(['mx.starttls.example.com'])
  const hosts = played.map((scenario) => ({
    name: `mx.${domainOf(scenario)}`,
    script: scenario.script ?? {},
    delivery,
    ...(scenario.certificate && { certificate }),
  }))
  const mail = await startMailServers([{ name: 'localhost', address: '127.0.0.1', delivery }, ...hosts])
  const [localhost, ...servers] = mail.servers
  const byName = new Map(played.map((scenario, index) => [scenario.name, servers[index] as TestMailServer]))
  const zone: Record<string, ZoneEntry> = { 'example.com': {} }
  for (const scenario of scenarios) {
    const address = byName.get(scenario.name)?.address ?? '127.0.9.1'
    Object.assign(zone, (scenario.zone ?? usualZone)(address, domainOf(scenario)))
  }
  const dns = await startDnsServer(new Map(Object.entries(zone)))
  return {
    scenarios,
    dnsServer: dns.address,
    smtpPort: mail.port,
    addressOf: (scenario) => `${scenario.ask ?? 'alice'}@${domainOf(scenario)}`,
    servers: new Map([['localhost', localhost as TestMailServer], ...byName]),
    [Symbol.asyncDispose]: async () => {
      await dns.stop()
      await mail[Symbol.asyncDispose]()
    },
  }
}

const usualZone = (address: string, name: string): Record<string, ZoneEntry> => ({
  [name]: { mx: [{ exchange: `mx.${name}`, preference: 10 }] },
  [`mx.${name}`]: { a: [address] },
})

/** Returns the variables with which a Quarry sends its verifications to these servers. */
export const verifying = ({
  dnsServer,
  smtpPort,
}: Pick<MailWorld, 'dnsServer' | 'smtpPort'>): Record<string, string> => ({
  QUARRY_DNS_SERVERS: dnsServer,
  QUARRY_SMTP_PORT: String(smtpPort),
  QUARRY_SMTP_ALLOWED_NETWORKS: '127.0.0.0/8',
  QUARRY_SMTP_HELO: 'verifier.quarry.example',
  QUARRY_SMTP_FROM: 'checks@quarry.example',
})

const MARKS = new Map<unknown, string>([
  [true, '+'],
  [false, '-'],
  [null, '0'],
])

/** Formats the five flags of an answer as the scenarios write them. */
export const flagsOf = (data: Record<string, unknown>): string =>
  ['mx_records', 'smtp_server', 'smtp_check', 'accept_all', 'block'].map((key) => MARKS.get(data[key]) ?? '?').join('')
