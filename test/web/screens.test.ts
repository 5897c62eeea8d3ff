import { afterAll, beforeAll, describe, expect } from 'vitest'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { openContext } from '../support/web/browser.ts'
import type { BrowserContext } from '../support/web/browser.ts'
import { fillAccount } from '../support/web/full-account.ts'
import type { PathValues } from '../support/web/full-account.ts'
import { lookAt, lookInGerman, lookWithoutScripts } from '../support/web/look-at.ts'
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

/** How the screens are looked at; each by somebody signed in and by somebody who is not. */
const BROWSERS = {
  usual: {},
  'without scripts': { script: false },
  'in German': { language: 'de-DE', width: 360 },
} as const
type BrowserKind = keyof typeof BROWSERS

describe.each(seen)('in a Quarry that is %s, the screen', (state) => {
  let app: TestApp
  let values: PathValues = {}
  const contexts = new Map<string, BrowserContext>()

  beforeAll(async () => {
    if (!hasBrowser) return
    app = await startApp()
    if (state === 'full') values = await fillAccount(app)
    const visitor = state === 'new' ? null : await webVisitor(app, { operator: true, email: 'maya@studio.example' })
    const cookies = visitor === null ? [] : cookiesOf(visitor.cookie)
    for (const [kind, settings] of Object.entries(BROWSERS)) {
      const look = { origin: app.origin, ...settings }
      contexts.set(`out, ${kind}`, await openContext(await browser(), look))
      contexts.set(`in, ${kind}`, await openContext(await browser(), { ...look, cookies }))
    }
  })
  afterAll(async () => {
    for (const context of contexts.values()) await context.close()
    await app?.[Symbol.asyncDispose]()
  })

  const contextFor = ({ who }: ShownScreen, kind: BrowserKind): BrowserContext => {
    const context = contexts.get(`${who === 'signed in' ? 'in' : 'out'}, ${kind}`)
    if (context === undefined) throw new Error('Nothing was prepared.')
    return context
  }

  for (const shown of SHOWN_SCREENS.filter((shown) => STATES[state]?.(shown))) {
    const name = `${shown.path}${shown.query}`
    browserTest(`${name} reads well on a desk and a phone, in light and dark`, async () => {
      const { wrong } = await lookAt(contextFor(shown, 'usual'), addressOf(shown, values))
      expect(wrong).toEqual([])
    })
    if (state === 'empty' && shown.who === 'signed in') continue
    browserTest(`${name} works without scripts`, async () => {
      expect(await lookWithoutScripts(contextFor(shown, 'without scripts'), addressOf(shown, values))).toEqual([])
    })
    browserTest(`${name} fits on a phone in German`, async () => {
      expect(await lookInGerman(contextFor(shown, 'in German'), addressOf(shown, values))).toEqual([])
    })
  }
})
