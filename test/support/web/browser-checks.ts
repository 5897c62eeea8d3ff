import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'

/** Checks of a screen in a real browser. They return sentences for people, or nothing if all is well. */

/** Stripping the comments halves the time to load it. */
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** WCAG 2.2 A and AA, and axe-core's best practices. */
const ALL_RULES = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  rules: { 'target-size': { enabled: true } },
}

/** Rules about colours: the only ones that a second theme of the same page can break. */
const COLOUR_RULES = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }

/** Only violations, with their HTML. Styles are part of the page, so nothing has to be fetched again. */
const SHORT = { resultTypes: ['violations'], selectors: false, preload: false }

interface Violation {
  id: string
  help: string
  nodes: { html: string; any: { message: string }[] }[]
}

/**
 * Returns what axe-core finds. It is injected as a debugger would, which no policy of a page can prevent.
 * @param rules `colours` for only those that another theme can break
 */
export async function axeViolations(page: Pick<Page, 'evaluate'>, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE)
  const options = JSON.stringify({ ...(rules === 'all' ? ALL_RULES : COLOUR_RULES), ...SHORT })
  const violations = await page.evaluate<Violation[]>(`axe.run(${options}).then(({ violations }) => violations)`)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${any[0]?.message ?? help}: ${html.slice(0, 200)}`),
  )
}

/**
 * Returns a function that adds axe-core to the current page of a window: the engine caches the compiled code for later
 * pages, which it does not do for what Playwright evaluates.
 */
export async function axeFor(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  return async () => void (await session.send('Runtime.evaluate', { expression: `${AXE};0` }))
}

/** Returns what makes the page itself wider than its window. */
export const sidewaysScroll = (page: Page): Promise<string[]> => page.evaluate('quarryLooks.sidewaysScroll()')

/** Returns targets that are too small (WCAG 2.2, 2.5.8). */
export const smallTargets = (page: Page): Promise<string[]> => page.evaluate('quarryLooks.smallTargets()')

/** Returns what something else covers when the focus comes to it (WCAG 2.2, 2.4.11). */
export const coveredFocus = (page: Page): Promise<string[]> => page.evaluate('quarryLooks.coveredFocus()')

/** Returns what only browsers without scripts should show, in one that has them. */
export const needless = (page: Page): Promise<string[]> => page.evaluate('quarryLooks.needless()')

/** Returns words of ours in the middle of which a line ends. */
export const brokenWords = (page: Page): Promise<string[]> => page.evaluate('quarryLooks.brokenWords()')

/** Returns what is wrong without scripts, on a phone in German, all at one moment, because pages may reload themselves. */
export const withoutScripts = (page: Page): Promise<string[]> => page.evaluate('quarryLooks.withoutScripts()')

/** Whether a page reloads itself after a while, without scripts. */
export const comesAgain = (page: Page): Promise<boolean> =>
  page.evaluate('document.querySelector("meta[http-equiv=refresh i]") !== null')

/** Adds what the checks above need to the pages of a context; call it before the first page. */
export async function prepareLooks(context: BrowserContext): Promise<void> {
  await context.addInitScript({ path: join(import.meta.dirname, 'page-looks.js') })
}

/**
 * Collects what goes wrong in a window from now on: violations of the policy, and other errors that the browser
 * reports.
 * @returns what has been collected since the last call
 */
export function complaints(page: Page): () => Promise<string[]> {
  const said: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => void said.push(`script: ${error.message}`))
  return async () => {
    const violations = await page.evaluate<string[]>('quarryLooks.violations.splice(0)')
    return [...violations.map((one) => `policy: ${one}`), ...said.splice(0)]
  }
}

export interface Weight {
  /** As transferred over the network, with headers. */
  bytes: number
  requests: number
  /** Largest first. */
  parts: string[]
}

/**
 * Measures what each page in a window loads from now on, without a cache.
 * @returns the total so far
 */
export async function weigh(page: Page): Promise<() => Weight> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const loads = new Map<string, { url: string; bytes: number }>()
  session.on('Network.requestWillBeSent', ({ requestId, loaderId, request }) => {
    if (requestId === loaderId) loads.clear() // a new page
    if (!request.url.startsWith('data:')) loads.set(requestId, { url: new URL(request.url).pathname, bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const load = loads.get(requestId)
    if (load !== undefined) load.bytes = encodedDataLength
  })
  return () => {
    const parts = [...loads.values()].toSorted((one, other) => other.bytes - one.bytes)
    return {
      bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
      requests: parts.length,
      parts: parts.map(({ url, bytes }) => `${bytes} ${url}`),
    }
  }
}

export interface Paint {
  largestPaintMs: number
  /** Cumulative, without a unit. */
  layoutShift: number
  /** The time of tasks beyond their first 50 ms. */
  blockedMs: number
}

/** Measures how a page is painted on a processor four times slower than this one. */
export async function paintOnSlowProcessor(context: BrowserContext, path: string): Promise<Paint> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(path, { waitUntil: 'networkidle' })
  const paint = await page.evaluate<Paint>('quarryLooks.paint')
  await page.close()
  return paint
}
