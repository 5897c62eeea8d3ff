/** `npm run docs:rooms`: writes the table of rooms in docs/architecture.md as the source has it. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { roomsTable } from '../../test/house/rooms-page.ts'
import { ROOT } from '../../test/house/source-files.ts'

const PAGE = join(ROOT, 'docs/architecture.md')
const PLACE = /(<!-- rooms: .*? -->)[^]*(<!-- end of rooms -->)/

const text = readFileSync(PAGE, 'utf8')
writeFileSync(
  PAGE,
  text.replace(PLACE, (_, begin: string, end: string) => `${begin}\n\n${roomsTable()}\n\n${end}`),
)
execFileSync('npx', ['oxfmt', PAGE], { cwd: ROOT, stdio: 'inherit' })
