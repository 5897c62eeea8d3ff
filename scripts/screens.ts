import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** `npm run screens [FOLDER]`: every screen of the web door as pictures, with a page that shows them all. */

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean' }, only: { type: 'string' } },
})
if (values.help === true) {
  console.log(
    'npm run screens [FOLDER] [-- --only TEXT]: takes a picture of every screen, empty and full, light, dark, at 360 px and in German.',
  )
} else {
  const { takePictures } = await import('./support/screen-pictures.ts')
  const folder = positionals[0] ?? 'screens'
  await mkdir(folder, { recursive: true })
  const count = await takePictures(folder, values.only ?? '')
  console.log(`${count} pictures: ${join(folder, 'index.html')}`)
}
