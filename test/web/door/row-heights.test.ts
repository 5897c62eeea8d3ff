import { afterAll, beforeAll, describe, expect } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { openWindows } from '../../support/web/screen-states.ts'
import type { Windows } from '../../support/web/screen-states.ts'
import { browser, browserTest, hasBrowser } from '../../support/web/use-browser.ts'
describe('rows of a table', () => {
  let app: TestApp
  let windows: Windows
  beforeAll(async () => {
    if (!hasBrowser) return
    app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
    windows = await openWindows(await browser(), app, 'empty')
  })
  afterAll(async () => {
    await windows?.[Symbol.asyncDispose]()
    await app?.[Symbol.asyncDispose]()
  })
  browserTest('are 40 pixels high, or 32 for those who prefer them compact', async () => {
    for (const name of ['ada', 'bob']) await app.post('/v2/leads', { first_name: name, email: `${name}@birch.example` })
    const page = await windows.usual({ who: 'signed in' }).newPage()
    await page.setViewportSize({ width: 1280, height: 900 })
    const heights = async () => {
      await page.goto('/app/leads')
      return page.evaluate(`[...document.querySelectorAll('tr')].map((row) => row.getBoundingClientRect().height)`)
    }
    expect(await heights()).toEqual([40, 40, 40])
    await app.database.pool.query('update logins set compact = true')
    expect(await heights()).toEqual([32, 32, 32])
  })
})
