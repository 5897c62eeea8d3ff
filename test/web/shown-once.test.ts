import { afterAll, beforeAll, describe, expect } from 'vitest'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { arriveAt, openContext } from '../support/web/browser.ts'
import { browser, browserTest, hasBrowser } from '../support/web/use-browser.ts'
import { cookiesOf, webVisitor } from '../support/web/web-visitor.ts'

let app: TestApp
beforeAll(async () => {
  if (hasBrowser) app = await startApp()
})
afterAll(async () => app?.[Symbol.asyncDispose]())

const KEY = /qry_[\w-]{43}/

describe('what is shown once', () => {
  browserTest('cannot be reached again by Back', async () => {
    const { cookie } = await webVisitor(app)
    await using context = await openContext(await browser(), { origin: app.origin, cookies: cookiesOf(cookie) })
    const page = await context.newPage()
    await page.goto('/app/settings/keys/new')
    await page.fill('#name', 'Once')
    await page.click('main form button:not([type=button])')
    await page.waitForSelector('.copy-box')
    await expect.poll(() => page.content()).toMatch(KEY)
    await page.click('main a[href="/app/settings/keys"]:last-of-type')
    await arriveAt(page, '/app/settings/keys')
    // The browser shows an error page: it would have to send the form again.
    await page.goBack().catch(() => null)
    await expect.poll(() => page.evaluate('location.href').catch(() => '')).toContain('chrome-error:')
    expect(await page.evaluate('document.documentElement.outerHTML')).not.toMatch(KEY)
  })

  browserTest(
    'can be copied even without a clipboard for scripts, as over plain http in an office, and the button says so',
    async () => {
      const { cookie } = await webVisitor(app)
      await using context = await openContext(await browser(), { origin: app.origin, cookies: cookiesOf(cookie) })
      await context.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
      const page = await context.newPage()
      await page.goto('/app')
      const copy = page.locator('.copy-box button').first()
      const text = await copy.getAttribute('data-copy')
      await page.evaluate(
        "document.addEventListener('copy', () => (window.taken = String(document.activeElement.value)))",
      )
      await copy.click()
      expect(await page.evaluate('window.taken')).toBe(text)
      expect(await copy.innerText()).toBe('Copied')
      await copy.click()
      await expect.poll(() => copy.innerText()).toBe('Copy')
    },
  )
})
