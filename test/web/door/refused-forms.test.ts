import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { fillAccount } from '../../support/web/full-account.ts'
import type { PathValues } from '../../support/web/full-account.ts'
import { webVisitor } from '../../support/web/web-visitor.ts'
import type { Visitor } from '../../support/web/web-visitor.ts'

const LONG = 'Birch'.repeat(60)

let app: TestApp
let ids: PathValues
let maya: Visitor
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  ids = await fillAccount(app)
  maya = await webVisitor(app)
})
afterAll(() => app?.[Symbol.asyncDispose]())

/** The inputs that a page marks as wrong: the path of their form, their name, and whether a link of the summary leads there. */
function wrongIn(html: string): { form: string; name: string; isLinked: boolean }[] {
  const forms = [...html.matchAll(/<form[^>]* action="\/app([^"?]*)[^"]*"[^>]*>(.*?)<\/form>/gs)]
  return forms.flatMap(([, form = '', inside = '']) =>
    [...inside.matchAll(/<(?:input|textarea) [^>]*aria-invalid="true"[^>]*>/gs)].map(([input]) => {
      const [id, name] = ['id', 'name'].map((each) => new RegExp(`\\b${each}="([^"]*)"`).exec(input)?.[1] ?? '')
      return { form, name: name ?? '', isLinked: html.includes(`<li><a href="#${id}">`) }
    }),
  )
}

test.each([
  ['a folder', () => '/lists/folders', { folder_name: LONG }, 'folder_name'],
  ['the new name of a folder', () => `/lists/folders/${ids['folders']}`, { new_folder_name: LONG }, 'new_folder_name'],
  ['a field', () => '/lists/fields', { label: LONG }, 'label'],
  ['the new name of a field', () => `/lists/fields/${ids['fields']}`, { new_label: LONG }, 'new_label'],
  [
    'the target of a webhook',
    () => '/settings/webhooks/new',
    { target_url: 'birch', event: 'lead.created' },
    'target_url',
  ],
  ['the credits of an app', () => `/settings/apps/${ids['apps']}`, { daily_credits: '-1' }, 'daily_credits'],
  [
    'the list of an import',
    () => `/imports/files/${ids['files']}`,
    { column_0: 'email', field_0: 'email', on_existing: 'skip', leads_list_name: LONG },
    'leads_list_name',
  ],
])('%s that is refused is marked in its own form, and in no other', async (_, path, fields, name) => {
  const { status, html } = await maya.send(path(), fields)
  expect([status, wrongIn(html)]).toEqual([422, [{ form: path(), name, isLinked: true }]])
  expect(html).toContain('<title>Something needs fixing: ')
  expect(html).toContain(Object.entries(fields).find(([field]) => field === name)?.[1])
})

test('a note that is too long stays in its field, which is open', async () => {
  const { html: answers } = await maya.see('/answers/events')
  const [, name = '', id, kind = ''] = /name="(note-(\d+)-(\w+))"/.exec(answers) ?? []
  const path = `/answers/${id}/mark`
  const fields = { answer_kind: kind, note_field: name, [name]: 'x'.repeat(2_001) }
  const { status, html } = await maya.send(path, fields)
  expect([status, wrongIn(html)]).toEqual([422, [{ form: path, name, isLinked: true }]])
  expect(html).toMatch(/<details open>\s*<summary>/)
})

test('windows can be told apart: the title names the record, and which of its screens is shown', async () => {
  const id = ids['campaigns']
  const paths = ['write', 'people', 'schedule', 'stats'].map((tab) => `/campaigns/${id}/${tab}`)
  paths.push(
    '/settings/keys',
    `/settings/keys/${ids['keys']}`,
    '/settings/webhooks',
    `/settings/webhooks/${ids['webhooks']}`,
  )
  const titles = await Promise.all(paths.map(async (path) => /<title>[^<]+/.exec((await maya.see(path)).html)?.[0]))
  expect(new Set(titles).size).toBe(paths.length)
})
