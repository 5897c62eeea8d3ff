import type { BrowserContext, Page } from 'playwright-core'
import * as checks from './browser-checks.ts'

const HEIGHT = 900

/** One way to look at a page: its width, its theme, and which rules of axe-core can find something new. */
interface Look {
  width: number
  theme: 'light' | 'dark'
  rules: 'all' | 'colours'
}

// This order needs the fewest changes between looks.
const DESK: Look = { width: 1440, theme: 'light', rules: 'all' }
const DARK_DESK: Look = { width: 1440, theme: 'dark', rules: 'colours' }
const PHONE: Look = { width: 360, theme: 'light', rules: 'all' }
const DARK_PHONE: Look = { width: 360, theme: 'dark', rules: 'colours' }

/** A computer and a phone, in light and dark. */
const EVERY_LOOK: readonly Look[] = [DESK, DARK_DESK, DARK_PHONE, PHONE]
/** The looks that find nearly everything, in half the time. */
export const FEW_LOOKS: readonly Look[] = [DARK_DESK, PHONE]

/** What was found on a screen: sentences about what is wrong, by the check that found them. */
export interface Looked {
  axe: string[]
  /** The policy blocked something, or the browser reported an error. */
  complaints: string[]
  /** The page scrolls sideways, a target is too small, something covers what has the focus, or it is not meant for this browser. */
  fit: string[]
  /** The page did not load, or was too heavy. */
  load: string[]
  bytes: number
  requests: number
  hasChart: boolean
}

/** Limits for the first load: with a chart, and without. */
export const HEAVIEST_BYTES = { plain: 50_000, chart: 75_000 } as const
export const MOST_REQUESTS = 9

/** Loads a screen once, without a cache, and checks it. */
export async function lookAt(
  context: BrowserContext,
  address: string,
  looks: readonly Look[] = EVERY_LOOK,
): Promise<Looked> {
  const page = await pageOf(context)
  const { complaints, weight, bringAxe } = await watch(page)
  const [first] = looks
  if (first !== undefined) await show(page, first)
  const status = (await page.goto(address))?.status() ?? 0
  await bringAxe()
  const needless = (await checks.needless(page)).map((one) => `Only for browsers without scripts: ${one}`)
  const [axe, fit] = [new Set<string>(), new Set(needless)]
  for (const look of looks) {
    const { width, theme, rules } = look
    if (look !== first) await show(page, look)
    const where = (found: string) => `${width} px, ${theme}: ${found}`
    for (const one of await checks.axeViolations(page, rules)) axe.add(where(one))
    for (const one of await checks.sidewaysScroll(page)) fit.add(where(one))
    if (rules === 'all') for (const one of await checks.coveredFocus(page)) fit.add(where(one))
    if (width === PHONE.width) for (const one of await checks.smallTargets(page)) fit.add(one)
  }
  const { bytes, requests, parts } = weight()
  const hasChart = parts.some((part) => part.includes('/chart.'))
  const most = HEAVIEST_BYTES[hasChart ? 'chart' : 'plain']
  const load = [
    ...(status >= 200 && status < 300 ? [] : [`It answered ${status}.`]),
    ...(bytes > most || requests > MOST_REQUESTS ? [`${bytes} bytes, ${requests} requests: ${parts.join(', ')}`] : []),
  ]
  return { axe: [...axe], complaints: await complaints(), fit: [...fit], load, bytes, requests, hasChart }
}

async function show(page: Page, { width, theme }: Look): Promise<void> {
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: HEIGHT })
  await page.emulateMedia({ colorScheme: theme })
}

/** Returns everything that is wrong. */
export const wrongOf = ({ axe, complaints, fit, load }: Looked): string[] => [...load, ...complaints, ...axe, ...fit]

/**
 * Checks a screen without scripts, where words are longer and the page is narrow. The context is that of a German phone
 * without scripts.
 */
export async function lookWithoutScripts(context: BrowserContext, address: string): Promise<string[]> {
  const page = await pageOf(context)
  await page.goto(address)
  const found = await checks.withoutScripts(page)
  // Pages that reload themselves would go on while the next ones are checked.
  if (await checks.comesAgain(page)) await page.goto('about:blank')
  return found
}

const pages = new WeakMap<BrowserContext, Promise<Page>>()

/** One page per context shows one screen after another, because a new page is a new process. It ends with the context. */
function pageOf(context: BrowserContext): Promise<Page> {
  const page = pages.get(context) ?? context.newPage()
  pages.set(context, page)
  return page
}

interface Watch {
  complaints: () => Promise<string[]>
  weight: () => checks.Weight
  bringAxe: () => Promise<void>
}

const watches = new WeakMap<Page, Watch>()

async function watch(page: Page): Promise<Watch> {
  const known = watches.get(page)
  if (known !== undefined) return known
  const begun = {
    complaints: checks.complaints(page),
    weight: await checks.weigh(page),
    bringAxe: await checks.axeFor(page),
  }
  watches.set(page, begun)
  return begun
}
