import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toolsets } from '../../../tools/index.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { apiClient, idOf } from '../../support/doors/api-client.ts'
import { writtenCampaign } from '../../support/doors/campaign-client.ts'
import { seedConversation } from '../../support/mails/kept-conversation.ts'
import { seedPeople } from '../../support/records/seed.ts'
import { modernClient } from '../../support/doors/mcp-client.ts'
import type { ToolAnswer } from '../../support/doors/mcp-client.ts'

/** Hosts fill arguments with whatever they have: nothing, in many spellings, or what an argument can never be. */

type Values = Record<string, unknown>

const NOTHING: readonly unknown[] = [null, '', 'null', {}, [null, '', 'null']]
const ODD: readonly unknown[] = [
  'a\0b',
  'x'.repeat(20_000),
  '__proto__',
  ['__proto__', 'constructor'],
  { ['__proto__']: { polluted: true }, constructor: 1 },
  '99999999999999999999',
  1e308,
  '2026-13-01T25:61:00Z',
]

let app: TestApp
let client: Awaited<ReturnType<typeof modernClient>>
/** For each tool, a call that no longer changes anything. */
let usual: Record<string, Values>
beforeAll(async () => {
  app = await startApp({
    env: {
      QUARRY_RATE_LIMIT_FACTOR: '0',
      QUARRY_ROLE: 'server',
      QUARRY_VERIFY_WAIT_MS: '0',
      QUARRY_CRAWL_WAIT_MS: '0',
    },
  })
  client = await modernClient(`${app.origin}/mcp`, { pin: '2026-07-28' }, { 'X-API-KEY': app.key })
  const { send, list } = apiClient(app, app.key)
  await seedPeople(app.context, 'tern.example', [['Ida', 'Tern', 'Buyer']])
  const email = 'ida.tern@tern.example'
  const leads_list_id = await list('Orchard')
  const id = idOf(
    (await send('POST', '/leads', { email, first_name: 'Ida', notes: 'Likes larch.', leads_list_id })).body,
  )
  const { id: draft } = await writtenCampaign(app, { name: 'Draft' })
  const { id: running } = await writtenCampaign(app, { name: 'Running', steps: 2 })
  await app.post(`/v2/campaigns/${running}/recipients`, { emails: [email] })
  await app.post(`/v2/campaigns/${running}/start`, {})
  const { id: conversation_id } = await seedConversation(app.context, { email, text: 'Yes.', mailClass: 'interested' })
  const people = [
    { full_name: 'Ida Tern', domain: 'tern.example' },
    { full_name: 'Bo Oak', domain: 'tern.example' },
  ]
  const emails = [email, 'bo.oak@tern.example']
  usual = {
    domain_search: { domain: 'tern.example' },
    email_count: { domain: 'tern.example' },
    find_email: { domain: 'tern.example', full_name: 'Ida Tern', max_credits: 0 },
    find_emails: { people, max_credits: 0 },
    research_company: { domain: 'tern.example', max_credits: 0, max_seconds: 0 },
    verify_email: { email, max_credits: 0 },
    verify_emails: { emails, max_credits: 0 },
    enrich_person: { email },
    enrich_company: { domain: 'tern.example', max_credits: 0 },
    save_lead: { id },
    save_leads: { people: [email], leads_list_id },
    change_leads: { action: 'delete', ids: [id] },
    save_leads_list: { name: 'Orchard' },
    export_rows: { leads_list_id },
    list_recipients: { campaign_id: running },
    draft_campaign: { campaign_id: draft },
    preview_message: { campaign_id: running },
    add_recipients: { campaign_id: draft, emails: [email] },
    cancel_recipients: { campaign_id: running, emails: [email] },
    start_campaign: { campaign_id: draft },
    pause_campaign: { campaign_id: running },
    reply: { conversation_id, text: 'Thank you.' },
    forget_person: { email },
    watch_companies: { domains: ['tern.example'] },
    set_webhook: { event: 'message.replied', target_url: 'https://hooks.example.org/in' },
  }
  for (const [name, args] of Object.entries(usual)) await call(name, args)
})
afterAll(async () => {
  await client.close()
  await app[Symbol.asyncDispose]()
})

const call = async (name: string, args: Values): Promise<ToolAnswer> =>
  (await client.callTool({ name, arguments: args })) as unknown as ToolAnswer

const TABLES = ['leads', 'leads_lists', 'leads_list_members', 'leads_custom_attributes', 'campaigns', 'campaign_steps',
  'campaign_recipients', 'messages', 'conversations', 'webhooks', 'watches', 'unsubscribes', 'optouts',
  'optout_requests', 'api_keys', 'mailboxes', 'charges', 'find_jobs', 'bulk_jobs'] // prettier-ignore

/** Returns all records by table, without the times of their last change. */
async function records(): Promise<Record<string, string>> {
  const parts = TABLES.map(
    (table) =>
      `(select coalesce(jsonb_agg(to_jsonb(t) - '{updated_at,last_used_at,at,kept_at}'::text[] order by to_jsonb(t)::text), '[]')::text from ${table} t) as ${table}`,
  )
  const { rows } = await app.context.database.pool.query<Record<string, string>>(`select ${parts.join(', ')}`)
  return rows[0] ?? {}
}

/** What a model needs to continue: the id of the error, a sentence, and in brackets what to do. */
const HELPFUL = /^[a-z_]+: .+\(.+\)$/m
const INSIDE = /internal_error|-32603|node_modules|\/src\/|syntax for type|invalid byte|\bundefined\b|\[object /

const LISTED = toolsets.flatMap(({ tools }) => tools).filter(({ unlisted }) => unlisted !== true)

/** Describes what is wrong with an answer. */
function faultsOf({ isError = false, content }: ToolAnswer, isMissing: boolean): string[] {
  const text = content.map((part) => part.text ?? '').join('\n')
  return [
    ...(isError && !HELPFUL.test(text) ? ['no way on'] : []),
    ...(isError && isMissing && !text.includes('parameter is missing') ? ['not called missing'] : []),
    ...(INSIDE.test(text) ? ['shows the inside'] : []),
    ...(text.length > 20_000 ? ['too long'] : []),
  ].map((fault) => `${fault}: ${text.slice(0, 200)}`)
}

describe.each(LISTED.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  const names = [...Object.keys(tool.input.shape), ...(tool.preview === undefined ? [] : ['confirm'])]
  /** @param mayChange whether an answer may have changed records; null if none may */
  const faultsWith = async (
    values: readonly unknown[],
    mayChange: ((answer: ToolAnswer) => boolean) | null,
    missing: boolean,
  ) => {
    const faults: string[] = []
    // Other tools may have changed what this one fills.
    await call(name, usual[name] ?? {})
    let before = await records()
    /** Arguments sent since the records were last read, none of which may change anything. */
    let quiet: string[] = []
    const compare = async (): Promise<void> => {
      const after = await records()
      if (quiet.length > 0 && !isDeepStrictEqual(after, before)) faults.push(`${quiet.join(' or ')} changed records`)
      before = after
      quiet = []
    }
    for (const argument of names) {
      // Without this argument, a list begins.
      const isBegun = argument === 'max_credits' && tool.spends?.isJob === true
      if (isBegun || mayChange !== null) await compare()
      const answers = await Promise.all(values.map((value) => call(name, { ...usual[name], [argument]: value })))
      for (const [place, answer] of answers.entries())
        for (const fault of faultsOf(answer, missing && tool.required.includes(argument)))
          faults.push(`${argument} ${JSON.stringify(values[place]).slice(0, 60)}: ${fault}`)
      if (isBegun || answers.some((answer) => mayChange?.(answer))) before = await records()
      else quiet.push(argument)
    }
    await compare()
    return faults
  }

  test('treats empty values, in any spelling, as absent, and changes no record', async () => {
    expect(await faultsWith(NOTHING, null, true)).toEqual([])
  })

  test('refuses impossible values, says what to do, and changes no record', async () => {
    const onlyShows = tool.annotations.readOnlyHint || tool.preview !== undefined
    expect(await faultsWith(ODD, onlyShows ? null : ({ isError }) => isError !== true, false)).toEqual([])
    expect(({} as Values)['polluted']).toBeUndefined()
  })
})
