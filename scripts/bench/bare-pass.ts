import { Parser } from 'htmlparser2'

/**
 * The least work that looking for addresses takes: parses a page and checks every text and link for an `@`.
 * @returns how many have one
 */
export function barePass(html: string): number {
  let found = 0
  const parser = new Parser({
    ontext: (text) => void (found += Number(text.includes('@'))),
    onattribute: (name, value) => void (found += Number(name === 'href' && value.includes('@'))),
  })
  parser.end(html)
  return found
}
