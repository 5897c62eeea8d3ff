import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { request, writtenCampaign } from '../../support/doors/campaign-client.ts'
import { emptyTables } from '../../support/records/empty-tables.ts'

const NOW = new Date('2026-03-02T10:00:00.000Z')

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' }, replace: { clock: { now: () => NOW } } })
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => emptyTables(app.context.database, 'campaigns', 'leads', 'unsubscribes', 'optouts'))

const sql = (text: string, values: unknown[] = []) => app.context.database.pool.query<{ id: number }>(text, values)

interface Answer {
  id: number
  kind: string
  email: string
  done_at: string | null
  note: string | null
}

/** Starts a campaign and records what came back for its messages, by recipient. */
async function campaign(came: Record<string, string>): Promise<number> {
  const { id } = await writtenCampaign(app)
  const emails = Object.keys(came).map((name) => `${name}@answers.example`)
  await app.post('/v2/leads', { email: 'ann@answers.example', first_name: 'Ann', company: 'Alder' })
  await app.post(`/v2/campaigns/${id}/recipients`, { emails })
  await app.post(`/v2/campaigns/${id}/start`, {})
  for (const [index, [name, column]] of Object.entries(came).entries())
    await sql(
      `update messages m set status = 'sent', sent_at = $3, ${column} = $4 from campaign_recipients r
        where m.recipient_id = r.id and m.campaign_id = $1 and r.email = $2`,
      [id, `${name}@answers.example`, NOW, new Date(NOW.getTime() + index * 60_000)],
    )
  return id
}

const list = async (query = '') => {
  const { body } = await app.get(`/v2/answers${query}`)
  return {
    answers: body.data as Answer[],
    meta: body.meta as { total: number; next: string | null; open: unknown; last_read_at: unknown },
  }
}
const shown = (answers: Answer[]) => answers.map(({ kind, email }) => `${kind} ${email.split('@')[0]}`)
const mark = (id: number, body: Record<string, unknown>) => request(app, 'PUT', `/v2/answers/${id}`, body)

describe('answers', () => {
  test('list what came back to all campaigns, newest first', async () => {
    const id = await campaign({ ann: 'replied_at', bob: 'bounced_at' })
    await campaign({ cy: 'unsubscribed_at', dee: 'opened_at' })
    const { answers, meta } = await list()
    expect(shown(answers).toSorted()).toEqual(['answered ann', 'bounced bob', 'unsubscribed cy'])
    expect(meta).toMatchObject({ total: 3, open: { answered: 1, bounced: 1, unsubscribed: 1 }, last_read_at: null })
    expect(answers.find(({ kind }) => kind === 'answered')).toMatchObject({
      at: NOW.toISOString(),
      lead: { first_name: 'Ann', company: 'Alder' },
      campaign: { id, name: 'Porto makers outreach' },
      message: { step: 0, sent_at: NOW.toISOString() },
      no_mail: null,
      done_at: null,
      note: null,
    })
    expect(shown((await list(`?campaign_id=${id}`)).answers)).toEqual(['bounced bob', 'answered ann'])
    expect(shown((await list('?kind=bounced')).answers)).toEqual(['bounced bob'])
    expect(shown((await list('?limit=1&offset=1&campaign_id=' + id)).answers)).toEqual(['answered ann'])
  })

  test('are open until marked as done, and keep a note', async () => {
    await campaign({ ann: 'replied_at', bob: 'replied_at' })
    const [, ann] = (await list()).answers
    const done = await mark(ann?.id ?? 0, { kind: 'answered', done: true, note: 'Call on Friday' })
    expect([done.status, done.body.data]).toMatchObject([200, { done_at: NOW.toISOString(), note: 'Call on Friday' }])
    const open = await list('?open=true')
    expect([shown(open.answers), open.meta.total, open.meta.open]).toEqual([
      ['answered bob'],
      1,
      { answered: 1, bounced: 0, unsubscribed: 0 },
    ])
    expect(shown((await list('?open=false')).answers)).toEqual(['answered ann'])
    await mark(ann?.id ?? 0, { kind: 'answered', done: false })
    expect((await list('?open=true')).answers.at(-1)).toMatchObject({ done_at: null, note: 'Call on Friday' })
    await mark(ann?.id ?? 0, { kind: 'answered', note: '' })
    expect((await list()).answers.at(-1)).toMatchObject({ note: null })
  })

  test('are paged through without gaps, whatever is marked as done meanwhile', async () => {
    const names = ['ann', 'bob', 'cy', 'dee', 'eve']
    const id = await campaign(Object.fromEntries(names.map((name) => [name, 'replied_at'])))
    // All within one millisecond, and two answers to each message at the same time.
    await sql(
      `update messages set replied_at = $2::timestamptz + id * interval '1 microsecond' where campaign_id = $1`,
      [id, NOW],
    )
    await sql('update messages set unsubscribed_at = replied_at where campaign_id = $1', [id])
    const seen: string[] = []
    let after = ''
    do {
      const { answers, meta } = await list(`?open=true&limit=3${after}`)
      expect(answers.length).toBeGreaterThan(0)
      seen.push(...shown(answers))
      for (const { id: answer, kind } of answers) await mark(answer, { kind, done: true })
      after = meta.next === null ? '' : `&after=${meta.next}`
    } while (after !== '')
    expect(seen.length).toBe(10)
    expect(new Set(seen).size).toBe(10)
    const places = ['["x",1,"answered"]', '["0000-01-01T00:00:00.000000Z",1,"answered"]'] // not written by Quarry
    for (const bad of ['nonsense', ...places.map((place) => Buffer.from(place).toString('base64url'))])
      expect((await app.get(`/v2/answers?after=${bad}`)).body).toMatchObject({ errors: [{ id: 'pagination_error' }] })
    const { meta } = await list('?limit=1')
    expect((await app.get(`/v2/answers?after=${meta.next}&offset=2`)).status).toBe(400)
  })

  test('that never came are not found; without a kind the latest answer is meant', async () => {
    await campaign({ ann: 'replied_at' })
    const [ann] = (await list()).answers
    expect((await mark(ann?.id ?? 0, { kind: 'bounced', done: true })).status).toBe(404)
    expect((await mark(ann?.id ?? 0, { done: true })).body.data).toMatchObject({
      kind: 'answered',
      done_at: NOW.toISOString(),
    })
    expect((await app.get('/v2/answers?kind=opened')).status).toBe(400)
  })

  test('lose their note when its subject opts out', async () => {
    await campaign({ ann: 'replied_at', bob: 'replied_at' })
    for (const { id } of (await list()).answers) await mark(id, { kind: 'answered', note: 'Likes lamps' })
    await addOptout(app.context, 'ann@answers.example', null)
    const notes = (await list()).answers.map(({ email, note }) => [email, note])
    expect(notes).toEqual([
      ['bob@answers.example', 'Likes lamps'],
      ['ann@answers.example', null],
    ])
  })
})
