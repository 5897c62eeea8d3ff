import { afterAll, beforeAll, describe, expect } from 'vitest'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { openContext } from '../support/web/browser.ts'
import { browser, browserTest, hasBrowser } from '../support/web/use-browser.ts'
import { cookiesOf, webVisitor } from '../support/web/web-visitor.ts'
import type { Visitor } from '../support/web/web-visitor.ts'

const SENTENCE = 'Its mail server has not been asked yet.'

/** The position of the first chip's sentence: its edges, in px relative to its container. */
const PLACE = `(() => {
  const { content, position, left, right } = getComputedStyle(document.querySelector('.chip'), '::after')
  return { content, position, left: parseFloat(left), right: parseFloat(right) }
})()`

interface Place {
  content: string
  position: string
  left: number
  right: number
}

describe('the sentence of a status', () => {
  let app: TestApp
  let maya: Visitor
  beforeAll(async () => {
    if (!hasBrowser) return
    app = await startApp()
    maya = await webVisitor(app)
    await app.post('/v2/leads', { email: 'jane.rivers@birch.example', first_name: 'Jane', last_name: 'Rivers' })
  })
  afterAll(async () => app?.[Symbol.asyncDispose]())

  for (const script of [true, false])
    browserTest(
      `opens by keyboard, completely visible on a phone, ${script ? 'with' : 'without'} scripts`,
      async () => {
        const look = { origin: app.origin, cookies: cookiesOf(maya.cookie), width: 360, script }
        await using context = await openContext(await browser(), look)
        const page = await context.newPage()
        await page.goto('/app/leads')
        expect((await page.evaluate<Place>(PLACE)).content).toBe('none')
        await page.keyboard.press('Tab')
        await page.locator('.chip').first().focus()
        const place = await page.evaluate<Place>(PLACE)
        expect(place.content).toBe(`"${SENTENCE}"`)
        expect(place.position).toBe('fixed')
        expect(Math.min(place.left, place.right)).toBeGreaterThanOrEqual(0)
      },
    )

  browserTest('is in the page as delivered: no script restyles a long table', async () => {
    await using context = await openContext(await browser(), { origin: app.origin, cookies: cookiesOf(maya.cookie) })
    const page = await context.newPage()
    await page.goto('/app/leads', { waitUntil: 'load' })
    expect(await page.locator('[data-tooltip]').count()).toBe(0)
    expect(await page.locator('.chip').first().getAttribute('aria-description')).toBe(SENTENCE)
  })
})
