import type { Config } from '../../config.ts'

/**
 * A link that carries a code behind `#`, which browsers keep to themselves: no log, proxy or Referer sees it. Passkeys work on
 * `localhost` and not on an IP address, so that is what loopback is called.
 */
export function webLink({ origin }: Pick<Config, 'origin'>, page: 'setup' | 'join' | 'reset', code: string): string {
  const url = new URL(`${origin}/app/${page}`)
  if (url.hostname === '127.0.0.1' || url.hostname === '[::1]') url.hostname = 'localhost'
  return `${url.href}#${code}`
}
