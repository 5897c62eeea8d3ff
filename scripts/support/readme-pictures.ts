import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { launchBrowser, openContext } from '../../test/support/web/browser.ts'
import type { Browser } from '../../test/support/web/browser.ts'
import { fillAccount } from '../../test/support/web/full-account.ts'
import { addressOf, SHOWN_SCREENS } from '../../test/support/web/screens.ts'
import { cookiesOf, webVisitor } from '../../test/support/web/web-visitor.ts'
import { startScreenQuarry } from './screen-quarry.ts'
import type { ScreenQuarry } from './screen-quarry.ts'

/** CSS pixels, and those of the pictures. */
const WINDOW = 1_440
export const README_WIDTH = 1_200
/** Taken this many times as large: at their own size, letters would be spaced unevenly. */
const SHARPNESS = 2

/** What the README shows: a company, one of its people in dark mode, and a draft with its preview. */
export const README_PICTURES = [
  { file: 'company.png', path: '/companies/:domain', isOpened: false, theme: 'light', height: 990 },
  { file: 'person.png', path: '/companies/:domain', isOpened: true, theme: 'dark', height: 960 },
  { file: 'campaign.png', path: '/campaigns/:id/write', isOpened: false, theme: 'light', height: 900 },
] as const

interface Taken {
  file: string
  bytes: number
}

/** Takes them of invented companies, in a separate Quarry. */
export async function takePicturesOfReadme(folder: string): Promise<Taken[]> {
  await using browser = await launchBrowser()
  await using quarry = await startScreenQuarry()
  return await pictureReadme(folder, browser, quarry)
}

/** Takes them in a Quarry whose first account is still empty. */
export async function pictureReadme(
  folder: string,
  browser: Browser,
  quarry: Pick<ScreenQuarry, 'context' | 'origin' | 'key'>,
): Promise<Taken[]> {
  await mkdir(folder, { recursive: true })
  const ids = await fillAccount(quarry)
  const { cookie } = await webVisitor(quarry, { operator: true, email: 'maya@studio.example' })
  const taken: Taken[] = []
  for (const { file, path, isOpened, theme, height } of README_PICTURES) {
    const shown = SHOWN_SCREENS.find((screen) => screen.path === path && (screen.query !== '') === isOpened)
    if (shown === undefined) throw new Error(`There is no screen ${path}.`)
    const look = { origin: quarry.origin, cookies: cookiesOf(cookie), theme, width: WINDOW }
    await using context = await openContext(browser, { ...look, scale: SHARPNESS })
    const page = await context.newPage()
    await page.setViewportSize({ width: WINDOW, height })
    await page.goto(addressOf(shown, ids))
    const picture = await sharp(await page.screenshot())
      .resize({ width: README_WIDTH })
      .png({ palette: true, effort: 10 })
      .toBuffer()
    await writeFile(join(folder, file), picture)
    taken.push({ file, bytes: picture.length })
  }
  return taken
}
