import type { BrowserContext, Page } from 'playwright-core'
import * as checks from './browser-checks.ts'

const HEIGHT = 900

/** One way to look at a page: how wide, in which theme, and which rules of axe-core can find something new. */
interface Look {
  width: number
  theme: 'light' | 'dark'
  rules: 'all' | 'colours'
}

const DESK: Look = { width: 1440, theme: 'light', rules: 'all' }
const DARK_DESK: Look = { width: 1440, theme: 'dark', rules: 'colours' }
const PHONE: Look = { width: 360, theme: 'light', rules: 'all' }
const DARK_PHONE: Look = { width: 360, theme: 'dark', rules: 'colours' }

/** On a desk and a phone, in light and dark. */
export const EVERY_LOOK: readonly Look[] = [DESK, DARK_DESK, PHONE, DARK_PHONE]
/** What finds nearly all of it, for screens that are looked at in another state, too. */
export const FEW_LOOKS: readonly Look[] = [DARK_DESK, PHONE]

/** What was found on a screen: sentences of what is wrong, by what found them. */
export interface Looked {
  axe: string[]
  /** The policy blocked something, or the browser complained. */
  complaints: string[]
  /** It scrolls sideways, or something is too small to hit. */
  fit: string[]
  /** It did not come, or was too heavy. */
  load: string[]
  bytes: number
  requests: number
  hasChart: boolean
}

/** Bars of a first load: with a chart, and without. */
export const HEAVIEST_BYTES = { plain: 50_000, chart: 75_000 } as const
export const MOST_REQUESTS = 9

/** Loads a screen once, cold, and looks at it. */
export async function lookAt(
  context: BrowserContext,
  address: string,
  looks: readonly Look[] = EVERY_LOOK,
): Promise<Looked> {
  return onPage(context, async (page) => {
    const complaints = checks.complaints(page)
    const weight = await checks.weigh(page)
    const status = (await page.goto(address))?.status() ?? 0
    const [axe, fit] = [new Set<string>(), new Set<string>()]
    for (const { width, theme, rules } of looks) {
      await page.setViewportSize({ width, height: HEIGHT })
      await page.emulateMedia({ colorScheme: theme })
      const where = (found: string) => `${width} px, ${theme}: ${found}`
      for (const one of await checks.axeViolations(page, rules)) axe.add(where(one))
      for (const one of await checks.sidewaysScroll(page)) fit.add(where(one))
      if (width === PHONE.width) for (const one of await checks.smallTargets(page)) fit.add(one)
    }
    const { bytes, requests, parts } = weight()
    const hasChart = parts.some((part) => part.includes('/chart.'))
    const most = HEAVIEST_BYTES[hasChart ? 'chart' : 'plain']
    const load = [
      ...(status >= 200 && status < 300 ? [] : [`It answered ${status}.`]),
      ...(bytes > most || requests > MOST_REQUESTS
        ? [`${bytes} bytes, ${requests} requests: ${parts.join(', ')}`]
        : []),
    ]
    return { axe: [...axe], complaints: await complaints(), fit: [...fit], load, bytes, requests, hasChart }
  })
}

/** All that is wrong. */
export const wrongOf = ({ axe, complaints, fit, load }: Looked): string[] => [...load, ...complaints, ...axe, ...fit]

/**
 * Looks at a screen whose scripts do not run, where words are longer and the page narrow: there is one heading, what can be
 * seen can be used, and nothing sticks out. The context is that of a German phone without scripts.
 */
export async function lookWithoutScripts(context: BrowserContext, address: string): Promise<string[]> {
  return onPage(context, async (page) => {
    await page.goto(address)
    const [headings, language] = [
      await page.locator('h1:visible').count(),
      await page.locator('html').getAttribute('lang'),
    ]
    return [
      ...(headings === 1 ? [] : [`It has ${headings} headings.`]),
      ...(language === 'de' ? [] : [`It speaks ${language}.`]),
      ...(await checks.deadControls(page)).map((one) => `It does nothing: ${one}`),
      ...(await checks.sidewaysScroll(page)),
      ...(await checks.smallTargets(page)),
    ]
  })
}

async function onPage<Found>(context: BrowserContext, look: (page: Page) => Promise<Found>): Promise<Found> {
  const page = await context.newPage()
  try {
    return await look(page)
  } finally {
    await page.close()
  }
}
