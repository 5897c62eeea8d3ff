import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { buildPage } from '../../../../src/engine/extract/page/page-dom.ts'
import type { PageInput } from '../../../../src/engine/extract/page/page-facts.ts'
import { TokenTape } from '../../../../src/engine/extract/page/token-tape.ts'
import { scanPage } from '../../../../src/engine/extract/page-scan.ts'
import { readStructuredData, type StructuredPerson } from '../../../../src/engine/extract/people/structured-data.ts'

/** Invented hosts end in `.example`, which is not on the public suffix list. */
export const HIDDEN_OPTIONS = { localSuffixes: new Set(['example', 'test']), lists: SHIPPED_LISTS }

const BLOCK = /<script\b[^>]*\bld\+json\b[^>]*>[\s\S]*?<\/script\s*>/gi
const COMMENT = /<!--[\s\S]*?-->/g
const TAG = /<[a-z][^>]*>/gi
const MARKUP = /\s(?:itemscope|itemprop|itemtype|itemid|typeof|property|vocab)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?/gi
/** Without the class of the item itself, the other classes of hCard are ordinary words. */
const CARD = /(?<=\sclass\s*=\s*["']?[^"'>]*)(?<![\w-])(?:vcard|h-card)(?![\w-])/gi

/** Removes what the page says to machines: blocks of JSON-LD, microdata, RDFa and hCard; what people see stays. */
export const withoutBlocks = (html: string): string =>
  html
    .replace(COMMENT, '')
    .replace(BLOCK, '')
    .replace(TAG, (tag) => tag.replace(MARKUP, '').replace(CARD, 'card'))

/** Returns the people that the page describes to machines. */
export function describedPeople(page: PageInput): StructuredPerson[] {
  const tape = new TokenTape(page.html)
  const { jsonLd } = scanPage(page, HIDDEN_OPTIONS, tape)
  const rules = { localSuffixes: HIDDEN_OPTIONS.localSuffixes, siteDomain: page.domain }
  return readStructuredData(jsonLd, buildPage(page.html, tape), rules).people
}

/** Returns the text of a page in one line, including links to addresses and numbers. */
export function shownText(page: PageInput): string {
  const tape = new TokenTape(page.html)
  scanPage(page, HIDDEN_OPTIONS, tape)
  const { lines, marked } = buildPage(page.html, tape)
  const links = marked.map((node) => decoded(node.attributes.href ?? ''))
  return [...lines.map((line) => line.text), ...links].join(' ')
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}
