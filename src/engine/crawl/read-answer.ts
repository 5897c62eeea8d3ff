import type { LinkTopic } from './link-words.ts'
import { pickLinks } from './link-picker.ts'
import type { PickedLinks } from './link-picker.ts'
import { parsePage } from './page-parser.ts'
import type { ExtractPage, PageResponse, ParsedPage, ParseNeeds } from './page-parser.ts'

/** What a visit wants to know about one answer, as plain data. */
export interface ReadingNeeds extends ParseNeeds {
  /** The topic under which the page was found. */
  topic: LinkTopic | null
}

export type ReadAnswer = ParsedPage & {
  /** The links worth following; empty for a page that forbids following. */
  picked: PickedLinks
  /** Tag names: the same for all pages of one template. */
  template?: string
}

const TEMPLATE_CHARACTERS = 200_000
const NONE: PickedLinks = { follow: [], elsewhere: [] }

/**
 * Reads one answer and picks its links: choosing among thousands takes as long as finding them. Never throws.
 * @param extract as for `parsePage`
 */
export function readAnswer(response: PageResponse, needs: ReadingNeeds, extract: ExtractPage): ReadAnswer {
  let template: string | undefined
  const parsed = parsePage(response, needs, (page) => {
    template = templateOf(page.html)
    return extract(page)
  })
  return { ...parsed, picked: pickedOf(parsed, needs), ...(template !== undefined && { template }) }
}

function pickedOf(parsed: ParsedPage, { site, topic }: ReadingNeeds): PickedLinks {
  if (!('facts' in parsed) || parsed.facts === null) return NONE
  const { scan } = parsed.facts
  const isClosed = parsed.outcome === 'page' ? parsed.nofollow : scan.nofollow
  return isClosed ? NONE : pickLinks(scan.links, site, topic)
}

/** Two pages of one template use the same elements. */
function templateOf(html: string): string {
  const names = new Set(
    Array.from(html.slice(0, TEMPLATE_CHARACTERS).matchAll(/<([a-z][a-z0-9]{0,15})/gi), ([, name]) =>
      name?.toLowerCase(),
    ),
  )
  return [...names].toSorted((a = '', b = '') => (a < b ? -1 : 1)).join(' ')
}
