import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { toolCaller } from '../../support/doors/mcp-client.ts'
import type { ToolAnswer } from '../../support/doors/mcp-client.ts'

type Data = Record<string, unknown>

let app: TestApp
let caller: Awaited<ReturnType<typeof toolCaller<Data>>>
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_LOCAL_SUFFIXES: 'example' } })
  await app.post('/v2/leads_custom_attributes', { label: 'Fair' })
  caller = await toolCaller<Data>(app)
})
afterAll(async () => {
  await caller.close()
  await app[Symbol.asyncDispose]()
})

const change = (args: Data): Promise<ToolAnswer<Data>> => caller.call('change_leads', args)
const effectOf = (answer: ToolAnswer<Data>) => answer.structuredContent?.meta['effect'] as Data

/** Previews a change, and makes it. */
async function changed(args: Data): Promise<Data> {
  const { leads_count } = effectOf(await change(args))
  const done = await change({ ...args, expected_count: leads_count, confirm: true })
  expect(done.isError, done.content[0]?.text).toBeUndefined()
  return done.structuredContent?.data ?? {}
}

async function listOf(name: string, people: readonly unknown[]): Promise<number> {
  const saved = await app.post('/v2/leads/bulk/save', { people, leads_list_name: name })
  return (saved.body.meta as { leads_list_ids: number[] }).leads_list_ids[0] ?? 0
}

async function leadsIn(list: number): Promise<(Data & { id: number; email: string })[]> {
  const { body } = await app.get(`/v2/leads?leads_list_id=${list}&limit=1000`)
  return (body.data as { leads: (Data & { id: number; email: string })[] }).leads
}
const emailsIn = async (list: number): Promise<string[]> => (await leadsIn(list)).map(({ email }) => email).toSorted()

describe('change_leads', () => {
  test('does nothing without confirmation, without a count, or with a different one', async () => {
    const list = await listOf('Kept', ['a@kept.example', 'b@kept.example', 'c@kept.example'])
    const preview = await change({ action: 'delete', leads_list_id: list })
    expect(preview.structuredContent).toMatchObject({
      data: null,
      meta: {
        confirmed: false,
        effect: { action: 'delete', leads_count: 3, lists_touched: 1, cancels_messages: 0, can_be_undone: false },
      },
    })
    expect((effectOf(preview)['examples'] as string[]).toSorted()).toEqual(await emailsIn(list))
    for (const more of [
      { confirm: true },
      { confirm: true, expected_count: 2 },
      { expected_count: 3 },
      { confirm: null },
    ])
      expect((await change({ action: 'delete', leads_list_id: list, ...more })).structuredContent?.data).toBeNull()
    expect((await leadsIn(list)).length).toBe(3)
    expect(await changed({ action: 'delete', leads_list_id: list })).toEqual({
      action: 'delete',
      leads_count: 3,
      status: 'done',
      target_list_id: null,
      job_id: null,
    })
    expect(await leadsIn(list)).toEqual([])
  })

  test('copies, tags, removes and moves', async () => {
    const list = await listOf('From', ['a@from.example', 'b@from.example', 'c@from.example'])
    const [first] = await leadsIn(list)
    const copied = await changed({ action: 'copy', query: 'from.example', target_list_name: 'To' })
    const target = Number(copied['target_list_id'])
    expect([await emailsIn(list), await emailsIn(target)]).toEqual([await emailsIn(target), await emailsIn(list)])
    const custom_attributes = [{ slug: 'fair', value: 'Autumn' }]
    const touched = async (args: Record<string, unknown>) => effectOf(await change(args))['lists_touched']
    const ids = [first?.id]
    expect([
      await touched({ action: 'remove_from_list', leads_list_id: target, ids }),
      await touched({ action: 'move', leads_list_id: list, target_list_name: 'Third' }),
      await touched({ action: 'copy', ids, target_list_name: 'Third' }),
      await touched({ action: 'tag', ids, custom_attributes }),
      await touched({ action: 'delete', ids }),
      await touched({ action: 'remove_from_list', leads_list_id: target, ids: [999_999] }),
    ]).toEqual([1, 2, 1, 0, 2, 0])
    await changed({ action: 'tag', ids: [first?.id, 999_999], custom_attributes })
    const tagged = (await leadsIn(list)).filter(({ fair }) => fair === 'Autumn')
    expect(tagged.map(({ id }) => id)).toEqual([first?.id])
    await changed({ action: 'tag', ids: [first?.id], custom_attributes: [{ slug: 'Met at', value: 'Porto' }] })
    expect((await leadsIn(list)).filter(({ met_at }) => met_at === 'Porto').length).toBe(1)
    await changed({ action: 'remove_from_list', leads_list_id: target, ids: [first?.id] })
    expect((await leadsIn(target)).length).toBe(2)
    const moved = await changed({ action: 'move', leads_list_id: list, target_list_name: 'Third' })
    expect([(await leadsIn(list)).length, (await leadsIn(Number(moved['target_list_id']))).length]).toEqual([0, 3])
  })

  test('merges duplicates into the oldest, which gets the values it lacked', async () => {
    const list = await listOf('Twice', [{ email: 'ana.couto@twice.example', first_name: 'Ana', last_name: 'Couto' }])
    await listOf('Twice', [
      { email: 'ana.couto+news@twice.example', position: 'Buyer' },
      { email: 'acouto@twice.example', first_name: 'ana', last_name: 'COUTO', phone_number: '+351 1' },
      { email: 'ana@other.example', first_name: 'Ana', last_name: 'Couto' },
    ])
    const preview = effectOf(await change({ action: 'merge_duplicates', leads_list_id: list }))
    expect(preview).toMatchObject({ leads_count: 2 })
    expect((preview['pairs'] as string[]).toSorted()).toEqual([
      'acouto@twice.example into ana.couto@twice.example',
      'ana.couto+news@twice.example into ana.couto@twice.example',
    ])
    const args = { action: 'merge_duplicates', leads_list_id: list, expected_count: 2, confirm: true }
    // The pairs were in the preview.
    expect(effectOf(await change(args))).toEqual({
      action: 'merge_duplicates',
      leads_count: 2,
      lists_touched: 1,
      cancels_messages: 0,
      can_be_undone: false,
    })
    expect(await emailsIn(list)).toEqual(['ana.couto@twice.example', 'ana@other.example'])
    const kept = (await leadsIn(list)).find(({ email }) => email === 'ana.couto@twice.example')
    expect(kept).toMatchObject({ position: 'Buyer', phone_number: '+351 1' })
  })

  test('leaves large changes to a worker', async () => {
    const people = Array.from({ length: 700 }, (_, index) => `p${index}@many.example`)
    const list = await listOf('Many', people)
    expect(await changed({ action: 'delete', leads_list_id: list })).toMatchObject({
      leads_count: 700,
      status: 'queued',
    })
    await expect.poll(async () => (await leadsIn(list)).length).toBe(0)
  })

  test.each([
    [{}, 'wrong_params: The action parameter is missing.'],
    [{ action: 'delete' }, 'wrong_params: Say which leads: ids, leads_list_id or query.'],
    [{ action: 'delete', ids: [1], query: 'a' }, 'wrong_params: Say which leads in one way'],
    [{ action: 'delete', ids: [1], leads_list_id: 1 }, 'wrong_params: Say which leads in one way'],
    [{ action: 'move', ids: [1], target_list_name: 'To' }, 'wrong_params: move needs leads_list_id'],
    [{ action: 'copy', ids: [1] }, 'wrong_params: copy needs target_list_name.'],
    [{ action: 'copy', ids: [1], target_list_name: 'a\0b' }, 'wrong_params: target_list_name must be a string'],
    [{ action: 'tag', ids: [1] }, 'wrong_params: tag needs custom_attributes.'],
    [{ action: 'delete', leads_list_id: 999_999 }, 'validation_failed: leads_list_id 999999 does not exist.'],
  ])('%#: refuses what cannot have been meant', async (args, sentence) => {
    const { isError, content } = await change(args)
    expect([isError, content[0]?.text.slice(0, sentence.length)]).toEqual([true, sentence])
  })

  test('changes nothing when nothing matches, which is not an error', async () => {
    expect(await changed({ action: 'delete', query: 'nobody has this' })).toMatchObject({
      leads_count: 0,
      status: 'done',
    })
  })
})
