import { basename } from 'node:path'
import { ROUTES } from '../../src/api/routes.ts'
import { lazily } from '../../src/lib/process/lazily.ts'
import { toolsets } from '../../tools/index.ts'
import { fileNamesOf } from './capability-file.ts'
import { commandsOf } from './commands-of.ts'
import { testsNaming, testsOfRoute } from './named-in-tests.ts'
import { MAIN_FILES } from './rooms-page.ts'
import { fileAt, filesBelow } from './source-files.ts'

const core = new Map(filesBelow('src/core').map((path) => [basename(path, '.ts'), path]))

/** Returns the file that the rule gives for a capability; null if it gives none or another one. */
export function fileByRule(capability: string): string | null {
  const path = fileNamesOf(capability)
    .map((name) => core.get(name))
    .find((found) => found !== undefined)
  return path !== undefined && new RegExp(`\\bname: '${capability}'`).test(fileAt(path).text) ? path : null
}

interface Shown {
  name: string
  /** Below `src/core`. */
  path: string
  doors: string[]
  tests: string[]
}

/** Returns every capability that a tool or an operation of `/v2` is named after. */
export const capabilities = lazily((): Shown[] => {
  const names = new Set([
    ...ROUTES.map(({ capability }) => capability.name),
    ...toolsets.flatMap(({ tools }) => tools.map(({ name }) => name)),
  ])
  return [...names].map(shownOf)
})

function shownOf(name: string): Shown {
  const path = fileByRule(name) ?? ''
  const routes = ROUTES.filter(({ capability }) => capability.name === name)
  const isTool = toolsets.some(({ tools }) => tools.some((tool) => tool.name === name))
  const [, constant = ''] =
    new RegExp(`const (\\w+) = capability\\(\\{\\s*name: '${name}'`).exec(fileAt(path).text) ?? []
  const tests = new Set([
    ...routes.flatMap(testsOfRoute),
    ...(isTool ? testsNaming(name) : []),
    ...(constant === '' ? [] : testsNaming(constant)),
  ])
  return {
    name,
    path,
    doors: [
      ...routes.map(({ method, path: place }) => `\`${method.toUpperCase()} ${place}\``),
      ...(isTool ? ['tool'] : []),
      ...(constant === '' ? [] : commandsOf(constant)).map((command) => `command \`${command}\``),
    ],
    tests: [...tests],
  }
}

const MOST_TESTS = 3

/** Returns one table for each room, as `docs/capabilities.md` shows them. */
export function capabilitiesTables(): string {
  const byRoom = Map.groupBy(capabilities(), ({ path }) => path.split('/')[2] ?? '')
  return Object.keys(MAIN_FILES)
    .flatMap((room) => {
      const shown = byRoom.get(room)
      return shown === undefined ? [] : [`## ${room}\n\n${table(room, shown)}`]
    })
    .join('\n\n')
}

function table(room: string, shown: readonly Shown[]): string {
  const rows = shown.map(({ name, path, doors, tests }) => [
    `\`${name}\``,
    `\`${path.replace(`src/core/${room}/`, '')}\``,
    doors.join(', '),
    nearest(room, tests),
  ])
  return [['capability', 'file', 'doors', 'tests'], ['---', '---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

/** Returns the nearest test: those of the room first, then those that go through a door. */
function nearest(room: string, tests: readonly string[]): string {
  const place = (name: string): number =>
    [`api/${room}/`, `mcp/${room}/`, `core/${room}/`, 'api/', 'mcp/', 'core/', ''].findIndex((folder) =>
      name.startsWith(folder),
    )
  const sorted = tests.toSorted((one, other) => place(one) - place(other))
  const shown = sorted.slice(0, MOST_TESTS).map((name) => `\`${name}\``)
  return [...shown, ...(sorted.length > MOST_TESTS ? ['…'] : [])].join(', ')
}
