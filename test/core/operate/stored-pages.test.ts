import { expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'

test('the metrics count stored pages, on whatever node they are', async () => {
  await using app = await startApp()
  const pages = `insert into pages (domain, url, status, captured_at)
    select 'site' || n || '.example', 'https://site' || n || '.example/', 200, now() from generate_series(1, 20) n`
  await app.database.pool.query(pages)
  await app.database.pool.query('analyze pages')
  expect(await (await fetch(`${app.url}/metrics`)).text()).toContain('quarry_pages 20\n')
})
