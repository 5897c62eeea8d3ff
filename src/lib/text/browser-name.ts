/** The order matters: most browsers also name those further down. */
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
] as const
const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const
const MAX_LENGTH = 60

/** The common name of the browser that sends this `User-Agent` (RFC 9110 10.1.5): `Firefox, Linux`. */
export function browserName(userAgent: string): string {
  const names = [BROWSERS, SYSTEMS].flatMap((known) => known.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? [])
  const name = names.length > 0 ? names.join(', ') : userAgent.replace(/[^\x20-\x7e]+/g, ' ').trim()
  return name.slice(0, MAX_LENGTH)
}
