import { pathTopics } from '../crawl/link-score.ts'

const DATED = /\/(?:19|20)\d\d[/-]/

/**
 * Whether a page is an article: what it says was so when it was written, and it stays for years. That it still names somebody
 * does not say that they are still there.
 */
export function isArticle(uri: string): boolean {
  const path = URL.canParse(uri) ? new URL(uri).pathname : ''
  return DATED.test(path) || pathTopics(path)[0] === 'news'
}
