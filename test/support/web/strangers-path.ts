import type { Locator, Page } from 'playwright-core'
import { arriveAt } from './browser.ts'

/** How a person works: with a pointer, or with only the keyboard. */
export interface Hands {
  /** Presses a button or a link, or ticks a box. */
  press: (on: Locator) => Promise<void>
  write: (into: Locator, text: string) => Promise<void>
  /** Returns how often something was pressed. */
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

/** Tab until the element has the focus, then Enter, or Space for a checkbox. */
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
  /** All people on the page with one button, or five of them one by one. */
  tick: 'page' | 'one by one'
}

/** From a typed domain to five people who are verified, on a list and in a draft. */
export const MOST_CLICKS = 12

/** The ways through, and how often each of them needs a press. */
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
 * Does what a first-time user does: types a domain, verifies five people, saves them to a list, and keeps a draft to
 * them. It begins at the home page of a signed-in user, in any language.
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

/** Waits until nothing is running any more, and the wanted number is on a completely loaded page. */
async function settled(page: Page, wanted: string, count: number): Promise<void> {
  const isSettled = `document.readyState === 'complete'
    && document.querySelectorAll('${wanted}').length >= ${count}
    && document.querySelector('#live [role=status] progress') === null`
  // Where people may be selecting, pages without a script are loaded again by their readers, not automatically.
  const newest = page.locator('main > .unscripted > a:visible')
  // While another page is loading, there is none to ask.
  for (;;) {
    if (await page.evaluate<boolean>(isSettled).catch(() => false)) return
    if ((await newest.count()) > 0) await newest.click().catch(() => {})
    await page.waitForTimeout(BETWEEN_LOOKS_MS)
  }
}
