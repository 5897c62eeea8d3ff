import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestAnswer, TestApp } from '../../support/app.ts'
import { request, writtenCampaign } from '../../support/doors/campaign-client.ts'

const RECIPIENT = 'ines@maker.example'
const MANY = '{{email}}'.repeat(5_500)
const PROBLEM = 'A text can have at most 200 merge tags; this one has 5500.'

let app: TestApp
let steps: string
let opening: number
let id: number
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
})
beforeEach(async () => {
  id = (await writtenCampaign(app)).id
  steps = `/v2/sequences/${id}/follow-ups`
  const { body } = await app.get(steps)
  opening = (body.data as { follow_ups: { id: number }[] }).follow_ups[0]?.id ?? 0
})
afterAll(() => app[Symbol.asyncDispose]())

const refusal = ({ status, body }: TestAnswer) => [status, body.errors?.[0]?.details]

describe('a text with thousands of merge tags', () => {
  test('cannot be written into a step', async () => {
    const text = { subject: 'Hello', body: MANY }
    expect(refusal(await request(app, 'PUT', `${steps}/${opening}`, text))).toEqual([422, `body: ${PROBLEM}`])
    expect(refusal(await app.post(steps, { wait_days: 3, ...text }))).toEqual([422, `body: ${PROBLEM}`])
    expect((await app.get(steps)).body.data).toMatchObject({
      follow_ups: [{ body: 'Good morning, shall we talk?' }],
    })
  })

  test('that an older version accepted is shown as one that cannot be sent', async () => {
    await app.context.database.pool.query('update campaign_steps set body = $2 where id = $1', [opening, MANY])
    await app.post(`/v2/sequences/${id}/recipients`, { emails: [RECIPIENT] })
    const { status, body } = await app.post(`/v2/sequences/${id}/preview`, { recipient: RECIPIENT })
    expect([status, body.data]).toMatchObject([200, { messages: [{ body: null, problem: PROBLEM }] }])
  })
})
