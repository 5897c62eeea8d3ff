import type { Locator, Page } from 'playwright-core'
import { arriveAt } from './browser.ts'

/** How somebody works: with a pointer, or with keys alone. */
export interface Hands {
  /** Presses a button or a link, or ticks a box. */
  press: (on: Locator) => Promise<void>
  write: (into: Locator, text: string) => Promise<void>
  /** How often something was pressed. */
  presses: () => number
}

export function pointer(): Hands {
  let count = 0
  return {
    press: async (on) => {
      count += 1
      await on.click()
    },
    write: async (into, text) => into.fill(text),
    presses: () => count,
  }
}

/** More stops than any screen has. */
const MOST_TABS = 200

/** Tab until something has the focus, then Enter, or Space for a box. */
export function keyboard(page: Page): Hands {
  let count = 0
  const reach = async (wanted: Locator): Promise<void> => {
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      if (await wanted.evaluate((element) => element.matches(':focus'))) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not lead to ${String(wanted)}.`)
  }
  return {
    press: async (on) => {
      await reach(on)
      count += 1
      await page.keyboard.press((await on.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter')
    },
    write: async (into, text) => {
      await reach(into)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    presses: () => count,
  }
}

export interface StrangersPath {
  domain: string
  list: string
  /** All of the page with one button, or five people one by one. */
  tick: 'page' | 'one by one'
}

/** From a typed domain to five people, checked, in a list and in a draft. */
export const MOST_CLICKS = 12

/** How strangers come, and how often each of them has to press something. */
export const STRANGERS_WAYS = {
  'with a pointer': { tick: 'page', clicks: 7 },
  'with a pointer, one by one': { tick: 'one by one', clicks: 11 },
  'without scripts': { tick: 'one by one', clicks: 11, script: false },
  'with keys alone': { tick: 'one by one', clicks: 11, keys: true },
  'in German, on a phone': { tick: 'page', clicks: 7, language: 'de-DE', width: 360 },
} as const

const FIVE = 5
const BETWEEN_LOOKS_MS = 50

/**
 * What somebody does who has never seen Quarry: a domain is typed, five people are checked and saved to a list, and a draft
 * to them is kept. Begins at the home page of somebody signed in, whatever the language.
 * @returns the path of the draft
 */
export async function walkStrangersPath(
  page: Page,
  hands: Hands,
  { domain, list, tick }: StrangersPath,
): Promise<string> {
  const { press, write } = hands
  const company = `/app/companies/${domain}`
  await page.goto('/app')
  await write(page.locator('main input[name=q]'), domain)
  await press(page.locator('main form[role=search] button'))
  await arriveAt(page, company)
  await settled(page, '#ticks tr', FIVE)
  const boxes = page.locator('#ticks input[type=checkbox]')
  if (tick === 'page') await press(page.locator('[data-tick-page]:visible, .bulk a.unscripted:visible'))
  else for (let at = 0; at < FIVE; at += 1) await press(boxes.nth(at))
  await press(page.locator('.bulk button[name=once]'))
  await page.waitForURL(({ searchParams }) => searchParams.has('check'))
  await settled(page, '#ticks .chip[data-status=valid]', FIVE)
  await press(page.locator('.bulk [formaction="/app/save"]'))
  await arriveAt(page, '/app/save')
  await write(page.locator('input[name=leads_list_name]'), list)
  await press(page.locator('main form button:not([type=button])').first())
  await arriveAt(page, company)
  await press(page.locator('.bulk [formaction="/app/write"]'))
  await arriveAt(page, '/app/write')
  await press(page.locator('main form button:not([type=button])').first())
  await page.waitForURL(/\/app\/campaigns\/\d+\/write/)
  return new URL(page.url()).pathname
}

/** Waits until nothing runs any more, and there are as many as wanted: on one page, which has come as a whole. */
async function settled(page: Page, wanted: string, count: number): Promise<void> {
  const isSettled = `document.readyState === 'complete'
    && document.querySelectorAll('${wanted}').length >= ${count}
    && document.querySelector('#live [role=status] progress') === null`
  // While another page comes, there is none to ask.
  for (;;) {
    if (await page.evaluate<boolean>(isSettled).catch(() => false)) return
    await page.waitForTimeout(BETWEEN_LOOKS_MS)
  }
}
