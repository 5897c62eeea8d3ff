/** Weights of a model: 2^16 slots of one byte each. */
export const FEATURE_BITS = 16
const MASK = (1 << FEATURE_BITS) - 1

/** The slot of a feature: its number and its value, mixed. Words are never used whole, so that no name can be recovered. */
export function featureOf(kind: number, value: number): number {
  let mixed = Math.imul(kind + 1, 0x9e3779b1) ^ Math.imul(value + 1, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 13)) & MASK
}

/** A short piece of a word as a number (FNV-1a over its UTF-16 units). */
export function pieceOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** 0, 1, 2, 3–4, 5–8, 9 or more. */
export const countStep = (count: number): number => (count < 3 ? count : count < 5 ? 3 : count < 9 ? 4 : 5)

/** A share in eighths. */
export const shareStep = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((8 * part) / whole))
