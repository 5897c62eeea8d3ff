import { expect, test } from 'vitest'
import { mergeImports } from '../../../src/core/data/merge-imports.ts'
import { startApp } from '../../support/app.ts'

test('a worker that dies as it stores the events of an import leaves them, with the leads, to the next one', async () => {
  await using app = await startApp({ env: { QUARRY_ROLE: 'server' } })
  for (const event of ['lead.created', 'import.completed'])
    expect((await app.post('/v2/webhooks', { target_url: 'https://hooks.example.org/all', event })).status).toBe(201)
  const csv = `email\n${Array.from({ length: 25 }, (_, at) => `p${at}@lumen.example\n`).join('')}`
  expect((await app.post('/v2/leads/imports', { csv })).status).toBe(202)
  const { pool } = app.database
  const kept = async () =>
    (
      await pool.query(`select event, count(*)::int as told, (select count(*)::int from leads) as leads
        from webhook_deliveries group by event order by event`)
    ).rows

  const { store } = app.context
  const { signal } = new AbortController()
  for (let deaths = 0; deaths < 3; deaths++) {
    let slices = 0
    const publish: typeof store.webhookDeliveries.publish = (...given) =>
      slices++ < deaths
        ? store.webhookDeliveries.publish(...given)
        : Promise.reject(Object.assign(new Error('killed'), { code: '57P01' }))
    const dying = { ...app.context, store: { ...store, webhookDeliveries: { ...store.webhookDeliveries, publish } } }
    await expect(mergeImports(dying, signal, 5)).rejects.toThrow('killed')
    const [created] = (await kept()) as { told: number; leads: number }[]
    expect(created?.told).toBe(created?.leads)
  }
  await mergeImports(app.context, signal, 5)
  expect(await kept()).toEqual([
    { event: 'import.completed', told: 1, leads: 25 },
    { event: 'lead.created', told: 25, leads: 25 },
  ])
})
