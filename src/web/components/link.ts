import { html, NOTHING } from '../page/html.ts'
import type { Content, Html } from '../page/html.ts'
import { icon } from './icon.ts'

const KNOWN = new Set(['http:', 'https:', 'mailto:'])

/** The address in a form safe for `href`; null for schemes that do more than navigate. */
export function safeHref(address: string): string | null {
  const url = URL.parse(address)
  return url !== null && KNOWN.has(url.protocol) ? url.href : null
}

/** A link to an external address, opened separately and without a referrer. */
export function link(address: string, text?: Content, { isButton = false }: { isButton?: boolean } = {}): Html {
  const href = safeHref(address)
  if (href === null) return html`<bdi>${text ?? address}</bdi>`
  const looks = isButton ? html` class="button outline small"` : NOTHING
  if (href.startsWith('mailto:'))
    return html`<a href="${href}"${looks}>${text ?? html`<bdi>${address.slice(7)}</bdi>`}</a>`
  return html`<a href="${href}"${looks} rel="noopener noreferrer nofollow" target="_blank"><bdi>${text ?? new URL(href).host}</bdi>${icon('link')}</a>`
}
