import { expect } from 'vitest'
import { startApp } from '../../support/app.ts'
import { seedPeople } from '../../support/records/seed.ts'
import { openContext } from '../../support/web/browser.ts'
import { browser, browserTest } from '../../support/web/use-browser.ts'
import { cookiesOf, webVisitor } from '../../support/web/web-visitor.ts'

const JANE = 'jane.rivers@birch.example'

browserTest('keys lead through a list: rows, checkboxes, the drawer and back to its row, and away', async () => {
  await using app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  await seedPeople(app.context, 'birch.example', [
    ['Jane', 'Rivers', 'Head of Sales'],
    ['Tom', 'Okafor', 'Account Executive'],
  ])
  const cookies = cookiesOf((await webVisitor(app)).cookie)
  await using context = await openContext(await browser(), { origin: app.origin, cookies })
  const page = await context.newPage()
  const { keyboard } = page
  const focused = (): Promise<string> =>
    page.evaluate('document.activeElement.id || document.activeElement.textContent')
  await page.goto('/app')
  await keyboard.press('/')
  await keyboard.type('birch.example')
  await keyboard.press('Enter')
  await page.locator('#ticks tr').first().waitFor()
  for (const key of ['j', 'j', 'x', 'k', 'x']) await keyboard.press(key)
  expect(await page.locator('#ticks input:checked').count()).toBe(2)
  await keyboard.press('Enter')
  await page.locator('.drawer h2').waitFor()
  await expect.poll(focused).toMatch(/Jane Rivers/)
  await keyboard.press('Escape')
  await page.locator('.drawer').waitFor({ state: 'detached' })
  await expect.poll(focused).toBe(`row-${JANE}`)
  // Who has switched off the letters still leaves by Escape.
  await page.evaluate("document.body.removeAttribute('data-shortcuts')")
  await keyboard.press('Enter')
  await page.locator('.drawer h2').waitFor()
  await keyboard.press('Escape')
  await page.locator('.drawer').waitFor({ state: 'detached' })
  await page.evaluate("document.body.setAttribute('data-shortcuts', '')")
  await keyboard.press('g')
  await keyboard.press('m')
  await page.waitForURL('**/app/campaigns')
})

browserTest('a notice stays while the focus is on its Undo, and goes when the focus does', async () => {
  await using app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  const cookies = cookiesOf((await webVisitor(app)).cookie)
  await using context = await openContext(await browser(), { origin: app.origin, cookies })
  const page = await context.newPage()
  await page.clock.install()
  await page.goto('/app/lists')
  await page.locator('form[action$="/favorite"] button').first().focus()
  await page.keyboard.press('Enter')
  const undo = page.locator('.toast button')
  await undo.waitFor()
  await page.keyboard.press('u')
  await page.clock.runFor(20_000)
  expect(await undo.evaluate((button) => button.matches(':focus'))).toBe(true)
  await page.keyboard.press('Shift+Tab')
  await page.clock.runFor(20_000)
  await undo.waitFor({ state: 'detached' })
})

browserTest('after a form of a row the focus is there again, or on the row that took its place', async () => {
  await using app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  for (const name of ['ann', 'bo', 'cem']) await app.post('/v2/unsubscribes', { email: `${name}@birch.example` })
  const cookies = cookiesOf((await webVisitor(app)).cookie)
  await using context = await openContext(await browser(), { origin: app.origin, cookies })
  const page = await context.newPage()
  const focused = (): Promise<string | null> => page.evaluate("document.activeElement.getAttribute('aria-label')")
  await page.goto('/app/settings/opt-outs')
  const buttons = page.locator('form[action$="/remove"] button')
  const names = await buttons.evaluateAll((all) => all.map((button) => button.getAttribute('aria-label')))
  const remove = async (at: number) => {
    await buttons.nth(at).focus()
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    return focused()
  }
  expect(await remove(1)).toBe(names[2])
  expect(await remove(1)).toBe(names[0])
  await page.goto('/app/lists')
  const star = page.locator('form[action$="/favorite"] button').first()
  await star.focus()
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
  expect(await star.evaluate((button) => button.matches(':focus-visible'))).toBe(true)
})
