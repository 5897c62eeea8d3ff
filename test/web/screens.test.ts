import { afterAll, beforeAll, describe, expect } from 'vitest'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { openContext } from '../support/web/browser.ts'
import type { BrowserContext } from '../support/web/browser.ts'
import { fillAccount } from '../support/web/full-account.ts'
import type { PathValues } from '../support/web/full-account.ts'
import { lookAt } from '../support/web/look-at.ts'
import { addressOf, SHOWN_SCREENS } from '../support/web/screens.ts'
import type { ShownScreen } from '../support/web/screens.ts'
import { browser, browserTest, hasBrowser } from '../support/web/use-browser.ts'
import { cookiesOf, webVisitor } from '../support/web/web-visitor.ts'

/** Which screens there are to see: when nobody can sign in yet, for somebody new, and for somebody who works with it. */
const STATES: Readonly<Record<string, (shown: ShownScreen) => boolean>> = {
  new: ({ who }) => who === 'first',
  empty: ({ who, needsRecord }) => who !== 'first' && !needsRecord,
  full: ({ who }) => who === 'signed in',
}

const seen = Object.keys(STATES).filter((state) => SHOWN_SCREENS.some((shown) => STATES[state]?.(shown)))

describe.each(seen)('in a Quarry that is %s, the screen', (state) => {
  let app: TestApp
  let values: PathValues = {}
  const contexts = new Map<string, BrowserContext>()

  beforeAll(async () => {
    if (!hasBrowser) return
    app = await startApp()
    const { origin } = app
    if (state === 'full') values = await fillAccount(app)
    for (const who of ['first', 'anyone']) contexts.set(who, await openContext(await browser(), { origin }))
    if (state === 'new') return
    const { cookie } = await webVisitor(app, { operator: true, email: 'maya@studio.example' })
    contexts.set('signed in', await openContext(await browser(), { origin, cookies: cookiesOf(cookie) }))
  })
  afterAll(async () => {
    for (const context of contexts.values()) await context.close()
    await app?.[Symbol.asyncDispose]()
  })

  for (const shown of SHOWN_SCREENS.filter((shown) => STATES[state]?.(shown))) {
    browserTest(`${shown.path}${shown.query} reads well on a desk and a phone, in light and dark`, async () => {
      const context = contexts.get(shown.who)
      const { wrong } = await lookAt(context as BrowserContext, addressOf(shown, values))
      expect(wrong).toEqual([])
    })
  }
})
