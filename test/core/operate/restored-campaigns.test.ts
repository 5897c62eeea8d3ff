import { expect, test } from 'vitest'
import { pauseRestored } from '../../../src/core/operate/restore.ts'
import { startApp } from '../../support/app.ts'
import { request, writtenCampaign } from '../../support/doors/campaign-client.ts'

test('campaigns of a restored backup that had something to send meanwhile send nothing until somebody resumes them', async () => {
  await using app = await startApp({ env: { QUARRY_ROLE: 'server', QUARRY_RATE_LIMIT_FACTOR: '0' } })
  const started = async (writing: Record<string, unknown>) => {
    const { id } = await writtenCampaign(app, writing)
    await app.post(`/v2/campaigns/${id}/recipients`, { emails: ['ada@birch.example'] })
    expect((await app.post(`/v2/campaigns/${id}/start`, {})).status).toBe(200)
    return id
  }
  const statusOf = async (id: number) => {
    const { body } = await request(app, 'GET', `/v2/sequences/${id}`)
    return (body.data as { status: string }).status
  }
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10)
  const running = await started({ gate: 'skip_invalid' })
  const later = await started({ start_at: days(9), gate: 'skip_invalid' })
  const soon = await started({ start_at: days(1), gate: 'skip_invalid' })
  const { id: draft } = await writtenCampaign(app)
  const waiting = await started({ gate: 'skip_invalid' })
  const planned = async () => (await app.database.pool.query('select from messages')).rowCount
  await expect.poll(planned).toBe(4)
  await app.database.pool.query(
    `update messages set due_at = now() + case when campaign_id = $1 then interval '-1 hour' else interval '1 day' end`,
    [running],
  )
  expect(await pauseRestored(app.context)).toBe(1)
  const all = [running, soon, later, draft, waiting]
  expect(await Promise.all(all.map(statusOf))).toEqual(['paused', 'planned', 'planned', 'draft', 'active'])
  expect(await pauseRestored(app.context)).toBe(0)
  expect((await app.post(`/v2/sequences/${running}/resume`, {})).status).toBe(200)
  expect(await statusOf(running)).toBe('active')
})
