import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launchBrowser, openContext } from '../../test/support/web/browser.ts'
import type { Browser } from '../../test/support/web/browser.ts'
import { SCREEN_STATES, screensIn } from '../../test/support/web/screen-states.ts'
import type { ScreenState } from '../../test/support/web/screen-states.ts'
import { addressOf } from '../../test/support/web/screens.ts'
import { fillAccount } from '../../test/support/web/full-account.ts'
import { giveOwnRecords } from '../../test/support/web/own-records.ts'
import type { PathValues } from '../../test/support/web/full-account.ts'
import type { ShownScreen } from '../../test/support/web/screens.ts'
import { cookiesOf, webVisitor } from '../../test/support/web/web-visitor.ts'
import { startScreenQuarry } from './screen-quarry.ts'
import type { ScreenQuarry } from './screen-quarry.ts'

/** Each screen is taken in four ways. */
const VARIANTS = [
  { variant: 'light', width: 1440, theme: 'light', language: 'en' },
  { variant: 'dark', width: 1440, theme: 'dark', language: 'en' },
  { variant: 'phone', width: 360, theme: 'light', language: 'en' },
  { variant: 'german', width: 360, theme: 'dark', language: 'de' },
] as const
type Variant = (typeof VARIANTS)[number]

/** In pixels; a longer page is cut. */
const HEIGHTS = { least: 640, most: 8_000 }

interface Picture {
  screen: string
  state: ScreenState
  variant: string
  file: string
}

/**
 * Takes full-height pictures of every screen whose name contains the text.
 *
 * @returns how many
 */
export async function takePictures(folder: string, only: string): Promise<number> {
  const pictures: Picture[] = []
  await using browser = await launchBrowser()
  for (const state of SCREEN_STATES) {
    const screens = screensIn(state).filter(({ name }) => name.includes(only))
    if (screens.length === 0) continue
    await using quarry = await startScreenQuarry()
    const ids = state === 'full' ? await fillAccount(quarry) : {}
    for (const variant of VARIANTS)
      pictures.push(...(await takeVariant(folder, { browser, quarry, ids, screens, state, variant })))
  }
  await writeFile(join(folder, 'index.html'), indexOf(pictures))
  return pictures.length
}

interface Taking {
  browser: Browser
  quarry: ScreenQuarry
  /** Records to look at, by kind; see `addressOf`. */
  ids: PathValues
  screens: readonly ShownScreen[]
  state: ScreenState
  variant: Variant
}

async function takeVariant(
  folder: string,
  { browser, quarry, ids, screens, state, variant }: Taking,
): Promise<Picture[]> {
  const { width, theme, language } = variant
  const look = { origin: quarry.origin, width, theme, language }
  const email = `maya.${variant.variant}@studio.example`
  const visitor = state === 'new' ? null : await webVisitor(quarry, { operator: true, language, email })
  if (state === 'full' && visitor !== null) await giveOwnRecords(quarry.context, visitor)
  const signedIn = visitor === null ? [] : cookiesOf(visitor.cookie)
  await using strangers = await openContext(browser, look)
  await using people = await openContext(browser, { ...look, cookies: signedIn })
  const pictures: Picture[] = []
  for (const shown of screens) {
    const file = `${shown.name}.${state}.${variant.variant}.png`
    const page = await (shown.who === 'signed in' ? people : strangers).newPage()
    const response = await page.goto(addressOf(shown, ids))
    if (response !== null && response.status() >= 400)
      console.log(`${shown.path} (${state}) answered ${response.status()}.`)
    const height = await page.evaluate<number>('document.documentElement.scrollHeight')
    await page.setViewportSize({ width, height: Math.min(Math.max(height, HEIGHTS.least), HEIGHTS.most) }) // sticky elements then stick to the edge of the page
    await page.screenshot({ path: join(folder, file) })
    await page.close()
    pictures.push({ screen: shown.name, state, variant: variant.variant, file })
  }
  return pictures
}

/** A page with all pictures, with a row for each screen and state. */
function indexOf(pictures: readonly Picture[]): string {
  const rows = Map.groupBy(pictures, ({ screen, state }) => `${screen}, ${state}`)
  const cells = (row: readonly Picture[]) =>
    row
      .map(
        ({ file, variant }) =>
          `<figure><a href="${file}"><img loading="lazy" src="${file}" alt=""></a><figcaption>${variant}</figcaption></figure>`,
      )
      .join('')
  const sections = [...rows]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, row]) => `<section><h2>${name}</h2>${cells(row)}</section>`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens of Quarry</title>
<style>body{font:14px system-ui;margin:2rem;background:#888}section{overflow-x:auto;white-space:nowrap}figure{display:inline-block;margin:0 1rem 1rem 0;vertical-align:top}img{height:420px}</style>
<h1>${pictures.length} pictures</h1>${sections.join('\n')}</html>
`
}
