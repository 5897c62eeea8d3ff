/** Control characters except tabs and line ends, and those that change the direction of text. */
// oxlint-disable-next-line no-control-regex -- these are what terminals act on
const ACTING = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\r(?!\n)/g

/**
 * A text that a terminal shows without acting on it: text by strangers may contain control codes that clear the screen, rename a
 * window or write to the clipboard.
 */
export const terminalText = (text: string): string => text.replace(ACTING, '\ufffd')

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303e\uff01-\uff60]/gu
const WITHOUT_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/gu

/** How many columns of a terminal a text takes: East Asian letters take two, combining marks none (UAX #11). */
export const terminalWidth = (text: string): number =>
  Array.from(text.replace(WITHOUT_WIDTH, '').replace(WIDE, '  ')).length
