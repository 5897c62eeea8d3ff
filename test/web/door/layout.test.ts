import { afterAll, beforeAll, describe, expect } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { writtenCampaign } from '../../support/doors/campaign-client.ts'
import { lookWithoutScripts } from '../../support/web/look-at.ts'
import { openWindows } from '../../support/web/screen-states.ts'
import type { Windows } from '../../support/web/screen-states.ts'
import { browser, browserTest, hasBrowser } from '../../support/web/use-browser.ts'

const WORD = 'Donaudampfschifffahrtsgesellschaft'.repeat(7)
const LABEL = 'birchworks'.repeat(6)
const DOMAIN = `${LABEL}.${LABEL}.example`

/** What a user may type, paste or follow a link to. */
const PATHS = [
  `/find?full_name=${WORD}&company=${WORD}`,
  `/find?company_name=${WORD}`,
  `/search?q=${WORD}`,
  `/discover?query=${WORD}+in+Lisbon`,
  `/leads?query=${WORD}&first_name=${WORD}`,
  `/leads?verification_status=${WORD}`,
  `/companies/birch.example?department=${WORD}`,
  `/companies/${DOMAIN}`,
  `/people/${LABEL}@${DOMAIN}`,
  `/verify?email=${LABEL}@${DOMAIN}`,
  `/nothing/${WORD}`,
]

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

browserTest('rows of a table are 40 pixels high, or 32 for those who prefer them compact', async () => {
  for (const name of ['mia', 'tom']) await app.post('/v2/leads', { first_name: name, email: `${name}@birch.example` })
  const page = await windows.usual({ who: 'signed in' }).newPage()
  await page.setViewportSize({ width: 1280, height: 900 })
  const heights = async () => {
    await page.goto('/app/leads')
    return page.evaluate(`[...document.querySelectorAll('tr')].map((row) => row.getBoundingClientRect().height)`)
  }
  expect(await heights()).toEqual([40, 40, 40])
  await app.database.pool.query('update logins set compact = true')
  expect(await heights()).toEqual([32, 32, 32])
  await app.database.pool.query('update logins set compact = false')
  await page.close()
})

browserTest('on paper a list is dark on white and whole, without what can only be pressed', async () => {
  await app.post('/v2/leads', { first_name: 'Ida', email: 'ida@birch.example', position: WORD, company: WORD })
  const page = await windows.usual({ who: 'signed in' }).newPage()
  await page.setViewportSize({ width: 718, height: 900 })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto('/app/leads')
  const seen = (selector: string) => page.locator(selector).filter({ visible: true }).count()
  expect(await seen('button, nav, .bulk, input[type=search]')).toBe(0)
  expect(await seen('td a')).toBeGreaterThan(0)
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
  expect(
    await page.evaluate(
      `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.table'))`,
    ),
  ).toBe(0)
  await page.close()
})

browserTest('buttons and fields are in the typeface of the page, and addresses run from left to right', async () => {
  await app.post('/v2/leads', { first_name: 'سارة', last_name: 'قباني', email: 'سارة@birch.example' })
  const page = await windows.usual({ who: 'signed in' }).newPage()
  await page.goto('/app/leads')
  const styles = (selector: string, name: string): Promise<string[]> =>
    page.evaluate(
      `[...new Set([...document.querySelectorAll('${selector}')].map((each) => getComputedStyle(each)['${name}']))]`,
    )
  expect(await styles('button, input, select', 'font-family')).toEqual(await styles('body', 'font-family'))
  expect(await styles('td bdi.mono', 'direction')).toEqual(['ltr'])
  await page.close()
})

describe('a word wider than a phone', () => {
  browserTest('in one row of a table does not push the other columns out of sight', async () => {
    const long = { first_name: WORD.slice(0, 100), company: WORD, email: `${LABEL}@${LABEL}.example` }
    await app.post('/v2/leads', long)
    const page = await windows.usual({ who: 'signed in' }).newPage()
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto('/app/leads')
    const box = await page.locator('.chip').first().boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1280)
    await page.close()
  })

  browserTest('is broken in names of fields and people', async () => {
    await app.post('/v2/leads_custom_attributes', { label: WORD.slice(0, 100) })
    const lead = { first_name: WORD.slice(0, 100), email: 'ada@birch.example' }
    const made = (await app.post('/v2/leads', lead)).body.data as { id: number }
    const { id } = await writtenCampaign(app)
    await app.post(`/v2/campaigns/${id}/recipients`, { emails: [lead.email] })
    const context = windows.withoutScripts({ who: 'signed in' })
    for (const path of ['/lists/fields', `/leads/${made.id}`, `/campaigns/${id}/write`])
      expect(await lookWithoutScripts(context, `/app${path}`), path).toEqual([])
  })

  browserTest('or a long button does not scroll a page at 320 pixels, as at 400 % zoom', async () => {
    const page = await windows.withoutScripts({ who: 'signed in' }).newPage()
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of ['/discover', '/leads', '/campaigns', '/verify', '/answers']) {
      await page.goto(`/app${path}`)
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(320)
    }
    await page.close()
  })

  browserTest('is not needed for a link that can be hit: a list may be called IT', async () => {
    for (const name of ['IT', 'HR']) await app.post('/v2/leads_lists', { name })
    const context = windows.withoutScripts({ who: 'signed in' })
    expect(await lookWithoutScripts(context, '/app/lists')).toEqual([])
  })

  browserTest.each(PATHS)('is broken at %s', async (path) => {
    const context = windows.withoutScripts({ who: 'signed in' })
    expect(await lookWithoutScripts(context, `/app${path}`)).toEqual([])
  })
})
