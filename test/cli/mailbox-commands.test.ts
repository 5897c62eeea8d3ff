import { expect, test } from 'vitest'
import { startReceivingServer } from '../internet/receiving-server.ts'
import { startApp } from '../support/app.ts'
import { runQuarry } from '../support/docs/quarry-shell.ts'

const PASSWORD = 'lamp-light-47'

test('a mailbox is connected, listed and tested on the command line', async () => {
  await using app = await startApp({ env: { QUARRY_ROLE: 'server' } })
  await using server = await startReceivingServer({ login: { username: 'rui', password: PASSWORD } })
  const env = {
    DATABASE_URL: app.database.connectionString,
    QUARRY_CRAWL: 'off',
    QUARRY_DNS_SERVERS: '127.0.0.1:9',
    QUARRY_SECRET_KEY: Buffer.alloc(32, 'k').toString('base64'),
    QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8',
  }
  const quarry = (args: readonly string[], input = '') => runQuarry({ args: ['mailbox', ...args], env, input })
  const add = ['add', 'rui@lumen.example', '--smtp', `127.0.0.1:${server.port}`, '--smtp-security', 'none']
  const refused = await quarry([...add, '--username', 'rui'], 'wrong\n')
  expect(refused.code).toBe(1)
  expect(refused.err).toMatch(/^quarry: /)
  const added = await quarry([...add, '--username', 'rui', '--json'], `${PASSWORD}\n`)
  expect([added.code, added.err]).toEqual([0, ''])
  const { id, email, smtp } = JSON.parse(added.out) as { id: number; email: string; smtp: object }
  expect({ email, smtp }).toMatchObject({ email: 'rui@lumen.example', smtp: { username: 'rui', has_password: true } })
  expect((await quarry(['list'])).out).toMatch(new RegExp(`^ID .*\\n${id} +rui@lumen\\.example +active`))
  expect(await quarry(['test', String(id)])).toEqual({ code: 0, out: 'SMTP: works\n', err: '' })
  // No resolver answers, so nothing is reported as missing; but the mail server speaks no TLS.
  const checked = await quarry(['check', String(id)])
  expect([checked.code, checked.out]).toEqual([
    1,
    expect.stringMatching(/^unknown: DNS .* SPF record of lumen\.example/m),
  ])
  const again = await runQuarry({ args: ['domain', 'check', 'lumen.example', '--json'], env, input: '' })
  const { findings } = JSON.parse(again.out) as { findings: { state: string; code: string }[] }
  expect(findings.flatMap(({ state, code }) => (state === 'problem' ? [code] : []))).toEqual(['tls.none'])
  expect(again.code).toBe(1)
  await app.context.database.pool.query(
    `update mailboxes set band = 'stopped', rest_until = now() + interval '1 day', rest_reason = 'health',
      band_facts = '{"sign": "policy", "count": 3, "of": 20}'`,
  )
  const health = await quarry(['health', String(id)])
  expect(health.out).toMatch(
    /^rui@lumen\.example is stopped\. Mail servers refused 3 of the last 20 emails .*\nIt rests until 20/,
  )
  const resumed = await quarry(['resume', String(id)])
  expect(resumed.out).toMatch(/^Mailbox \d+ \(rui@lumen\.example\) is sending again\.\nrui@lumen\.example is watched\./)
  const strict = await runQuarry({ args: ['domain', 'guard', 'strict', '--json'], env, input: '' })
  expect(JSON.parse(strict.out)).toEqual({ guard: 'strict' })
  expect((await app.get('/v2/account/guard')).body.data).toEqual({ guard: 'strict' })
  await server.stop()
  const broken = await quarry(['test', String(id)])
  expect([broken.code, broken.out]).toEqual([1, expect.stringMatching(/^SMTP: (?!works)/)])
})
