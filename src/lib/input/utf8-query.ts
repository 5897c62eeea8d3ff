const ENCODED_BYTES = /(?:%[89a-f][\da-f])+/gi

/**
 * Whether what a URL has percent-encoded beyond ASCII is UTF-8. Parsers of queries (WHATWG URL 5.1) put U+FFFD in place of the
 * rest, so that `J%F6rg`, which is Latin-1, would lose a letter for ever.
 */
export const isUtf8Query = (url: string): boolean => (url.match(ENCODED_BYTES) ?? []).every(isUtf8)

function isUtf8(encoded: string): boolean {
  try {
    return decodeURIComponent(encoded) !== ''
  } catch {
    return false
  }
}
