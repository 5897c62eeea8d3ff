/** Command lines in Markdown: shell blocks, code spans, and the first cells of a table of commands. */

const SHELL_BLOCK = /^```(?:sh|bash|shell|console)\n([\s\S]*?)^```$/gm
const ANY_BLOCK = /^```[\s\S]*?^```$/gm
const COMMAND_TABLE = /^\| Command +\|.*\n\|[-| ]+\|\n((?:\|.*\n)*)/gm
const SPAN = /`([^`]+)`/g
/** How a code span begins that is meant to be typed. */
const PROGRAM = /^(?:bin\/quarry|quarry|curl|npm|npx|docker|node|claude) /

/** Returns each line once, in the order of the page; `quarry …` as `bin/quarry …`. */
export function documentedLines(page: string): string[] {
  const blocks = Array.from(page.matchAll(SHELL_BLOCK), ([, text = '']) => linesOfBlock(text)).flat()
  const rest = page.replaceAll(ANY_BLOCK, '')
  const commands = Array.from(rest.matchAll(COMMAND_TABLE), ([, rows = '']) => commandsOf(rows)).flat()
  const typed = spansOf(rest.replaceAll(COMMAND_TABLE, '')).filter((span) => PROGRAM.test(span))
  const lines = [...blocks, ...commands, ...typed].flatMap((line) => line.split(' && '))
  return [...new Set(lines.map((line) => line.trim().replace(/^quarry /, 'bin/quarry ')))]
}

/** Joins lines that continue after a backslash, and leaves out comments and prompts. */
const linesOfBlock = (text: string): string[] =>
  text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/(?:^|\s+)#.*$/, '').replace(/^\$ /, ''))
    .filter((line) => line.trim() !== '')

const commandsOf = (rows: string): string[] =>
  rows
    .split('\n')
    .flatMap((row) => spansOf(row.split('|')[1] ?? ''))
    .map((span) => `bin/quarry ${span}`)

const spansOf = (text: string): string[] =>
  Array.from(text.matchAll(SPAN), ([, span = '']) => span.replaceAll(/\s*\n\s*/g, ' '))
