import type { PageFacts } from '../extract/page/page-facts.ts'
import { wordsOf } from './link-score.ts'

/** Detects endless pages: one template and ever new URLs without new content. */
export interface PageTrap {
  /** Records what a page brought. */
  note: (url: URL, template: string, facts: PageFacts) => void
  /** Whether pages of this shape have brought nothing often enough. */
  catches: (url: URL) => boolean
}

/** After this many pages of one shape without a new address or person, no more of them are fetched. */
const MAX_BARREN_PAGES = 20

export function createPageTrap(): PageTrap {
  const barren = new Map<string, number>()
  const known = new Set<string>()
  const caught = new Set<string>()
  return {
    note: (url, template, facts) => {
      const finds = [...facts.scan.addresses.map(({ value }) => value), ...facts.people.map(({ fullName }) => fullName)]
      const isNew = finds.some((find) => !known.has(find))
      for (const find of finds) known.add(find)
      if (isNew) return
      const shape = urlShape(url)
      const key = `${shape} ${template}`
      const count = (barren.get(key) ?? 0) + 1
      barren.set(key, count)
      if (count >= MAX_BARREN_PAGES) caught.add(shape)
    },
    catches: (url) => caught.has(urlShape(url)),
  }
}

/** `/events/2024/05?view=week` → `host/0/0?view`: all numbers are alike, and so are all children of one parent. */
function urlShape(url: URL): string {
  const segments = url.pathname.split('/').filter(Boolean)
  const shape = segments.map((segment, i) =>
    i > 0 && i === segments.length - 1 ? '*' : wordsOf(segment).join('-').replace(/\d+/g, '0'),
  )
  return `${url.host}/${shape.join('/')}?${[...url.searchParams.keys()].join('&')}`
}
