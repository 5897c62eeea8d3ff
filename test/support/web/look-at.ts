import type { BrowserContext } from 'playwright-core'
import * as checks from './browser-checks.ts'

/** The widths of a phone and of a desk. */
export const WIDTHS = [1440, 360] as const
const HEIGHT = 900

export interface Looked {
  /** Sentences of what is wrong; none is good. */
  wrong: string[]
  bytes: number
  requests: number
}

/** Bars of a first load: with a chart, and without. */
const HEAVIEST_BYTES = { plain: 50_000, chart: 75_000 }
const MOST_REQUESTS = 9

/**
 * Loads a screen once, cold, and looks at it on a desk and a phone, in light and dark: what axe-core finds, what the policy
 * blocks, what the browser complains of, what scrolls sideways, what is too small to hit, and what it weighs.
 */
export async function lookAt(context: BrowserContext, address: string): Promise<Looked> {
  const page = await context.newPage()
  try {
    const complaints = checks.complaints(page)
    const weight = await checks.weigh(page)
    const response = await page.goto(address)
    const wrong: string[] = []
    const note = (where: string, found: readonly string[]) => void wrong.push(...found.map((one) => `${where}: ${one}`))
    if (response === null || response.status() >= 400) note('load', [`answered ${response?.status()}`])
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const where = `${width} px, ${colorScheme}`
        note(where, await checks.axeViolations(page, colorScheme === 'light' ? 'all' : 'colours'))
        if (colorScheme === 'light') note(where, await checks.sidewaysScroll(page))
      }
    }
    note('360 px', await checks.smallTargets(page))
    note('load', await complaints())
    const { bytes, requests, parts } = weight()
    const most = HEAVIEST_BYTES[parts.some((part) => part.includes('chart')) ? 'chart' : 'plain']
    if (bytes > most || requests > MOST_REQUESTS)
      note('load', [`${bytes} bytes, ${requests} requests: ${parts.join(', ')}`])
    return { wrong, bytes, requests }
  } finally {
    await page.close()
  }
}

/** What is missing on a screen whose scripts do not run: a heading, or something that can be used. */
export async function lookWithoutScripts(context: BrowserContext, address: string): Promise<string[]> {
  const page = await context.newPage()
  try {
    await page.goto(address)
    const headings = await page.locator('h1:visible').count()
    return [...(headings === 1 ? [] : [`${headings} headings`]), ...(await checks.deadControls(page))]
  } finally {
    await page.close()
  }
}

/** What does not fit when words are longer. The context is that of a German phone. */
export async function lookInGerman(context: BrowserContext, address: string): Promise<string[]> {
  const page = await context.newPage()
  try {
    await page.goto(address)
    const language = await page.locator('html').getAttribute('lang')
    const wrong = language === 'de' ? [] : [`it speaks ${language}`]
    return [...wrong, ...(await checks.sidewaysScroll(page)), ...(await checks.smallTargets(page))]
  } finally {
    await page.close()
  }
}
