import { userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { openShell } from '../support/docs/quarry-shell.ts'
import { request } from '../support/doors/campaign-client.ts'

test('the operator lifts an unsubscribe, and it is recorded who did so', async () => {
  await using app = await startApp({ env: { QUARRY_ROLE: 'server' } })
  const env = { DATABASE_URL: app.database.connectionString, QUARRY_CRAWL: 'off' }
  const shell = openShell(env)
  const quarry = (...args: string[]) => shell.quarry('unsubscribes', ...args)
  const reason = 'asked for mail again by phone'
  await app.database.pool.query(
    `insert into unsubscribes (account_id, email, reason, created_at)
      values (1, 'ines@maker.example', 'unsubscribed', now())`,
  )
  expect((await request(app, 'DELETE', '/v2/unsubscribes?email=ines@maker.example')).status).toBe(403)
  const unexplained = await quarry('lift', 'ines@maker.example')
  expect([unexplained.code, unexplained.err]).toEqual([1, expect.stringContaining('--reason')])
  expect(await quarry('lift', 'ines@maker.example', '--account', '7', '--reason', reason)).toMatchObject({
    code: 1,
    out: 'ines@maker.example has not unsubscribed from account 7.\n',
  })
  expect(await quarry('lift', 'Ines@Maker.example', '--reason', reason)).toEqual({
    code: 0,
    out: 'Account 1 may write to this address again.\n',
    err: '',
  })
  expect((await app.get('/v2/unsubscribes')).body.data).toEqual([])
  const shown = JSON.parse((await quarry('lifted', '--json')).out) as unknown
  const by = `${userInfo().username} on the command line`
  expect(shown).toMatchObject([{ accountId: 1, email: 'ines@maker.example', liftedBy: by, reason }])
  const row =
    /^ACCOUNT +EMAIL +LIFTED +BY +REASON\n1 +ines@maker\.example +\d{4}-\d\d-\d\d +.* on the command line +asked/
  expect((await quarry('lifted')).out).toMatch(row)
})
