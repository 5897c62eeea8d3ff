import { createHash } from 'node:crypto'
import { untrustedText, untrustedUrl } from '../../lib/text/untrusted-text.ts'
import type { HttpClient } from '../../net/http/http-exchange.ts'
import { isRecord } from '../../lib/text/json-record.ts'
import type { JsonRecord } from '../../lib/text/json-record.ts'
import { timeLimit } from '../../lib/process/with-deadline.ts'

/**
 * What people publish about themselves under an address: Gravatar's profile (`{base}/{hash}.json`, its JSON profile data) and
 * GitHub's user (`{base}/search/users`, then `{base}/users/{login}`, REST API). Queried only if the operator names the
 * services; any failure means that nothing is known.
 */
export interface PublicProfiles {
  gravatar: GravatarProfile | null
  github: GithubProfile | null
}

export interface GravatarProfile {
  /** Its address, for people. */
  uri: string
  handle: string | null
  avatar: string | null
  avatars: { url: string | null; type: string | null }[]
  urls: { value: string | null; title: string | null }[]
  bio: string | null
}

export interface GithubProfile {
  uri: string
  handle: string
  id: number | null
  avatar: string | null
  company: string | null
  blog: string | null
  followers: number | null
  following: number | null
  bio: string | null
  twitter: string | null
}

export interface ProfileServices {
  http: HttpClient
  /** Without a trailing slash; null when it is off. */
  gravatarUrl: string | null
  githubUrl: string | null
}

/** For all requests to one service together. */
const DEADLINE_MS = 3_000
const MAX_BYTES = 200_000
const MAX_ITEMS = 10
const MAX_TEXT = 200
const MAX_BIO = 500

/** @param email in lower case. */
export async function publicProfiles(services: ProfileServices, email: string): Promise<PublicProfiles> {
  const [gravatar, github] = await Promise.all([
    services.gravatarUrl === null ? null : gravatarOf(services.http, services.gravatarUrl, email),
    services.githubUrl === null ? null : githubOf(services.http, services.githubUrl, email),
  ])
  return { gravatar, github }
}

async function gravatarOf(http: HttpClient, base: string, email: string): Promise<GravatarProfile | null> {
  const hash = createHash('sha256').update(email).digest('hex')
  const { entry } = (await getJson(http, `${base}/${hash}.json`)) ?? {}
  const [profile] = records(entry)
  if (profile === undefined) return null
  return {
    uri: urlOf(profile['profileUrl']) ?? `${base}/${hash}`,
    handle: textOf(profile['preferredUsername']),
    avatar: urlOf(profile['thumbnailUrl']),
    avatars: records(profile['photos']).map(({ value, type }) => ({ url: urlOf(value), type: textOf(type) })),
    urls: records(profile['urls']).map(({ value, title }) => ({ value: urlOf(value), title: textOf(title) })),
    bio: textOf(profile['aboutMe'], MAX_BIO),
  }
}

/** Only if a single user shows this address is it surely theirs. */
async function githubOf(http: HttpClient, base: string, email: string): Promise<GithubProfile | null> {
  using limit = timeLimit(DEADLINE_MS)
  const found = await getJson(http, `${base}/search/users?q=${encodeURIComponent(`${email} in:email`)}`, limit.signal)
  const [first, ...others] = records(found?.['items'])
  const login = textOf(first?.['login'])
  if (login === null || others.length > 0 || !/^[\w-]{1,100}$/.test(login)) return null
  const user = await getJson(http, `${base}/users/${login}`, limit.signal)
  if (user === null) return null
  return {
    uri: urlOf(user['html_url']) ?? `${base}/users/${login}`,
    handle: login,
    id: countOf(user['id']),
    avatar: urlOf(user['avatar_url']),
    company: textOf(user['company']),
    blog: textOf(user['blog']),
    followers: countOf(user['followers']),
    following: countOf(user['following']),
    bio: textOf(user['bio'], MAX_BIO),
    twitter: textOf(user['twitter_username']),
  }
}

async function getJson(http: HttpClient, url: string, signal?: AbortSignal): Promise<JsonRecord | null> {
  const headers = { accept: 'application/json' }
  const options = { headers, deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES, ...(signal && { signal }) }
  const answer = await http.fetch(url, options)
  if (answer.outcome !== 'response' || answer.status !== 200) return null
  try {
    const value: unknown = JSON.parse(answer.body.toString('utf8'))
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

const records = (value: unknown): JsonRecord[] =>
  Array.isArray(value) ? value.slice(0, MAX_ITEMS).filter(isRecord) : []

const textOf = (value: unknown, most = MAX_TEXT): string | null =>
  typeof value === 'string' ? untrustedText(value, most).text || null : null

const urlOf = (value: unknown): string | null => (typeof value === 'string' ? untrustedUrl(value) : null)

const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
