import { afterAll, beforeAll, expect } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { startOauthApp } from '../support/oauth/oauth-app.ts'
import { authorizeUrl, connect, registeredId } from '../support/oauth/oauth-client.ts'
import { openContext } from '../support/web/browser.ts'
import { axeViolations, brokenWords } from '../support/web/browser-checks.ts'
import { browser, browserTest } from '../support/web/use-browser.ts'
import { webVisitor } from '../support/web/web-visitor.ts'

let app: TestApp
beforeAll(async () => {
  app = await startOauthApp()
})
afterAll(() => app[Symbol.asyncDispose]())

browserTest('the pages of apps are accessible and break no words on any screen, in any theme', async () => {
  const { cookie } = await webVisitor(app)
  await connect(app.origin, cookie)
  const clientId = await registeredId(app.origin)
  const [name = '', value = ''] = cookie.split('=')
  for (const [width, theme] of [
    [1440, 'light'],
    [360, 'dark'],
  ] as const) {
    const options = { origin: app.origin, cookies: [{ name, value }], width, theme }
    await using context = await openContext(await browser(), options)
    const page = await context.newPage()
    const settings = `${app.origin}/app/settings/apps`
    for (const url of [authorizeUrl(app.origin, { clientId }), settings, `${settings}/steps`]) {
      await page.goto(url)
      expect([width, url, await axeViolations(page), await brokenWords(page)]).toEqual([width, url, [], []])
    }
  }
})
