import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { openContext } from '../../support/web/browser.ts'
import type { Page } from '../../support/web/browser.ts'
import { browser, browserTest, hasBrowser } from '../../support/web/use-browser.ts'
import { cookiesOf, webVisitor } from '../../support/web/web-visitor.ts'
import type { Visitor } from '../../support/web/web-visitor.ts'

let app: TestApp
let maya: Visitor
let page: Page
let path = ''

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_ROLE: 'server', QUARRY_RATE_LIMIT_FACTOR: '0' } })
  maya = await webVisitor(app)
  if (!hasBrowser) return
  const context = await openContext(await browser(), { origin: app.origin, cookies: cookiesOf(maya.cookie) })
  page = await context.newPage()
})
afterAll(async () => {
  if (hasBrowser) await page.context().close()
  await app[Symbol.asyncDispose]()
})
beforeEach(async () => {
  const { body } = await app.post('/v2/sequences', { name: 'Lamps' })
  path = `/app/campaigns/${(body.data as { id: number }).id}`
})

const write = async (text: string): Promise<void> => {
  await page.goto(`${path}/write`)
  await page.fill('textarea[name=body]', text)
}
const kept = async (): Promise<string> => {
  await page.goto(`${path}/write?step=1`)
  return page.inputValue('textarea[name=body]')
}

browserTest('what is typed after a tag was inserted becomes its fallback', async () => {
  await write('Dear , hello')
  await page.evaluate(`document.querySelector('textarea[name=body]').setSelectionRange(5, 5)`)
  await page.getByText('Insert a tag').click()
  await page.click('[data-insert*=first_name]')
  await page.keyboard.type('friend')
  expect(await page.inputValue('textarea[name=body]')).toBe('Dear {{first_name|fallback:"friend"}}, hello')
})

describe('text of a step, typed a moment before', () => {
  browserTest('a link is pressed, is saved', async () => {
    await write('Dear {{first_name}}, typed at the last moment')
    await page.click(`a[href="${path}/people"]`)
    await page.waitForURL(/\/people$/)
    expect(await kept()).toBe('Dear {{first_name}}, typed at the last moment')
  })

  browserTest('a step is added, is saved', async () => {
    await write('Dear {{first_name}}, one more thing')
    await page.click(`form[action="${path}/steps"] button`)
    await page.waitForURL(/step=2/)
    expect(await kept()).toBe('Dear {{first_name}}, one more thing')
  })

  browserTest('and refused, is not left behind without a question', async () => {
    const questions: string[] = []
    page.once('dialog', (dialog) => {
      questions.push(dialog.type())
      void dialog.dismiss()
    })
    await write('Dear {{no_such_tag}}, this cannot be saved')
    await page.click(`form[action="${path}/steps"] button`)
    await expect.poll(() => questions).toEqual(['beforeunload'])
    expect(await page.inputValue('textarea[name=body]')).toBe('Dear {{no_such_tag}}, this cannot be saved')
    await page.getByText('Not saved. There is no tag').waitFor()
    page.once('dialog', (dialog) => void dialog.accept())
    await page.click(`form[action="${path}/steps"] button`)
    await page.waitForURL(/step=2/)
  })

  browserTest('when nobody is signed in any more, is not left behind without a question', async () => {
    const questions: string[] = []
    await write('Dear {{first_name}}, typed before')
    await page.getByText(/Saved \d/).waitFor()
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    page.once('dialog', (dialog) => {
      questions.push(dialog.type())
      void dialog.dismiss()
    })
    await page.fill('textarea[name=body]', 'Dear {{first_name}}, typed after the cookies were deleted')
    await page.click(`a[href="${path}/people"]`)
    await expect.poll(() => questions).toEqual(['beforeunload'])
    expect(await page.inputValue('textarea[name=body]')).toContain('typed after')
    await page.context().addCookies(cookies)
    await page.click(`a[href="${path}/people"]`)
    await page.waitForURL(/\/people$/)
    expect(await kept()).toContain('typed after')
  })

  browserTest('and saved by itself, is left without a question', async () => {
    await write('Dear {{first_name}}, saved while I think')
    await page.getByText(/Saved \d/).waitFor()
    await page.goto('/app/leads')
    expect(await kept()).toBe('Dear {{first_name}}, saved while I think')
  })

  browserTest('saved by itself and typed back, is saved as it was', async () => {
    await write('Dear {{first_name}}, the first thought')
    await page.getByText(/Saved \d/).waitFor()
    await page.reload()
    await page.fill('textarea[name=body]', 'Dear {{first_name}}, the second thought')
    await page.getByText(/Saved \d/).waitFor()
    await page.fill('textarea[name=body]', 'Dear {{first_name}}, the first thought')
    await page.click(`a[href="${path}/people"]`)
    await page.waitForURL(/\/people$/)
    expect(await kept()).toBe('Dear {{first_name}}, the first thought')
  })
})
