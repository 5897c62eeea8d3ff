/** Text in CSV cells that a spreadsheet must not read as a formula: an apostrophe goes before it, and comes off again. */

/**
 * What begins a formula, in either width; behind apostrophes, it is text that began with one itself. Where commas separate
 * decimals, spreadsheets separate cells at semicolons, quoted or not: what follows one begins a cell there.
 */
const FORMULA = /(^|;)('*[=+\-@\t\r＝＋－＠])/g
const DEFUSED = /(^|;)'(?='*[=+\-@\t\r＝＋－＠])/g

/** The cell for a text. `ofDefused` returns the text, whatever it was. */
export const defused = (text: string): string => text.replace(FORMULA, "$1'$2")

export const ofDefused = (cell: string): string => cell.replace(DEFUSED, '$1')
