import { slot } from './page/attribute-slots.ts'
import type { ElementAttributes } from './addresses/element-attributes.ts'
import { decodeAttribute, resolveReferences, foldText } from './page/html-text.ts'
import type { PageScan } from './page/page-facts.ts'

const MAX_TITLE = 300
/** BCP 47 tags are short; anything longer is not one. */
const MAX_LANGUAGE = 35
const [CONTENT, NAME, PROPERTY] = [slot('content'), slot('name'), slot('property')]
const ROBOTS = new Set(['robots', 'quarrybot'])
const SITE_NAMES = new Set(['og:site_name', 'application-name'])

/** What a page says about itself: title, language, canonical address, robots rules. The first statement of each counts. */
export class PageHead {
  title: string | null = null
  siteName: string | null = null
  language: string | null = null
  canonical: string | null = null
  noindex = false
  nofollow = false

  setTitle(raw: string): void {
    const title = foldText(resolveReferences(raw.slice(0, MAX_TITLE * 8)), MAX_TITLE)
    if (title !== '') this.title ??= title
  }

  setLanguage(raw: string | undefined): void {
    const language = raw?.trim().toLowerCase() ?? ''
    if (/^[a-z]{2,3}(?:[-_][a-z0-9]{1,8}){0,4}$/.test(language) && language.length <= MAX_LANGUAGE)
      this.language ??= language
  }

  setMeta(element: ElementAttributes): void {
    const name = (element.value(NAME) ?? element.value(PROPERTY) ?? '').trim().toLowerCase()
    if (ROBOTS.has(name)) this.setRobots(element.value(CONTENT) ?? '')
    else if (SITE_NAMES.has(name)) this.setSiteName(element.value(CONTENT) ?? '')
  }

  /** `<meta name=robots>`, or one for this crawler alone: `none` means `noindex, nofollow`. */
  private setRobots(raw: string): void {
    const rules = decodeAttribute(raw)
      .toLowerCase()
      .split(/[\s,]+/, 50)
    this.noindex ||= rules.includes('noindex') || rules.includes('none')
    this.nofollow ||= rules.includes('nofollow') || rules.includes('none')
  }

  private setSiteName(raw: string): void {
    const siteName = foldText(decodeAttribute(raw.slice(0, MAX_TITLE * 8)), MAX_TITLE)
    if (siteName !== '') this.siteName ??= siteName
  }

  facts(): Pick<PageScan, 'title' | 'siteName' | 'language' | 'canonical' | 'noindex' | 'nofollow'> {
    const { title, siteName, language, canonical, noindex, nofollow } = this
    return { title, siteName, language, canonical, noindex, nofollow }
  }
}
