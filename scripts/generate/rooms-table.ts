/** `npm run docs:rooms`: writes the tables of docs/architecture.md and docs/capabilities.md from the source. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { capabilitiesTables } from '../../test/house/capabilities-page.ts'
import { roomsTable } from '../../test/house/rooms-page.ts'
import { ROOT } from '../../test/house/source-files.ts'

const PLACE = /(<!-- rooms: .*? -->)[^]*(<!-- end of rooms -->)/

write('docs/architecture.md', roomsTable())
write('docs/capabilities.md', capabilitiesTables())

function write(page: string, tables: string): void {
  const path = join(ROOT, page)
  const text = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    text.replace(PLACE, (_, begin: string, end: string) => `${begin}\n\n${tables}\n\n${end}`),
  )
  execFileSync('npx', ['oxfmt', path], { cwd: ROOT, stdio: 'inherit' })
}
