import type { Config } from '../../config.ts'

/**
 * A link that carries a code after `#`, which browsers never send: no log, proxy or Referer sees it. Loopback addresses become
 * `localhost`, because passkeys do not work on an IP address.
 */
export function webLink({ origin }: Pick<Config, 'origin'>, page: 'setup' | 'join' | 'reset', code: string): string {
  const url = new URL(`${origin}/app/${page}`)
  if (url.hostname === '127.0.0.1' || url.hostname === '[::1]') url.hostname = 'localhost'
  return `${url.href}#${code}`
}
