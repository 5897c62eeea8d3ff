/** Characters that none of our paths contains: backslashes, which browsers read as slashes, and control characters. */
const ODD = /[\\\p{Cc}]/u
/** Any origin will do to check whether a path leaves it. */
const HERE = 'https://quarry.invalid'

/** Where an app waits for an answer. */
const CONSENT = /^\/oauth\/consent\/[\w-]{20,60}(?:\?account=\d{1,10})?$/

/** Where to continue after signing in: one of our paths below `/app`, or where an app waits for an answer; otherwise home. */
export function nextPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || wanted.length > 2_000 || ODD.test(wanted)) return '/app'
  if (CONSENT.test(wanted)) return wanted
  if (!/^\/app(?:[/?#]|$)/.test(wanted)) return '/app'
  const url = URL.parse(wanted, HERE)
  return url !== null && url.origin === HERE && /^\/app(?:\/|$)/.test(url.pathname) ? wanted : '/app'
}
