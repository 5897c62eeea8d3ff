/** Controls but tabs and line ends, and what turns the direction of text around. */
// oxlint-disable-next-line no-control-regex -- these are what terminals act on
const ACTING = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\r(?!\n)/g

/**
 * A text that a terminal shows and does not act on: the words of strangers may hold what clears a screen, renames a window
 * or writes to a clipboard.
 */
export const terminalText = (text: string): string => text.replace(ACTING, '\ufffd')
