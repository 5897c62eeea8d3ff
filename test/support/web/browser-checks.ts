import { join } from 'node:path'
import axe from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'

/** What is looked at on a screen, with a real browser. Checks answer with sentences for people: none is good. */

/** WCAG 2.2 A and AA, and what axe-core calls best practice. */
const ALL_RULES = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  rules: { 'target-size': { enabled: true } },
}

/** What depends on colours: all that a second theme of the same page can break. */
const COLOUR_RULES = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }

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
export async function axeViolations(page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source)
  const options = JSON.stringify({ ...(rules === 'all' ? ALL_RULES : COLOUR_RULES), resultTypes: ['violations'] })
  const violations = await page.evaluate<Violation[]>(`axe.run(${options}).then(({ violations }) => violations)`)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${any[0]?.message ?? help}: ${html.slice(0, 200)}`),
  )
}

/** What makes the page itself wider than its window. */
export const sidewaysScroll = (page: Page): Promise<string[]> => page.evaluate('quarryLooks.sidewaysScroll()')

/** Targets that are too small to hit (WCAG 2.2, 2.5.8). */
export const smallTargets = (page: Page): Promise<string[]> => page.evaluate('quarryLooks.smallTargets()')

/** What can be seen and used, and does nothing where scripts do not run. */
export const deadControls = (page: Page): Promise<string[]> => page.evaluate('quarryLooks.deadControls()')

/** Gives the pages of a context what the checks above ask. Before its first page. */
export async function prepareLooks(context: BrowserContext): Promise<void> {
  await context.addInitScript({ path: join(import.meta.dirname, 'page-looks.js') })
}

/**
 * Collects what goes wrong on a page from now on: violations of the policy, and whatever else the browser complains of.
 *
 * @returns what was said so far.
 */
export function complaints(page: Page): () => Promise<string[]> {
  const said: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => void said.push(`script: ${error.message}`))
  return async () => {
    const violations = await page.evaluate<string[]>('quarryLooks.violations')
    return [...violations.map((one) => `policy: ${one}`), ...said]
  }
}

export interface Weight {
  /** As they came over the network, with headers. */
  bytes: number
  requests: number
  /** Largest first. */
  parts: string[]
}

/** Weighs what a page loads from now on, without a cache. @returns what it came to so far. */
export async function weigh(page: Page): Promise<() => Weight> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const loads = new Map<string, { url: string; bytes: number }>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
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
