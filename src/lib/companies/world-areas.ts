/** Names of parts of the world, which are neither countries nor states: `Europe`, `Asia & the Pacific`, `MENA`. */

const PARTS = new Set(
  'africa america americas american antarctica asia asian europe european oceania pacific apac emea latam mena anz world worldwide global international'.split(
    ' ',
  ),
)
const BESIDE = new Set(
  'north northern south southern east eastern west western central middle southeast latin caribbean sub saharan rest of the and countries region'.split(
    ' ',
  ),
)
const MIDDLE_EAST = /^middle east\b/

/** Whether a text names only parts of the world. */
export function isWorldArea(text: string): boolean {
  const bare = text
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
  const words = bare.split(' ')
  return (
    words.every((word) => PARTS.has(word) || BESIDE.has(word)) &&
    (MIDDLE_EAST.test(bare) || words.some((word) => PARTS.has(word)))
  )
}
