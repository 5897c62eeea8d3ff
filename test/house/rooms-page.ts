import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileAt, filesBelow, ROOT } from './source-files.ts'

const CORE = 'src/core'

/** The file of each room of `src/core` whose first line says what the room is for. */
export const MAIN_FILES: Readonly<Record<string, string>> = {
  capability: 'capability.ts',
  accounts: 'accounts.ts',
  logins: 'sign-in.ts',
  apps: 'apps.ts',
  billing: 'credits.ts',
  optouts: 'optouts.ts',
  fields: 'name-field.ts',
  crawl: 'crawl-domain.ts',
  changes: 'list-changes.ts',
  search: 'domain-search.ts',
  verify: 'verify-email.ts',
  discover: 'discover.ts',
  dmarc: 'keep-report.ts',
  enrich: 'enrich-company.ts',
  research: 'research-company.ts',
  leads: 'leads.ts',
  campaigns: 'campaigns.ts',
  answers: 'mailbox-reading.ts',
  guard: 'send-guard.ts',
  notices: 'send-notices.ts',
  conversations: 'conversations.ts',
  mailboxes: 'mailboxes.ts',
  grants: 'mail-providers.ts',
  connects: 'mailbox-connects.ts',
  webhooks: 'webhooks.ts',
  data: 'import-archives.ts',
  operate: 'doctor.ts',
}

/** Returns the purpose of a room, from the first line of its main file, or null if there is none. */
export function purposeOf(room: string): string | null {
  const [, purpose = null] = /^\/\*\* (.+) \*\/\n/.exec(fileAt(`${CORE}/${room}/${MAIN_FILES[room]}`).text) ?? []
  return purpose
}

/** Returns the table room → core → db → doors → tests, as `docs/architecture.md` shows it. */
export function roomsTable(): string {
  const rows = Object.keys(MAIN_FILES).map((room) => [
    `\`${room}\``,
    purposeOf(room) ?? '',
    shown(folders([`${CORE}/${room}`, `src/db/${room}`, `tools/${room}`])),
    shown(doorsOf(room)),
    shown(testsOf(room)),
  ])
  return [['room', 'what', 'folders', 'doors', 'tests'], ['---', '---', '---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

/** The tests of rooms that are tested only through others. */
const SHOWN_THROUGH: Readonly<Record<string, readonly string[]>> = {
  capability: ['test/api/door'],
  apps: ['test/oauth'],
  fields: ['test/api/door/bad-input.test.ts'],
  notices: ['test/core/guard/guarded-sending.test.ts', 'test/core/grants/sending-with-tokens.test.ts'],
}

/** Returns the folders of a room's tests, or the tests of the rooms that use it. */
export const testsOf = (room: string): string[] =>
  folders([`test/core/${room}`, `test/api/${room}`, `test/mcp/${room}`, ...(SHOWN_THROUGH[room] ?? [])])

/** Returns the files of doors that call this room more than any other. */
function doorsOf(room: string): string[] {
  return ['src/api', 'src/cli'].flatMap(filesBelow).filter((path) => mostUsed(path) === room)
}

function mostUsed(path: string): string | null {
  const rooms = fileAt(path)
    .imports.map(({ target }) => target)
    .filter((target) => target.startsWith(`${CORE}/`))
    .map((target) => target.split('/')[2] ?? '')
    .filter((room) => room !== 'capability')
  const counted = [...Map.groupBy(rooms, (room) => room)].toSorted(([, a], [, b]) => b.length - a.length)
  return counted[0]?.[0] ?? null
}

const folders = (paths: readonly string[]): string[] => paths.filter((path) => existsSync(join(ROOT, path)))
const shown = (paths: readonly string[]): string => paths.map((path) => `\`${path}\``).join(', ')
