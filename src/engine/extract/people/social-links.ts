import { ownValue } from '../../../lib/text/own-value.ts'

/** A profile on a public network that a page links to. */
export interface SocialProfile {
  network:
    | 'linkedin'
    | 'twitter'
    | 'facebook'
    | 'instagram'
    | 'github'
    | 'xing'
    | 'youtube'
    | 'tiktok'
    | 'crunchbase'
    | 'mastodon'
    | 'threads'
    | 'pinterest'
  kind: 'person' | 'company'
  /**
   * As its owner writes it: `janedoe` for a person, `acme` for a company; without `@`. For a page with a number, the number.
   */
  handle: string
  /** The path, if it is more than the handle: `pages/Acme/123456`. */
  path?: string
}

type Network = SocialProfile['network']

/**
 * Path segments before the handle, by network; the empty key is a handle at the top level. A network without it has no bare
 * handles.
 */
const PROFILES: Record<Network, { hosts: string; paths: Record<string, SocialProfile['kind']> }> = {
  linkedin: {
    hosts: 'linkedin.com',
    paths: {
      in: 'person',
      pub: 'person',
      company: 'company',
      companies: 'company',
      school: 'company',
      showcase: 'company',
    },
  },
  // These use the same paths for people and companies; whose profile it is depends on where the link is.
  twitter: { hosts: 'twitter.com x.com', paths: { '': 'person' } },
  facebook: { hosts: 'facebook.com fb.com fb.me', paths: { '': 'company', pages: 'company', people: 'person' } },
  instagram: { hosts: 'instagram.com', paths: { '': 'company' } },
  github: { hosts: 'github.com', paths: { '': 'person', orgs: 'company' } },
  xing: { hosts: 'xing.com', paths: { profile: 'person', companies: 'company', pages: 'company' } },
  youtube: { hosts: 'youtube.com', paths: { '@': 'company', c: 'company', user: 'company', channel: 'company' } },
  tiktok: { hosts: 'tiktok.com', paths: { '@': 'company' } },
  crunchbase: { hosts: 'crunchbase.com', paths: { organization: 'company', person: 'person' } },
  mastodon: {
    hosts: 'mastodon.social mastodon.online mstdn.social fosstodon.org hachyderm.io',
    paths: { '@': 'person' },
  },
  threads: { hosts: 'threads.net threads.com', paths: { '@': 'person' } },
  pinterest: { hosts: 'pinterest.com', paths: { '': 'company' } },
}

/** First segments that are pages of the network itself: sharing, logging in, searching, groups, single posts. */
const NOT_A_PROFILE = new Set(
  (
    'share sharer intent login signup join home search explore hashtag i settings about help privacy tos terms legal policies policy jobs careers groups events event ' +
    'photo photos video videos watch stories posts status p reel reels tv dialog plugins widgets oauth authwall feed pulse learning shareArticle sharing ' +
    'features pricing contact marketplace topics trending sponsors apps enterprise security new notifications messages account accounts business ads developers developer dev ' +
    'notes media recover badges marketing hashtag gaming games public directory tr web embed results playlist feeds pin ideas discover foryou statuses statuses.json timeline blog press download ' +
    'personalization full_data_use_policy unavailable connect fbconnect 2008 checkpoint find-friends campaign ajax favorites invite cws countserv'
  )
    .toLowerCase()
    .split(' '),
)
/** `album.php`: a page of the network, whatever it shows; nobody has such a handle. */
const SCRIPT = /\.php$/i
const MAX_URL_CHARS = 2_000
const HANDLE = /^[\p{L}\p{N}][\p{L}\p{N}._'’&-]{0,99}$|^_[\w.]{1,99}$/u
/** `/de/privacy`: a page of the network in one language. */
const LANGUAGE = /^[a-z]{2}(?:-[a-z]{2})?$/i
/** X: letters, digits and underscores, at most 15 */
const TWITTER_HANDLE = /^\w{1,15}$/

const NETWORK_OF_HOST: ReadonlyMap<string, Network> = new Map(
  (Object.entries(PROFILES) as [Network, (typeof PROFILES)[Network]][]).flatMap(([network, { hosts }]) =>
    hosts.split(' ').map((host): [string, Network] => [host, network]),
  ),
)

/**
 * Reads the URL of a profile; links for sharing, logging in, posts and searches give null. On networks whose paths do not
 * distinguish people from companies, `kind` is the more usual one.
 */
export function socialProfileOf(url: string): SocialProfile | null {
  if (url.length > MAX_URL_CHARS) return null
  const parsed = URL.parse(url.startsWith('//') ? `https:${url}` : url)
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null
  const network = networkOf(parsed.hostname)
  // `twitter.com/#!/acme`, an old form of links.
  const { pathname, hash } = parsed
  const segments = decode(
    pathname === '/' && /^#(?:!|%21)\//i.test(hash) ? hash.slice(1).replace(/^%21/i, '!') : pathname,
  )
    .split('/')
    .filter((segment) => segment !== '' && segment !== '#!' && segment !== '!')
  const [first = ''] = segments
  if (network === undefined) return null
  if (network === 'facebook') {
    const numbered = numberedPage(segments, parsed.searchParams)
    if (numbered !== null) return { network, ...numbered }
  }
  if (SCRIPT.test(first) || NOT_A_PROFILE.has(first.toLowerCase())) return null
  if (network === 'twitter' && segments.length > 1 && LANGUAGE.test(first)) return null
  const found = profileIn(network, first, segments)
  return found && isHandle(network, found.handle) ? { network, ...found } : null
}

/** Language and mobile subdomains belong to the network: `pt.linkedin.com`, `m.facebook.com`. */
function networkOf(host: string): Network | undefined {
  const labels = host.toLowerCase().split('.')
  return NETWORK_OF_HOST.get(labels.slice(-2).join('.'))
}

/** Pages without a handle of their own: `profile.php?id=1`, `people/Acme/1`, `p/Acme-1`, `pages/category/Mill/Acme-1`. */
function numberedPage(segments: readonly string[], query: URLSearchParams): Omit<SocialProfile, 'network'> | null {
  const [first = '', second = ''] = segments
  const last = segments.at(-1) ?? ''
  if (/^profile\.php$/i.test(first)) {
    const id = query.get('id') ?? ''
    return PAGE_NUMBER.test(id) ? { kind: 'company', handle: id } : null
  }
  const path = segments.slice(0, 5).join('/')
  if (/^people$/i.test(first) && segments.length === 3)
    return PAGE_NUMBER.test(last) ? { kind: 'company', handle: last, path } : null
  if (/^p$/i.test(first) && segments.length === 2) return numberBehind(second, path)
  return /^pages$/i.test(first) && /^category$/i.test(second) && segments.length === 4 ? numberBehind(last, path) : null
}
const PAGE_NUMBER = /^\d{5,20}$/

function numberBehind(name: string, path: string): Omit<SocialProfile, 'network'> | null {
  const number = name.slice(name.lastIndexOf('-') + 1)
  return PAGE_NUMBER.test(number) ? { kind: 'company', handle: number, path } : null
}

function profileIn(
  network: Network,
  first: string,
  segments: readonly string[],
): Omit<SocialProfile, 'network'> | null {
  const { paths } = PROFILES[network]
  const number = segments.at(-1) ?? ''
  if (network === 'facebook' && first === 'pages')
    return /^\d{5,20}$/.test(number) && segments.length > 2
      ? { kind: 'company', handle: number, path: segments.slice(0, 5).join('/') }
      : null
  if (first.startsWith('@')) return { kind: paths['@'] ?? paths[''] ?? 'person', handle: first.slice(1) }
  const kind = ownValue(paths, first.toLowerCase())
  if (kind !== undefined && first !== '') return segments[1] === undefined ? null : { kind, handle: segments[1] }
  const bare = paths['']
  return bare === undefined || segments.length > 2 || first === '' ? null : { kind: bare, handle: first }
}

/** A template links to the network's own profile where that of its user goes. */
const isHandle = (network: Network, handle: string): boolean =>
  handle.toLowerCase() !== network && (network === 'twitter' ? TWITTER_HANDLE.test(handle) : HANDLE.test(handle))

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
