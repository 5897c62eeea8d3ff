/** What no path of ours holds: backslashes, which browsers read as slashes, and control characters. */
const ODD = /[\\\p{Cc}]/u
/** Any origin serves to see whether a path leaves it. */
const HERE = 'https://quarry.invalid'

/** Where to go on after signing in: a path of ours below `/app`, else home. */
export function nextPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || wanted.length > 2_000 || ODD.test(wanted)) return '/app'
  if (!/^\/app(?:[/?#]|$)/.test(wanted)) return '/app'
  const url = URL.parse(wanted, HERE)
  return url !== null && url.origin === HERE && /^\/app(?:\/|$)/.test(url.pathname) ? wanted : '/app'
}
