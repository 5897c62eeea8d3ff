import { Parser } from 'htmlparser2'
import { escapeHtml } from './template.ts'

/** Processing of an email's HTML: counted links, a pixel, and conversion to plain text. */

/** At most this many links of an email are counted; further ones stay unchanged. */
const MAX_LINKS = 100
/** Longer URLs stay unchanged. */
const MAX_URL_LENGTH = 2_000

/**
 * Replaces the addresses of links to the web.
 * @param replace returns the new address; `position` counts from 0. The same address twice counts as two links.
 * @returns the original targets by position.
 */
export function replaceLinks(html: string, replace: (position: number) => string): { html: string; urls: string[] } {
  const urls: string[] = []
  const parts: string[] = []
  let copied = 0
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const url = attributes['href']?.trim() ?? ''
      if (name !== 'a' || !isCountable(url) || urls.length >= MAX_LINKS) return
      const tag = html.slice(parser.startIndex, parser.endIndex + 1)
      const changed = withHref(tag, replace(urls.length))
      if (changed === null) return
      parts.push(html.slice(copied, parser.startIndex), changed)
      copied = parser.endIndex + 1
      urls.push(url)
    },
  })
  parser.end(html)
  return { html: parts.join('') + html.slice(copied), urls }
}

const isCountable = (url: string): boolean =>
  url.length <= MAX_URL_LENGTH && /^https?:\/\//i.test(url) && URL.canParse(url)

const HREF = /(\shref\s*=\s*)(?:"[^"]*"|'[^']*'|[^\s"'>]+)/i

function withHref(tag: string, url: string): string | null {
  if (!HREF.test(tag)) return null
  return tag.replace(HREF, (_, before: string) => `${before}"${escapeHtml(url)}"`)
}

/** Adds HTML at the end of an email, inside its body if it has one. */
export function appendHtml(html: string, addition: string): string {
  const end = html.toLowerCase().lastIndexOf('</body')
  return end < 0 ? html + addition : html.slice(0, end) + addition + html.slice(end)
}

const BREAKS = new Set(['p', 'div', 'br', 'tr', 'li', 'ul', 'ol', 'table', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'hr'])
/** Their end tags do not break the line. */
const OPENS_ONLY = new Set(['br', 'hr', 'li'])
const WIDE = new Set(['p', 'ul', 'ol', 'table', 'blockquote', 'h1', 'h2', 'h3', 'h4'])
const UNSEEN = new Set(['script', 'style', 'head', 'title', 'template'])

/**
 * How mail programs mark what they quote: `type="cite"`, `class="gmail_quote"`, `id="blockquote_zmail"`, or a line at the left.
 * Indented text has none of it.
 */
const QUOTES = /quote|cite|border-left(?!\s*:\s*(?:none|0))/i

const isQuotation = ({ type = '', class: names = '', id = '', style = '' }: Record<string, string>): boolean =>
  QUOTES.test(`${type} ${names} ${id} ${style}`)

const QUOTED = '\u0001'
const UNQUOTED = '\u0002'
const MAX_QUOTED_DEPTH = 5

/** The email as plain text: blocks on separate lines, links with their targets, and what programs quote behind `>`. */
export function textOfHtml(html: string): string {
  const out: string[] = []
  const blocks: boolean[] = []
  let unseen = 0
  let link: { url: string; from: number } | null = null
  const breakLine = (name: string) => BREAKS.has(name) && out.push(WIDE.has(name) ? '\n\n' : '\n')
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (UNSEEN.has(name)) unseen += 1
        breakLine(name)
        if (name === 'blockquote') blocks.push(isQuotation(attributes))
        if (name === 'blockquote' && blocks.at(-1) === true) out.push(`${QUOTED}\n`)
        if (name === 'li') out.push('- ')
        if (name === 'td' || name === 'th') out.push(' ')
        if (name === 'a') link = { url: attributes['href']?.trim() ?? '', from: out.length }
      },
      ontext: (text) => void (unseen === 0 && out.push(text.replace(SPACES, ' '))),
      onclosetag: (name) => {
        if (UNSEEN.has(name)) unseen -= 1
        if (name === 'a' && link !== null) out.push(targetOf(link.url, out.slice(link.from).join('')))
        if (name === 'a') link = null
        if (name === 'blockquote' && blocks.pop() === true) out.push(`\n${UNQUOTED}`)
        if (!OPENS_ONLY.has(name)) breakLine(name)
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  const text = out
    .join('')
    .replace(/[^\S\n]*\n[^\S\n]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return text.includes(QUOTED) ? withMarks(text) : text
}

/** Also the signs for quotations, should anybody send them. */
// oxlint-disable-next-line no-control-regex -- these are the signs
const SPACES = /[\u0001\u0002]|[^\S\u00a0]+/g

function withMarks(text: string): string {
  let depth = 0
  const lines: string[] = []
  for (const line of text.split('\n')) {
    if (line === QUOTED) depth += 1
    else if (line === UNQUOTED) depth -= 1
    else lines.push(depth === 0 || line === '' ? line : `${'>'.repeat(Math.min(depth, MAX_QUOTED_DEPTH))} ${line}`)
  }
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const targetOf = (url: string, shown: string): string =>
  /^(?:https?:|mailto:)/i.test(url) && !shown.includes(url.replace(/^mailto:/i, '')) ? ` (${url})` : ''
