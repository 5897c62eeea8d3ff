import { findAddresses } from './address-reader.ts'
import type { AddressRules, TextAddress } from './address-rules.ts'
import { reverseText } from './deciphers.ts'
import { resolveReferences, stripInvisible } from '../page/html-text.ts'
import type { Channel } from '../page/page-facts.ts'
import { findWordedAddresses } from './worded-address.ts'

/** A text node of a run, as it is in the source. */
export interface TextPiece {
  raw: string
  hidden: boolean
  /** Displayed from right to left by its style. */
  reversed: boolean
}

export interface RunAddress extends Pick<TextAddress, 'address' | 'label'> {
  channel: Channel
  hidden: boolean
}

interface Placed {
  found: TextAddress
  hidden: boolean
  /** Start in the joined text; -1 if the piece is not part of it. */
  at: number
}

/**
 * Reads the text nodes between two block boundaries. Each is read on its own; the joined form is tried too, and counts only if
 * none of its parts is an address on its own: otherwise a price or a label next to an address would become part of it.
 * @param worded whether to look for spelt forms (`[at]`)
 */
export function readRun(pieces: readonly TextPiece[], rules: AddressRules, worded: boolean): RunAddress[] {
  const parts = mergeReversed(pieces).map((piece) => ({ text: textOf(piece), hidden: piece.hidden }))
  const joinsHidden = parts.every((part) => part.hidden)
  const starts: number[] = []
  const placed: Placed[] = []
  let joined = ''
  for (const part of parts) {
    const joins = joinsHidden || !part.hidden
    for (const found of find(part.text, rules, worded)) {
      placed.push({ found, hidden: part.hidden, at: joins ? joined.length + found.start : -1 })
    }
    if (!joins) continue
    starts.push(joined.length)
    joined += part.text
  }
  const isCard = joined.includes('BEGIN:VCARD')
  const whole =
    starts.length > 1 && mayJoin(joined, placed, worded) ? readJoined(joined, starts, placed, rules, worded) : []
  const kept = placed.filter(({ found }) => !whole.some((one) => one.replaces === found))
  return [
    ...kept.map(({ found, hidden }) => toRunAddress(found, hidden, isCard ? 'structured' : 'text')),
    ...whole.map(({ found }) => toRunAddress(found, joinsHidden, 'joined_text')),
  ]
}

const toRunAddress = ({ address, label, form }: TextAddress, hidden: boolean, plain: Channel): RunAddress => ({
  address,
  label,
  hidden,
  channel: form === 'bracketed' ? 'bracketed' : plain,
})

function find(text: string, rules: AddressRules, worded: boolean): TextAddress[] {
  const found = findAddresses(text, rules)
  return worded ? [...found, ...findWordedAddresses(text, rules)] : found
}

/** Joining finds more only if a sign is left over, or if a host continues after its piece. */
function mayJoin(joined: string, placed: readonly Placed[], worded: boolean): boolean {
  const inText = placed.filter(({ at }) => at >= 0)
  if (worded || inText.some(({ at, found }) => joined.charAt(at + found.end - found.start) === '.')) return true
  return (joined.match(SIGNS)?.length ?? 0) > inText.length
}
const SIGNS = /[@\uff20\ufe6b]/g

interface Joined {
  found: TextAddress
  /** The part found in a single piece (`jo@acme.co` of `jo@acme.co` + `.uk`). */
  replaces: TextAddress | null
}

function readJoined(text: string, starts: number[], placed: Placed[], rules: AddressRules, worded: boolean): Joined[] {
  const inPieces = placed.filter(({ at }) => at >= 0)
  const joined: Joined[] = []
  for (const found of find(text, rules, worded)) {
    if (pieceAt(starts, found.start) === pieceAt(starts, found.end - 1)) continue
    const part = inPieces.find(({ at, found: one }) => at < found.end && at + one.end - one.start > found.start)
    if (part === undefined) joined.push({ found, replaces: null })
    else if (continues(text, part, found)) joined.push({ found, replaces: part.found })
  }
  return joined
}

/** A dot right after the shorter form continues the host; anything else is the next word. */
const continues = (text: string, { at, found: part }: Placed, whole: TextAddress): boolean =>
  at === whole.start &&
  text.charAt(at + part.end - part.start) === '.' &&
  whole.address.domain.length > part.address.domain.length

/** Index of the piece that contains a position: the last start that is not after it. */
function pieceAt(starts: readonly number[], position: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= position) low = middle
    else high = middle - 1
  }
  return low
}

/** Adjacent pieces displayed backwards are reversed as one text. */
function mergeReversed(pieces: readonly TextPiece[]): TextPiece[] {
  const merged: TextPiece[] = []
  for (const piece of pieces) {
    const last = merged.at(-1)
    if (last?.reversed === true && piece.reversed && last.hidden === piece.hidden) last.raw += piece.raw
    else merged.push({ ...piece })
  }
  return merged
}

function textOf(piece: TextPiece): string {
  const text = stripInvisible(resolveReferences(piece.raw))
  return piece.reversed ? reverseText(text) : text
}
