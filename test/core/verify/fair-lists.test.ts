import { expect, test } from 'vitest'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { mergeImports } from '../../../src/core/data/merge-imports.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'

const start = () => startApp({ env: { QUARRY_ROLE: 'server', QUARRY_RATE_LIMIT_FACTOR: '0' } })
const keyOf = async (app: TestApp) => ({ 'x-api-key': (await createAccount(app.context, 'unlimited')).key })

async function sendList(app: TestApp, emails: string[], headers: Record<string, string>): Promise<void> {
  const { status } = await app.post('/v2/email-verifier/bulk', { emails }, headers)
  expect(status).toBe(202)
}

const listOf = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `info@${name}${index}.example`)

test('addresses to verify are taken from accounts in turn, however many each one sent', async () => {
  await using app = await start()
  const [flood, other] = [await keyOf(app), await keyOf(app)]
  for (let list = 0; list < 3; list++) await sendList(app, listOf(`flood${list}-`, 60), flood)
  await sendList(app, listOf('other', 3), other)
  const { bulkQueues } = app.context.store
  const share = { holder: crypto.randomUUID(), leasedUntil: new Date(Date.now() + 60_000), perAccount: 75 }
  const first = await bulkQueues.lease(new Date(), { ...share, limit: 6 })
  expect(first.filter(({ queue }) => queue.includes('other'))).toHaveLength(3)
  expect(first).toHaveLength(6)
  // However many places are free, the larger account leaves some.
  const second = await bulkQueues.lease(new Date(), { ...share, limit: 94 })
  expect(second).toHaveLength(72)
  await sendList(app, listOf('late', 1), other)
  expect(await bulkQueues.lease(new Date(), { ...share, limit: 22 })).toMatchObject([{ queue: 'domain late0.example' }])
})

test('imports of leads are merged from accounts in turn', async () => {
  await using app = await start()
  const [flood, other] = [await keyOf(app), await keyOf(app)]
  const upload = async (name: string, headers: Record<string, string>): Promise<void> => {
    const init = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/csv' },
      body: `email\n${name}@x.example\n`,
    }
    expect((await fetch(`${app.origin}/v2/leads/imports?name=${name}`, init)).status).toBeLessThan(300)
  }
  for (let file = 0; file < 6; file++) await upload(`flood${file}`, flood)
  await upload('other', other)
  await mergeImports(app.context, new AbortController().signal, 1)
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select name from leads_imports where status = 'done' order by xmin::text::bigint`,
  )
  const names = rows.map((row) => row.name)
  expect(names).toHaveLength(7)
  expect(names.indexOf('other')).toBeLessThan(3)
})
