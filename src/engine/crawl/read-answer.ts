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

/** `picked`: the links worth following; empty for a page that forbids following. */
export type ReadAnswer = ParsedPage & { picked: PickedLinks }

const NONE: PickedLinks = { follow: [], elsewhere: [] }

/**
 * Reads one answer and picks its links: choosing among thousands takes as long as finding them. Never throws.
 * @param extract as for `parsePage`
 */
export function readAnswer(response: PageResponse, needs: ReadingNeeds, extract: ExtractPage): ReadAnswer {
  const parsed = parsePage(response, needs, extract)
  return { ...parsed, picked: pickedOf(parsed, needs) }
}

function pickedOf(parsed: ParsedPage, { site, topic }: ReadingNeeds): PickedLinks {
  if (!('facts' in parsed) || parsed.facts === null) return NONE
  const { scan } = parsed.facts
  const isClosed = parsed.outcome === 'page' ? parsed.nofollow : scan.nofollow
  return isClosed ? NONE : pickLinks(scan.links, site, topic)
}
