/** Text in CSV cells that a spreadsheet must not read as a formula: an apostrophe goes before it, and comes off again. */

/** What begins a formula, in either width; behind apostrophes, it is text that began with one itself. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/
const DEFUSED = /^'(?='*[=+\-@\t\r＝＋－＠])/

/** The cell for a text. `ofDefused` returns the text, whatever it was. */
export const defused = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

export const ofDefused = (cell: string): string => cell.replace(DEFUSED, '')
