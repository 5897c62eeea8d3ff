import type { Format } from '../page/format.ts'
import { html, NOTHING } from '../page/html.ts'
import type { Html } from '../page/html.ts'
import type { Words } from '../words/words.ts'
import { link } from './link.ts'

/** Where something was seen, as answered by capabilities. */
export interface SeenAt {
  uri: string
  extracted_on?: string | null | undefined
  last_seen_on?: string | null | undefined
  still_on_page?: boolean | null | undefined
}

/**
 * The newest page and the number of others; opened, one line per page.
 * @param home the domain all of it is about: its own pages are named by their paths alone.
 */
export function sourceList(
  sources: readonly SeenAt[],
  { words, format, home }: { words: Words; format: Format; home?: string },
): Html {
  const [first] = sources
  if (first === undefined) return html`<span class="muted">–</span>`
  const { general } = words
  const more = sources.length - 1
  return html`<details class="sources">
    <summary><bdi>${hostAndPath(first.uri, home)}</bdi>${more > 0 ? html` ${general.andMore(more)}` : NOTHING}</summary>
    <ul>
      ${sources.map(
        ({ uri, extracted_on, last_seen_on, still_on_page }) =>
          html`<li>${link(uri, hostAndPath(uri, home))}${extracted_on ? html`, ${general.since(format.day(extracted_on))}` : NOTHING}${still_on_page === true ? html`, ${general.stillThere}` : NOTHING}${still_on_page === false && last_seen_on ? html`, ${general.goneSince(format.day(last_seen_on))}` : NOTHING}</li>`,
      )}
    </ul>
  </details>`
}

function hostAndPath(uri: string, home?: string): string {
  const url = URL.parse(uri)
  if (url === null || url.host === '') return uri.slice(0, 80)
  const isHome = home !== undefined && url.hostname.replace(/^www\./, '') === home
  if (isHome) return url.pathname.slice(0, 80)
  return `${url.host}${url.pathname === '/' ? '' : url.pathname}`.slice(0, 80)
}
