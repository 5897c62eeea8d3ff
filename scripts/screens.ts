import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * `npm run screens [FOLDER]`: every screen of the web door as pictures, with a page that shows them all. `npm run
 * screens -- --readme [FOLDER]`: the pictures of the README, small, written to docs/pictures or the folder.
 */

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean' }, only: { type: 'string' }, readme: { type: 'boolean' } },
})
if (values.help === true) {
  console.log(
    'npm run screens [FOLDER] [-- --only TEXT]: takes a picture of every screen, empty and full, light, dark, at 360 px and in German.\n' +
      "npm run screens -- --readme [FOLDER]: takes the README's pictures again, in docs/pictures.",
  )
} else if (values.readme === true) {
  const { takePicturesOfReadme } = await import('./support/readme-pictures.ts')
  const folder = positionals[0] ?? join(import.meta.dirname, '../docs/pictures')
  for (const { file, bytes } of await takePicturesOfReadme(folder)) console.log(`${join(folder, file)}: ${bytes} bytes`)
} else {
  const { takePictures } = await import('./support/screen-pictures.ts')
  const folder = positionals[0] ?? 'screens'
  await mkdir(folder, { recursive: true })
  const count = await takePictures(folder, values.only ?? '')
  console.log(`${count} pictures: ${join(folder, 'index.html')}`)
}
