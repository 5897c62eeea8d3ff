import { existsSync } from 'node:fs'
import { z } from 'zod'
import { retentionConfig, retentionVariables } from './lib/settings/retention-settings.ts'
import type { RetentionConfig } from './lib/settings/retention-settings.ts'
import { sendingConfig, sendingVariables } from './lib/settings/sending-settings.ts'
import type { SendingConfig } from './lib/settings/sending-settings.ts'
import { verificationConfig, verificationVariables } from './lib/settings/verification-settings.ts'
import type { VerificationConfig } from './lib/settings/verification-settings.ts'
import { assistantConfig, assistantVariables } from './lib/settings/assistant-settings.ts'
import type { AssistantConfig } from './lib/settings/assistant-settings.ts'
import { bridgeConfig, bridgeVariables } from './lib/settings/bridge-settings.ts'
import type { BridgeConfig } from './lib/settings/bridge-settings.ts'
import { crawlConfig, crawlVariables } from './lib/settings/crawl-settings.ts'
import type { CrawlConfig } from './lib/settings/crawl-settings.ts'
import {
  flag,
  hostAlone,
  integer,
  isNameServer,
  isNetwork,
  isOrigin,
  isPortRange,
  list,
  listSetting,
  number,
  serviceUrl,
} from './lib/settings/environment-kinds.ts'
import { environmentProblem } from './lib/settings/environment-problem.ts'
import { givenValues } from './lib/settings/given-values.ts'
import { HOURLY_LIMIT_NAMES, hourlyLimits } from './lib/settings/hourly-limits.ts'
import { foreignIssuerConfig, oauthConfig, oauthProblems, oauthVariables } from './lib/settings/oauth-settings.ts'
import type { ForeignIssuerConfig, OauthConfig } from './lib/settings/oauth-settings.ts'
import { oidcConfig, oidcVariables } from './lib/settings/oidc-settings.ts'
import type { OidcConfig } from './lib/settings/oidc-settings.ts'
import { misspelt } from './lib/settings/misspelt-names.ts'
import { hostForUrl, isFullHostName } from './lib/settings/own-host-name.ts'

/**
 * Turns the environment into one frozen Config; the only reader of `process.env`. All wrong variables are reported together.
 * Names include units; an empty variable counts as absent.
 */

/** Domains that receive much of the world's mail and do not fail at the same time. */
const KNOWN_NAMES = ['gmail.com', 'outlook.com', 'yahoo.com'] as const

const url = z.url({ protocol: /^https?$/ })

/** Every variable, in the order of `.env.example`, which describes them. */
const Environment = z.object({
  PORT: integer(3000, 0, 65_535),
  QUARRY_HOST: hostAlone.default('127.0.0.1'),
  QUARRY_PUBLIC_URL: url.optional(),
  QUARRY_ORIGIN: url.optional(),
  QUARRY_WEB: flag(true),
  QUARRY_LOGO_URL: url.optional(),
  ...oauthVariables,
  QUARRY_ROLE: z.enum(['all', 'server', 'worker']).default('all'),
  QUARRY_DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.string().startsWith('postgres').optional(),
  QUARRY_DATABASE_OWNER_URL: z.string().startsWith('postgres').optional(),
  QUARRY_DIRECT_DATABASE_URL: z.string().startsWith('postgres').optional(),
  QUARRY_DATABASE_POOL_SIZE: integer(10, 2, 200),
  QUARRY_DATABASE_PER_ACCOUNT: integer(0, 0, 200),
  QUARRY_QUERY_TIMEOUT_MS: integer(5_000, 100, 25_000),
  QUARRY_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  QUARRY_ALLOWED_HOSTS: list,
  QUARRY_CORS_ORIGINS: listSetting(isOrigin, 'an origin such as https://app.example, without a path'),
  QUARRY_TRUST_PROXY: integer(0, 0, 10),
  QUARRY_METRICS_TOKEN: z.string().min(16).optional(),

  QUARRY_DEFAULT_PLAN: z.enum(['free', 'starter', 'growth', 'scale', 'unlimited']).default('free'),
  QUARRY_TEST_KEY: flag(true),
  QUARRY_PUBLIC_EMAIL_COUNT: flag(true),
  ...bridgeVariables,
  QUARRY_SERVER_CARD: flag(false),
  QUARRY_MCP_CONFIRM: z.enum(['ask', 'argument', 'human']).default('ask'),
  QUARRY_RATE_LIMIT_FACTOR: number(1),
  QUARRY_RATE_LIMIT_STATUS: z.enum(['403', '429']).default('403').transform(Number),
  QUARRY_RATE_LIMIT_STORE: z.enum(['memory', 'postgres']).optional(),
  QUARRY_USAGE_LIMIT_STATUS: z.enum(['429', '402']).default('429').transform(Number),

  ...crawlVariables,
  QUARRY_DNS_SERVERS: listSetting(isNameServer, 'an IP address, with or without a port'),
  QUARRY_DNS_KNOWN_NAMES: listSetting(isFullHostName, 'a full host name'),
  QUARRY_ALLOWED_NETWORKS: listSetting(isNetwork, 'a network such as 10.0.0.0/8'),
  QUARRY_LOCAL_SUFFIXES: list,

  ...verificationVariables,

  QUARRY_SECRET_KEY: listSetting((item) => /^[A-Za-z0-9+/]{43}=$/.test(item), '32 bytes in base64'),
  ...sendingVariables,
  QUARRY_MAIL_ALLOWED_NETWORKS: listSetting(isNetwork, 'a network such as 10.0.0.0/8'),

  QUARRY_TECH_RULES_DIR: z.string().optional(),
  QUARRY_GRAVATAR_URL: serviceUrl.optional(),
  QUARRY_GITHUB_URL: serviceUrl.optional(),

  ...assistantVariables,

  QUARRY_IMPORT_ROBOTS: z.enum(['off', 'live']).default('off'),

  QUARRY_WEBHOOK_ALLOW_PRIVATE: flag(false),
  QUARRY_WEBHOOK_PORTS: listSetting(isPortRange, 'a port such as 3000 or a range such as 5000-5010'),

  QUARRY_LIST_URL_DISPOSABLE: url.optional(),
  QUARRY_LIST_URL_WEBMAIL: url.optional(),
  QUARRY_LIST_URL_FORWARDER: url.optional(),
  QUARRY_LIST_URL_ROLE: url.optional(),

  ...oidcVariables,

  QUARRY_FINDER_MIN_SCORE: integer(40, 0, 100),
  QUARRY_VERIFICATION_TTL_DAYS: integer(30, 1, 365),
  ...retentionVariables,
})

type Environment = z.infer<typeof Environment>

export interface Config extends RetentionConfig, SendingConfig {
  port: number
  host: string
  /** The canonical address of this installation, without a trailing slash. */
  origin: string
  /** Whether it is set, rather than what this machine calls itself. */
  originIsSet: boolean
  /** Whether the screens at `/app` are on. */
  web: boolean
  /** The authorization server for apps; null if it is off. */
  oauth: OauthConfig | null
  foreignIssuer: ForeignIssuerConfig | null
  /** Where logos are served, without a trailing slash: `{logoUrl}/{domain}`. */
  logoUrl: string
  role: Environment['QUARRY_ROLE']
  dataDir: string
  databaseUrl: string | null
  /** The role that owns the tables, if the role in `databaseUrl` may only read and write rows. */
  databaseOwnerUrl: string | null
  /** The same database without the pooler that `databaseUrl` points at; null if there is no pooler. */
  directDatabaseUrl: string | null
  databasePoolSize: number
  /** Most connections that one account's calls may use at once; null for two fifths of the pool. */
  databasePerAccount: number | null
  /** Longest time a call's query may take. */
  queryTimeoutMs: number
  logLevel: Environment['QUARRY_LOG_LEVEL']
  allowedHosts: readonly string[]
  corsOrigins: readonly string[]
  /** Number of proxies in front of Quarry whose `X-Forwarded-For` entries are trusted. */
  trustProxy: number
  metricsToken: string | null
  defaultPlan: Environment['QUARRY_DEFAULT_PLAN']
  testKey: boolean
  publicEmailCount: boolean
  /** Who confirms actions of MCP tools that cannot be undone. */
  mcpConfirm: Environment['QUARRY_MCP_CONFIRM']
  bridge: BridgeConfig
  /** Whether anybody may read at `/mcp/server-card` what runs here. */
  serverCard: boolean
  rateLimit: { factor: number; status: number; store: 'memory' | 'postgres'; hourly: Readonly<Record<string, number>> }
  usageLimitStatus: number
  crawl: CrawlConfig
  /** The operator's own technology rules. */
  techRulesDir: string | null
  /** Public services to ask about people, without a trailing slash; null if off. */
  profileServices: { gravatarUrl: string | null; githubUrl: string | null }
  /** The service that interprets questions in plain words, its `url` without a trailing slash; null if off. */
  assistant: AssistantConfig | null
  dnsServers: readonly string[]
  /** Names that certainly exist and have MX records; a resolver that cannot find them is not trusted. */
  dnsKnownNames: readonly string[]
  allowedNetworks: readonly string[]
  /** Suffixes treated as public in addition to the public suffix list (tests, intranets). */
  localSuffixes: ReadonlySet<string>
  verification: VerificationConfig
  /** 32 bytes each, in base64: the first seals secrets, the others open older ones. If empty, the key comes from a file. */
  secretKeys: readonly string[]
  /** Networks that mailboxes' servers (SMTP, IMAP) may be in, besides public addresses. */
  mailAllowedNetworks: readonly string[]
  /** Whether webhooks may be sent to addresses in private networks. */
  webhookAllowPrivate: boolean
  /** Ports that webhooks may be sent to, besides 80, 443 and 8000 to 65535. */
  webhookPorts: readonly string[]
  /** Whether the current robots.txt also decides about archived pages. */
  importRobots: boolean
  /** URLs of newer lists; null where the operator set none. */
  listUrls: { disposable: string | null; webmail: string | null; forwarder: string | null; role: string | null }
  /** The provider that people may sign in with; null if there is none. */
  oidc: OidcConfig | null
  /** How likely, in percent, a guess that no server confirms must be to be returned. */
  finderMinScore: number
  verificationTtlDays: number
}

/** The version in answers, logs and the crawler's User-Agent; `test/house/docs.test.ts` keeps it equal to package.json. */
export const VERSION = '0.2.0'

/**
 * Reads the environment.
 * @throws Error whose message names every wrong variable, one per line.
 */
export function readConfig(environment: NodeJS.ProcessEnv = fullEnvironment()): Config {
  const given = givenValues(environment)
  const parsed = Environment.safeParse(given)
  const hourly = hourlyLimits(given)
  const problems = [
    ...(parsed.error?.issues.map((issue) => environmentProblem(issue, given)) ?? []),
    ...hourly.problems,
  ]
  if (!parsed.success || problems.length > 0) throw new Error(problems.join('\n'))
  const env = parsed.data
  const publicUrl = env.QUARRY_PUBLIC_URL ?? env.QUARRY_ORIGIN
  const together = [...twoNamesProblems(env), ...oauthProblems(env, { publicUrl, web: env.QUARRY_WEB })]
  if (together.length > 0) throw new Error(together.join('\n'))
  const origin = (publicUrl ?? `http://${hostForUrl(env.QUARRY_HOST)}:${env.PORT}`).replace(/\/+$/, '')
  return Object.freeze({
    port: env.PORT,
    host: env.QUARRY_HOST,
    origin,
    originIsSet: publicUrl !== undefined,
    web: env.QUARRY_WEB,
    oauth: oauthConfig(env),
    foreignIssuer: foreignIssuerConfig(env, origin),
    logoUrl: (env.QUARRY_LOGO_URL ?? `${origin}/logos`).replace(/\/+$/, ''),
    role: env.QUARRY_ROLE,
    dataDir: env.QUARRY_DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    databaseOwnerUrl: env.QUARRY_DATABASE_OWNER_URL ?? null,
    directDatabaseUrl: env.QUARRY_DIRECT_DATABASE_URL ?? null,
    databasePoolSize: env.QUARRY_DATABASE_POOL_SIZE,
    databasePerAccount: env.QUARRY_DATABASE_PER_ACCOUNT || null,
    queryTimeoutMs: env.QUARRY_QUERY_TIMEOUT_MS,
    logLevel: env.QUARRY_LOG_LEVEL,
    allowedHosts: env.QUARRY_ALLOWED_HOSTS,
    corsOrigins: env.QUARRY_CORS_ORIGINS,
    trustProxy: env.QUARRY_TRUST_PROXY,
    metricsToken: env.QUARRY_METRICS_TOKEN ?? null,
    defaultPlan: env.QUARRY_DEFAULT_PLAN,
    testKey: env.QUARRY_TEST_KEY,
    publicEmailCount: env.QUARRY_PUBLIC_EMAIL_COUNT,
    mcpConfirm: env.QUARRY_MCP_CONFIRM,
    bridge: bridgeConfig(env),
    serverCard: env.QUARRY_SERVER_CARD,
    rateLimit: {
      factor: env.QUARRY_RATE_LIMIT_FACTOR,
      status: env.QUARRY_RATE_LIMIT_STATUS,
      // With its own database, a process is alone.
      store: env.QUARRY_RATE_LIMIT_STORE ?? (env.DATABASE_URL === undefined ? 'memory' : 'postgres'),
      hourly: hourly.limits,
    },
    usageLimitStatus: env.QUARRY_USAGE_LIMIT_STATUS,
    crawl: crawlConfig(env, VERSION),
    dnsServers: env.QUARRY_DNS_SERVERS,
    dnsKnownNames: env.QUARRY_DNS_KNOWN_NAMES.length > 0 ? env.QUARRY_DNS_KNOWN_NAMES : KNOWN_NAMES,
    allowedNetworks: env.QUARRY_ALLOWED_NETWORKS,
    localSuffixes: new Set(env.QUARRY_LOCAL_SUFFIXES),
    verification: verificationConfig(env, publicUrl),
    secretKeys: env.QUARRY_SECRET_KEY,
    ...sendingConfig(env),
    mailAllowedNetworks: env.QUARRY_MAIL_ALLOWED_NETWORKS,
    webhookAllowPrivate: env.QUARRY_WEBHOOK_ALLOW_PRIVATE,
    webhookPorts: env.QUARRY_WEBHOOK_PORTS,
    techRulesDir: env.QUARRY_TECH_RULES_DIR ?? null,
    profileServices: { gravatarUrl: env.QUARRY_GRAVATAR_URL ?? null, githubUrl: env.QUARRY_GITHUB_URL ?? null },
    assistant: assistantConfig(env),
    importRobots: env.QUARRY_IMPORT_ROBOTS === 'live',
    listUrls: {
      disposable: env.QUARRY_LIST_URL_DISPOSABLE ?? null,
      webmail: env.QUARRY_LIST_URL_WEBMAIL ?? null,
      forwarder: env.QUARRY_LIST_URL_FORWARDER ?? null,
      role: env.QUARRY_LIST_URL_ROLE ?? null,
    },
    oidc: oidcConfig(env),
    finderMinScore: env.QUARRY_FINDER_MIN_SCORE,
    verificationTtlDays: env.QUARRY_VERIFICATION_TTL_DAYS,
    ...retentionConfig(env),
  })
}

/** A problem if both names of one setting have different values. */
const twoNamesProblems = ({ QUARRY_PUBLIC_URL: url, QUARRY_ORIGIN: older }: Environment): string[] =>
  url === undefined || older === undefined || url.replace(/\/+$/, '') === older.replace(/\/+$/, '')
    ? []
    : ['QUARRY_PUBLIC_URL: QUARRY_ORIGIN is its older name and has a different value: set only one of them.']

/** The environment plus the `.env` file in the working directory; the environment takes precedence. */
function fullEnvironment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

/** Whether a script in package.json started this process, through npm's shell. */
export const startedByNpm = (): boolean => process.env['npm_lifecycle_event'] !== undefined

/** A sentence for each variable that has our prefix but does not exist, with the closest one that does, or that is in quotation marks. */
export const misspeltNames = (environment: NodeJS.ProcessEnv = process.env): string[] =>
  misspelt(environment, [...variableNames(), ...HOURLY_LIMIT_NAMES])

/** The names of all variables, for the documentation test. */
export const variableNames = (): string[] => Object.keys(Environment.shape)
