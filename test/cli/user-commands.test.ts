import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { openShell } from '../support/docs/quarry-shell.ts'
import { anyVisitor } from '../support/web/web-visitor.ts'

const OLGA = { name: 'Olga Cruz', email: 'olga@elm.example', password: 'seven blue umbrellas' }

test('the people who can sign in are managed next to a running server', async () => {
  await using app = await startApp()
  const shell = openShell({ DATABASE_URL: app.database.connectionString })
  const made = async (...args: string[]): Promise<{ link: string; code: string }> =>
    JSON.parse((await shell.quarry('users', ...args, '--json')).out)

  const setUp = await made('setup-link')
  expect(setUp.link).toMatch(/\/app\/setup#qs_[\w-]{22}$/)
  const page = await anyVisitor(app.origin).send('/setup', { ...OLGA, code: setUp.code })
  expect(page.headers.get('location')).toBe('/app')
  const second = await shell.quarry('users', 'setup-link')
  expect([second.code, second.err]).toEqual([1, expect.stringContaining('Somebody can already sign in.')])

  const reset = await made('reset', OLGA.email)
  expect(reset.link).toMatch(/\/app\/reset#qr_[\w-]{22}$/)
  expect((await shell.quarry('users', 'reset', 'nobody@elm.example')).err).toContain(
    'Nobody signs in with this address.',
  )

  const invited = await made('invite', 'maya@birch.example', '--role', 'reader')
  expect(invited.link).toMatch(/\/app\/join#qi_[\w-]{22}$/)
  expect((await shell.quarry('users', 'invite', 'maya@birch.example')).code).toBe(1)

  expect((await shell.quarry('users', 'list')).out).toMatch(/olga@elm\.example +Olga Cruz +1:owner +yes +password/)
  const last = await shell.quarry('users', 'operator', OLGA.email, '--off')
  expect([last.code, last.err]).toEqual([1, expect.stringContaining('This is the last operator.')])
  expect((await shell.quarry('users', 'operator', OLGA.email)).out).toContain('is now an operator')
})
