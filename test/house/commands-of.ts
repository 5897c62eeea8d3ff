import type { Command } from 'commander'
import { createProgram } from '../../src/cli/program.ts'
import { fileAt, filesBelow } from './source-files.ts'

/** All commands, such as `mailbox health`. */
const commands = namesBelow(await createProgram(), [])

function namesBelow(command: Command, words: readonly string[]): string[][] {
  const own = command.commands.flatMap((each) => namesBelow(each, [...words, each.name()]))
  return words.length === 0 ? own : [[...words], ...own]
}

/**
 * Returns the commands of `quarry` that perform a capability, given the name of its constant, as far as the command
 * files show it.
 */
export function commandsOf(constant: string): string[] {
  return filesBelow('src/cli').flatMap((path) => {
    const { text } = fileAt(path)
    const [before, ...more] = text.split(new RegExp(`\\bperform\\(${constant},`))
    if (more.length === 0 || before === undefined) return []
    const [, last] = Array.from(before.matchAll(/\.command\('([\w-]+)'\)/g)).at(-1) ?? []
    const groups = new Set([
      ...path.split(/\W/),
      ...Array.from(text.matchAll(/command\('([\w-]+)'\)/g), ([, name]) => name),
    ])
    const found = commands.filter((words) => words.at(-1) === last && words.every((word) => groups.has(word)))
    return found
      .toSorted((one, other) => other.length - one.length)
      .slice(0, 1)
      .map((words) => words.join(' '))
  })
}
