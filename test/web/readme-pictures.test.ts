import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureReadme, README_PICTURES, README_WIDTH } from '../../scripts/support/readme-pictures.ts'
import { temporaryFolder } from '../../scripts/support/temporary-folder.ts'
import { startApp } from '../support/app.ts'
import { browser, browserTest } from '../support/web/use-browser.ts'

const ROOT = join(import.meta.dirname, '../..')
const PICTURES = join(ROOT, 'docs/pictures')
/** A README is read over slow connections too. */
const MOST_BYTES = 150_000
const NAMES = README_PICTURES.map(({ file }) => file)

/** Format, width, and whether it is small enough, by file name. */
async function picturesIn(folder: string) {
  const looks = (await readdir(folder)).map(async (file) => {
    const picture = await readFile(join(folder, file))
    const { format, width } = await sharp(picture).metadata()
    return [file, { format, width, isSmall: picture.length < MOST_BYTES }] as const
  })
  return Object.fromEntries(await Promise.all(looks))
}
const WANTED = Object.fromEntries(NAMES.map((file) => [file, { format: 'png', width: README_WIDTH, isSmall: true }]))

test('the README shows the pictures that can be taken again, and they are small', async () => {
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
  const shown = [...readme.matchAll(/!\[[^\]]+\]\(docs\/pictures\/([^)]+)\)/g)].map(([, file]) => file)
  expect(new Set(shown)).toEqual(new Set(NAMES))
  expect(await picturesIn(PICTURES)).toEqual(WANTED)
})

browserTest('the pictures of the README are taken under their names', async () => {
  await using app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  const folder = await temporaryFolder('quarry-readme-')
  await pictureReadme(folder, await browser(), app)
  expect(await picturesIn(folder)).toEqual(WANTED)
})
