import { afterAll, beforeAll, describe, expect } from 'vitest'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { FEW_LOOKS, lookAt, lookWithoutScripts, wrongOf } from '../support/web/look-at.ts'
import { openWindows, SCREEN_STATES, screensIn } from '../support/web/screen-states.ts'
import type { Windows } from '../support/web/screen-states.ts'
import { addressOf } from '../support/web/screens.ts'
import { browser, browserTest, hasBrowser } from '../support/web/use-browser.ts'

/** Every screen in the router's table is tested automatically; `npm run eval:web` gives each all looks. */
describe.each(SCREEN_STATES.filter((state) => screensIn(state).length > 0))('in a Quarry that is %s', (state) => {
  let app: TestApp
  let windows: Windows
  beforeAll(async () => {
    if (!hasBrowser) return
    app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
    windows = await openWindows(await browser(), app, state)
  })
  afterAll(async () => {
    await windows?.[Symbol.asyncDispose]()
    await app?.[Symbol.asyncDispose]()
  })

  for (const shown of screensIn(state)) {
    const name = `${shown.path}${shown.query}`
    browserTest(`${name} reads well, on a dark computer and a light phone`, async () => {
      const looked = await lookAt(windows.usual(shown), addressOf(shown, windows.values), FEW_LOOKS)
      expect(wrongOf(looked)).toEqual([])
    })
    if (state === 'empty' && shown.who === 'signed in') continue
    browserTest(`${name} works on a German phone without scripts`, async () => {
      const address = addressOf(shown, windows.values)
      expect(await lookWithoutScripts(windows.withoutScripts(shown), address)).toEqual([])
    })
  }
})
