import { slot } from './page/attribute-slots.ts'
import type { ElementAttributes } from './addresses/element-attributes.ts'
import { decodeAttribute, resolveReferences, foldText } from './page/html-text.ts'
import type { PageScan } from './page/page-facts.ts'

const MAX_TITLE = 300
/** BCP 47 tags are short; anything longer is not one. */
const MAX_LANGUAGE = 35
const [CONTENT, NAME, PROPERTY] = [slot('content'), slot('name'), slot('property')]
const ROBOTS = new Set(['robots', 'quarrybot'])

/** What a page says about itself: title, language, canonical address, robots rules. The first statement of each counts. */
export class PageHead {
  title: string | null = null
  siteName: string | null = null
  /** Often that of the program which made the site: only where the site itself has no name. */
  applicationName: string | null = null
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
    else if (name === 'og:site_name') this.siteName ??= nameIn(element)
    else if (name === 'application-name') this.applicationName ??= nameIn(element)
  }

  /** `<meta name=robots>`, or one for this crawler alone: `none` means `noindex, nofollow`. */
  private setRobots(raw: string): void {
    const rules = decodeAttribute(raw)
      .toLowerCase()
      .split(/[\s,]+/, 50)
    this.noindex ||= rules.includes('noindex') || rules.includes('none')
    this.nofollow ||= rules.includes('nofollow') || rules.includes('none')
  }

  facts(): Pick<PageScan, 'title' | 'siteName' | 'language' | 'canonical' | 'noindex' | 'nofollow'> {
    const { title, siteName, applicationName, language, canonical, noindex, nofollow } = this
    return { title, siteName: siteName ?? applicationName, language, canonical, noindex, nofollow }
  }
}

const nameIn = (element: ElementAttributes): string | null =>
  foldText(decodeAttribute((element.value(CONTENT) ?? '').slice(0, MAX_TITLE * 8)), MAX_TITLE) || null
