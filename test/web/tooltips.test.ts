import { afterAll, beforeAll, describe, expect } from 'vitest'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { arriveAt, openContext } from '../support/web/browser.ts'
import * as checks from '../support/web/browser-checks.ts'
import { browser, browserTest, hasBrowser } from '../support/web/use-browser.ts'
import { cookiesOf, webVisitor } from '../support/web/web-visitor.ts'

let app: TestApp
beforeAll(async () => {
  if (hasBrowser) app = await startApp()
})
afterAll(async () => app?.[Symbol.asyncDispose]())

describe('what scripts add to a screen', () => {
  browserTest('titles become tooltips where somebody comes to them, and notices are lifted', async () => {
    const { cookie } = await webVisitor(app)
    await using context = await openContext(await browser(), { origin: app.origin, cookies: cookiesOf(cookie) })
    const page = await context.newPage()
    const complaints = checks.complaints(page)
    await page.goto('/app/lists/fields')
    await page.fill('main form input[name=label]', 'Met at')
    await page.click('main form:has(input[name=label]) button')
    await arriveAt(page, '/app/lists/fields')

    const notice = page.locator('.toast-container output.notice')
    await notice.waitFor()
    expect(await notice.textContent()).toContain('Met at')
    expect(await page.locator('main output.notice').count()).toBe(0)

    expect(await page.locator('[data-tooltip]').count()).toBe(0)
    const slug = page.locator('main code[title]')
    const sentence = (await slug.getAttribute('title')) ?? ''
    await slug.hover()
    const shown = page.locator('main code[data-tooltip]')
    expect(await shown.getAttribute('data-tooltip')).toBe(sentence)
    // It says more about words that stay the name of what they are in.
    expect(await shown.getAttribute('aria-description')).toBe(sentence)
    expect(await shown.getAttribute('aria-label')).toBeNull()
    const visible = "getComputedStyle(document.querySelector('main code[data-tooltip]'), '::after').visibility"
    await expect.poll(() => page.evaluate(visible)).toBe('visible')

    const signOut = page.locator('nav form button[aria-label][title]')
    const name = (await signOut.getAttribute('aria-label')) ?? ''
    await signOut.focus()
    const focused = page.locator('nav form button[data-tooltip]')
    expect(await focused.getAttribute('data-tooltip')).toBe(name)
    expect(await focused.getAttribute('aria-label')).toBe(name)
    expect(await page.locator('[data-tooltip]').count()).toBe(2)
    expect(await complaints()).toEqual([])
  })
})
