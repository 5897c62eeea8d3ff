import { afterAll, beforeAll, expect } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { openContext } from '../../support/web/browser.ts'
import { axeViolations, complaints } from '../../support/web/browser-checks.ts'
import { browser, browserTest, hasBrowser } from '../../support/web/use-browser.ts'
import { cookiesOf, webVisitor } from '../../support/web/web-visitor.ts'

let app: TestApp
beforeAll(async () => {
  if (hasBrowser) app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
})
afterAll(() => app?.[Symbol.asyncDispose]())

/** Opens a window on a list, with the link that asks before it is deleted. */
async function onList(name: string, script: boolean) {
  const { id } = (await app.post('/v2/leads_lists', { name })).body.data as { id: number }
  const cookies = cookiesOf((await webVisitor(app)).cookie)
  const context = await openContext(await browser(), { origin: app.origin, cookies, script })
  const page = await context.newPage()
  await page.goto(`/app/lists/${id}`)
  const link = page.locator(`a[href="/app/lists/${id}/delete"]`)
  return { page, link, path: `/app/lists/${id}`, [Symbol.asyncDispose]: () => context.close() }
}

const QUESTION = 'Delete the list Birch?'

browserTest(
  'a confirmation is a dialog on the page, which returns the focus, and does what its button says',
  async () => {
    await using list = await onList('Birch', true)
    const { page, link, path } = list
    const wrong = complaints(page)
    const dialog = page.getByRole('dialog', { name: QUESTION })
    for (const leave of ['Escape', 'Cancel']) {
      await link.focus()
      await page.keyboard.press('Enter')
      await dialog.waitFor()
      expect(await axeViolations(page)).toEqual([])
      if (leave === 'Escape') await page.keyboard.press('Escape')
      else await dialog.getByText('Cancel').click()
      await dialog.waitFor({ state: 'hidden' })
      expect(await link.evaluate((element) => element.matches(':focus'))).toBe(true)
      expect(new URL(page.url()).pathname).toBe(path)
    }
    await link.click()
    await dialog.getByRole('button', { name: 'Delete the list' }).click()
    await page.waitForURL('**/app/lists')
    await page.getByText('The list Birch has been deleted; its people are kept.').waitFor()
    expect(await wrong()).toEqual([])
  },
)

browserTest('without scripts the confirmation is a page', async () => {
  await using list = await onList('Birch', false)
  await list.link.click()
  expect(new URL(list.page.url()).pathname).toBe(`${list.path}/delete`)
  expect(await list.page.locator('main h1').textContent()).toBe(QUESTION)
})
