import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { databaseLink } from '../../support/records/database-link.ts'
import { testDatabase } from '../../support/database.ts'
import { openContext } from '../../support/web/browser.ts'
import { browser, browserTest } from '../../support/web/use-browser.ts'
import { cookiesOf, webVisitor } from '../../support/web/web-visitor.ts'

const PART = { 'hx-request': 'true', 'hx-request-type': 'partial', 'hx-target': 'div#running' }

/** A Quarry whose database connection can be cut. */
async function quarryOnALine() {
  const database = await testDatabase()
  const link = await databaseLink(database.connectionString)
  const app = await startApp({ env: { DATABASE_URL: link.connectionString, QUARRY_RATE_LIMIT_FACTOR: '0' } })
  return {
    app,
    link,
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]()
      await link[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app[Symbol.asyncDispose]())

describe('a page that cannot be shown', () => {
  test('says what to do, with its request id, and leads back to where its reader came from', async () => {
    const maya = await webVisitor(app)
    const from = { referer: `${app.origin}/app/leads?sort=email` }
    const { status, headers, html } = await maya.see('/leads/999', from)
    expect(status).toBe(404)
    expect(html).toContain(headers.get('x-request-id') ?? 'no id')
    expect(html).toContain('href="/app/leads?sort=email">Back</a>')
    for (const referer of [`${app.origin}/app/leads/999`, `${app.origin}/app`, 'https://elsewhere.test/leads'])
      expect((await maya.see('/leads/999', { referer })).html).not.toContain('>Back</a>')
  })

  test('is not the one at the address of a refused form: that leads to the page of the form', async () => {
    const maya = await webVisitor(app)
    expect((await maya.send('/lists/folders?all=1', { folder_name: '' })).status).toBe(422)
    for (const [path, place] of [
      ['/lists/folders?all=1', '/lists?all=1'],
      ['/campaigns/7/messages/8/resend', '/campaigns/7/stats'],
      ['/verify/file', '/verify'],
    ] as const)
      expect((await maya.see(path)).headers.get('location')).toBe(`/app${place}`)
  })

  test('is put in place of the part that was requested', async () => {
    const maya = await webVisitor(app)
    const { status, html } = await maya.see('/leads/999', { ...PART, 'hx-target': 'section#preview' })
    expect(status).toBe(404)
    expect(html).toMatch(/^<div id="preview" role="alert"/)
    expect(html).not.toContain('<html')
  })

  test('while the database is away reloads automatically, and what was sent is not lost', async () => {
    await using line = await quarryOnALine()
    const maya = await webVisitor(line.app)
    await line.link.cut()
    const read = await maya.see('/lists')
    expect(read.status).toBe(503)
    expect(read.html).toContain('<meta http-equiv="refresh" content="5" />')
    expect(read.html).toContain('This page reloads automatically.')
    const sent = await maya.send('/lists', { name: 'Birch' })
    expect(sent.status).toBe(503)
    expect(sent.html).not.toContain('http-equiv="refresh"')
    expect(sent.html).toContain('Try again in 30 seconds.')
    expect(sent.html).toContain('<form method="post" action="/app/lists">')
    expect(sent.html).toContain('<input type="hidden" name="name" value="Birch" />')
    const part = await maya.see('', PART)
    expect(part.status).toBe(503)
    expect(part.html).toMatch(/^<div id="running"[^]*hx-get="\/app"/)
  })

  test('gives back long texts to people who may no longer send them, but no secrets', async () => {
    const maya = await webVisitor(app, { role: 'reader' })
    const notes = 'Met at the fair in Porto.\nWants to see <b>figures</b> first.'
    const fields = { email: 'jane@birch.example', notes, 'custom_attributes[met_at]': 'Porto' }
    const { status, html } = await maya.send('/leads/new', fields)
    expect(status).toBe(403)
    expect(html).toMatch(/<textarea[^>]*readonly>\nMet at the fair in Porto\.\nWants to see &lt;b&gt;figures/)
    expect(html).not.toContain('>Send again<')
    const secret = await maya.send('/mailboxes/new', { smtp_password: 'secret'.repeat(20), signature: notes })
    expect([secret.status, secret.html.includes('secretsecret')]).toEqual([403, false])
  })

  browserTest('is followed by the page itself', async () => {
    await using line = await quarryOnALine()
    const cookies = cookiesOf((await webVisitor(line.app)).cookie)
    await using context = await openContext(await browser(), { origin: line.app.origin, cookies })
    const page = await context.newPage()
    await line.link.cut()
    expect((await page.goto('/app/lists'))?.status()).toBe(503)
    await line.link.mend()
    await page.locator('input[name=folder_name]').first().waitFor()
  })
})

browserTest('a wait counts down', async () => {
  const stranger = { email: 'olga@elm.example', password: 'seven red umbrellas' }
  await webVisitor(app)
  await using context = await openContext(await browser(), { origin: app.origin, language: 'de-DE' })
  const page = await context.newPage()
  await page.goto('/app/login')
  const waits = page.locator('[data-countdown]')
  while ((await waits.count()) === 0) {
    await page.locator('input[name=email]').fill(stranger.email)
    await page.locator('input[name=password]').fill(stranger.password)
    await page.locator('form[action="/app/login"] button:not([type=button])').click()
    await page.locator('[role=alert]').waitFor()
  }
  const seconds = async (): Promise<number> =>
    Number(/in (\d+) Sekunden wieder/.exec((await waits.textContent()) ?? '')?.[1])
  const first = await seconds()
  expect(first).toBeGreaterThan(1)
  await expect.poll(seconds).toBeLessThan(first)
})
