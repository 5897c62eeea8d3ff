import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { webVisitor } from '../../support/web/web-visitor.ts'

test('whoever deletes the last person of the last page is led to the others', async () => {
  await using app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  const maya = await webVisitor(app)
  await app.database.pool.query(
    `insert into leads (account_id, email, company) select 1, 'last' || n || '@oak.example', 'Lastpage' from generate_series(1, 21) n`,
  )
  const { html } = await maya.see('/leads?company=Lastpage&limit=20')
  const next = /rel="next" href="\/app([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const id = /name="ids" value="(\d+)"/.exec((await maya.see(next)).html)?.[1] ?? ''
  await maya.send('/leads/delete', {
    ids: id,
    expected_count: 1,
    back: next.slice(next.indexOf('?') + 1),
    once: 'last',
  })
  const after = (await maya.see(next)).html
  expect(after).toContain('No one is left on this page.')
  expect(after).not.toContain('No one matches')
  const first = /href="\/app([^"]+)">To the first page</.exec(after)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect((await maya.see(first)).html.match(/name="ids"/g)).toHaveLength(20)
})
