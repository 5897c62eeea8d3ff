import { expect, test } from 'vitest'
import { makeSetUpLink } from '../../src/core/logins/setup.ts'
import { HOUR_MS } from '../../src/lib/process/clock.ts'
import { setClock } from '../support/records/signed-in.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { arriveAt, openContext } from '../support/web/browser.ts'
import type { Page } from '../support/web/browser.ts'
import { browser, browserTest } from '../support/web/use-browser.ts'
import { anyVisitor, cookiesOf, cookiesSet, webVisitor } from '../support/web/web-visitor.ts'

/** Adds a device that unlocks its keys at once, as if a finger were on it. */
async function withAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Turns back the counter of its key, as on a copy of the device. */
    turnBack: async () => {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
      for (const credential of credentials) {
        const { credentialId } = credential
        await session.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
        await session.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: 0 } })
      }
    },
  }
}

const namedOrigin = ({ origin }: TestApp): string => origin.replace('127.0.0.1', 'localhost')

browserTest('a passkey is created, used, renamed and removed on localhost', async () => {
  await using app = await startApp()
  const { cookie } = await webVisitor(app, { email: 'maya@birch.example' })
  const context = await openContext(await browser(), { origin: namedOrigin(app), cookies: cookiesOf(cookie) })
  const page = await context.newPage()
  const device = await withAuthenticator(page)

  await page.goto('/app/settings/security')
  await page.getByLabel('Name of the passkey').fill('Maya’s phone')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('The passkey has been added.').waitFor()

  await page.getByText('Maya’s phone').click()
  await page.locator('form[action$="/passkeys/rename"] input[name=name]').fill('Old phone')
  await page.locator('form[action$="/passkeys/rename"] button').click()
  await page.getByText('Old phone').waitFor()

  const signIn = async () => {
    await context.clearCookies()
    await page.goto('/app/login?next=/app/accounts')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  }
  await signIn()
  await arriveAt(page, '/app/accounts')
  await page.getByText('You are here').waitFor()

  await page.goto('/app/confirm?next=/app/settings/profile')
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await arriveAt(page, '/app/settings/profile')

  // It is the only way to sign in.
  await page.goto('/app/settings/security')
  await page.getByText('Old phone').click()
  await page.getByRole('button', { name: 'Remove this passkey' }).click()
  await page.getByText('Set a password first').first().waitFor()
  await page.getByLabel('New password', { exact: true }).fill('seven blue umbrellas')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('All other sessions have ended.').waitFor()

  await device.turnBack()
  await signIn()
  await page.getByText('This passkey was not accepted.').first().waitFor()
  const audited = await app.database.pool.query(
    `select details->>'reason' as reason from audit_events where action = 'passkey_refused'`,
  )
  expect(audited.rows).toEqual([{ reason: 'counter' }])

  await page.getByLabel('Email address').fill('maya@birch.example')
  await page.getByLabel('Password', { exact: true }).fill('seven blue umbrellas')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await arriveAt(page, '/app/accounts')
  await page.goto('/app/settings/security')
  await page.getByText('Old phone').click()
  await page.getByRole('button', { name: 'Remove this passkey' }).click()
  await page.getByText('The passkey has been removed.').waitFor()
  expect((await app.database.pool.query('select 1 from passkeys')).rowCount).toBe(0)
  await context.close()
})

browserTest('who has only a passkey is told without scripts that confirming needs them', async () => {
  await using app = await startApp()
  const { cookie } = await webVisitor(app, { email: 'maya@birch.example' })
  const signedIn = { origin: namedOrigin(app), cookies: cookiesOf(cookie) }
  const context = await openContext(await browser(), signedIn)
  const page = await context.newPage()
  await withAuthenticator(page)
  await page.goto('/app/settings/security')
  await page.getByLabel('Name of the passkey').fill('Maya’s phone')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('The passkey has been added.').waitFor()
  await app.database.pool.query('update logins set password_hash = null')

  const plain = await openContext(await browser(), {
    ...signedIn,
    cookies: (await context.cookies()).map(({ name, value }) => ({ name, value })),
    script: false,
  })
  const bare = await plain.newPage()
  await bare.goto('/app/confirm?next=/app/settings/profile')
  // Playwright finds no texts in it.
  const said = bare.locator('main noscript p')
  await said.waitFor()
  expect(await said.textContent()).toBe('Passkeys need JavaScript.')
  await page.goto('/app/confirm?next=/app/settings/profile')
  await page.getByRole('button', { name: 'Confirm with a passkey' }).waitFor()
  expect(await page.locator('main noscript p').count()).toBe(0)
  await Promise.all([context.close(), plain.close()])
})

browserTest('an answer is accepted once, and only for what it was requested for', async () => {
  await using app = await startApp()
  const { cookie } = await webVisitor(app, { email: 'maya@birch.example' })
  const context = await openContext(await browser(), { origin: namedOrigin(app), cookies: cookiesOf(cookie) })
  const page = await context.newPage()
  await withAuthenticator(page)
  await page.goto('/app/settings/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('The passkey has been added.').waitFor()

  const answers: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/login/passkey') && request.method() === 'POST') answers.push(request.postData() ?? '')
  })
  await context.clearCookies()
  await page.goto('/app/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await arriveAt(page, '/app')
  const answer = new URLSearchParams(answers[0]).get('answer') ?? ''
  expect(answer).toContain('clientDataJSON')
  const stranger = anyVisitor(namedOrigin(app))
  expect((await stranger.send('/login/passkey', { answer })).html).toContain('This passkey was not accepted.')
  for (const nonsense of ['', '{}', 'null', '{"id":1}', '{"id":"x","response":{}}'])
    expect((await stranger.send('/login/passkey', { answer: nonsense })).status).toBe(422)
  await context.close()
})

browserTest(
  'a thousand wrong passwords from a hundred networks keep neither a known browser nor a passkey out',
  async () => {
    const clock = setClock(new Date())
    await using app = await startApp({
      replace: { clock },
      env: { QUARRY_TRUST_PROXY: '1', QUARRY_RATE_LIMIT_FACTOR: '0' },
    })
    const owner = { name: 'Olga Cruz', email: 'olga@elm.example', password: 'seven blue umbrellas', language: 'en' }
    const { code = '' } = (await makeSetUpLink(app.context)) ?? {}
    const cookie = cookiesSet(await anyVisitor(app.origin).send('/setup', { ...owner, code }))
    await using context = await openContext(await browser(), { origin: namedOrigin(app), cookies: cookiesOf(cookie) })
    const page = await context.newPage()
    await withAuthenticator(page)
    await page.goto('/app/settings/security')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('The passkey has been added.').waitFor()

    const wrong = { email: owner.email, password: 'seven red umbrellas' }
    const stranger = anyVisitor(app.origin)
    const tryOnce = async (network: number): Promise<boolean> => {
      const { status, html } = await stranger.send('/login', wrong, { 'x-forwarded-for': `10.0.${network}.1` })
      expect([status, html]).toEqual([
        422,
        expect.stringMatching(/The address or the password is wrong\.|Too many attempts\./),
      ])
      return html.includes('The address or the password is wrong.')
    }
    let compared = 0
    for (let n = 0; n < 100; n += 1) {
      // Ten at once, each time from other networks.
      const tries = Array.from({ length: 10 }, (_, index) => tryOnce((n * 10 + index) % 100))
      compared += (await Promise.all(tries)).filter(Boolean).length
      clock.pass(HOUR_MS / 100)
    }
    expect(compared).toBeGreaterThan(20)
    expect(compared).toBeLessThan(150)

    const fromElsewhere = { 'x-forwarded-for': '198.51.100.4' }
    const device = cookie.split('; ').find((pair) => pair.startsWith('quarry_device=')) ?? ''
    const known = await anyVisitor(app.origin, device).send('/login', owner, fromElsewhere)
    expect([known.status, known.headers.get('location')]).toEqual([303, '/app'])
    await context.clearCookies()
    await page.goto('/app/login?next=/app/accounts')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await arriveAt(page, '/app/accounts')
  },
)

test('a passkey cannot be added where none can be used', async () => {
  await using app = await startApp()
  const maya = await webVisitor(app)
  const page = await maya.send('/settings/security/passkeys', { answer: '{}' })
  expect(page.status).toBe(422)
  expect(page.html).toContain('Passkeys do not work at 127.0.0.1')
})
