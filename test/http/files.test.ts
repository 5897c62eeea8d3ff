import { expect, test } from 'vitest'
import { COUNTRIES } from '../../src/lib/companies/country-names.ts'
import { INDUSTRIES } from '../../src/lib/companies/industries.ts'
import { TECHNOLOGIES } from '../../src/lib/companies/technologies.ts'
import { startApp } from '../support/app.ts'

test('the lists of words that filters accept are served without a key, and can be cached', async () => {
  await using app = await startApp()
  const lists = {
    industries: INDUSTRIES,
    technologies: TECHNOLOGIES.map(({ slug }) => slug),
    countries: COUNTRIES,
  }
  for (const [name, list] of Object.entries(lists)) {
    const url = `${app.origin}/files/${name}.json`
    const answer = await fetch(url)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(await answer.json()).toEqual(list)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
    const again = await fetch(url, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  }
  expect((await fetch(`${app.origin}/files/departments.json`)).status).toBe(404)
})
