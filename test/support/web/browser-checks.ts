import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'

/** What is looked at on a screen, with a real browser. Checks answer with sentences for people: none is good. */

/** Without its comments, it is read in half the time. */
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** WCAG 2.2 A and AA, and what axe-core calls best practice. */
const ALL_RULES = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  rules: { 'target-size': { enabled: true } },
}

/** What depends on colours: all that a second theme of the same page can break. */
const COLOUR_RULES = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }

/** Nothing but violations, by their HTML. Styles are of the page itself: none has to be fetched again. */
const SHORT = { resultTypes: ['violations'], selectors: false, preload: false }

interface Violation {
  id: string
  help: string
  nodes: { html: string; any: { message: string }[] }[]
}

/**
 * What axe-core finds. It is injected as a debugger would, which no policy of a page stops.
 *
 * @param rules `colours`: only those that another theme can break.
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
 * Puts axe-core into each page that a window shows, when it is asked to: the engine keeps what it compiled for the pages that
 * come after, which it does not for what Playwright evaluates.
 */
export async function axeFor(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  return async () => void (await session.send('Runtime.evaluate', { expression: `${AXE};0` }))
}

/** What makes the page itself wider than its window. */
export const sidewaysScroll = (page: Page): Promise<string[]> => page.evaluate('quarryLooks.sidewaysScroll()')

/** Targets that are too small to hit (WCAG 2.2, 2.5.8). */
export const smallTargets = (page: Page): Promise<string[]> => page.evaluate('quarryLooks.smallTargets()')

/** What is wrong where scripts do not run, on a phone in German: as of one moment, since pages come again by themselves. */
export const withoutScripts = (page: Page): Promise<string[]> => page.evaluate('quarryLooks.withoutScripts()')

/** Whether a page loads itself again after a while, without scripts. */
export const comesAgain = (page: Page): Promise<boolean> =>
  page.evaluate('document.querySelector("meta[http-equiv=refresh i]") !== null')

/** Gives the pages of a context what the checks above ask. Before its first page. */
export async function prepareLooks(context: BrowserContext): Promise<void> {
  await context.addInitScript({ path: join(import.meta.dirname, 'page-looks.js') })
}

/**
 * Collects what goes wrong in a window from now on: violations of the policy, and whatever else the browser complains of.
 *
 * @returns what was said since the last call.
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
  /** As they came over the network, with headers. */
  bytes: number
  requests: number
  /** Largest first. */
  parts: string[]
}

/** Weighs what each page in a window loads from now on, without a cache. @returns what it came to so far. */
export async function weigh(page: Page): Promise<() => Weight> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const loads = new Map<string, { url: string; bytes: number }>()
  session.on('Network.requestWillBeSent', ({ requestId, loaderId, request }) => {
    if (requestId === loaderId) loads.clear() // another page
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
  /** Cumulative, without unit. */
  layoutShift: number
  /** Of tasks, beyond their first 50 ms. */
  blockedMs: number
}

/** How a page comes up on a processor four times slower than this one. */
export async function paintOnSlowProcessor(context: BrowserContext, path: string): Promise<Paint> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(path, { waitUntil: 'networkidle' })
  const paint = await page.evaluate<Paint>('quarryLooks.paint')
  await page.close()
  return paint
}
