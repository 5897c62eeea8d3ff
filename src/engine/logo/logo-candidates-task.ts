import { decodePage } from '../extract/page/charset.ts'
import { logoCandidates } from './logo-candidates.ts'
import type { LogoCandidate } from './logo-candidates.ts'

/** Finds the `most` most promising logos of a start page, in its own thread. */
export default function logoCandidatesTask(page: {
  body: Uint8Array
  type: string | null
  url: string
  most: number
}): LogoCandidate[] {
  const { buffer, byteOffset, byteLength } = page.body
  const html = decodePage(Buffer.from(buffer, byteOffset, byteLength), page.type)
  return logoCandidates(html, page.url).slice(0, page.most)
}
