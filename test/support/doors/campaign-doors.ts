import { modernClient } from './mcp-client.ts'
import type { TestApp } from '../app.ts'
import { request } from './campaign-client.ts'

/** The steps of a campaign that both doors offer, under the same names. */
export interface CampaignDoor extends AsyncDisposable {
  /** Returns the addresses known for a domain. */
  search: (domain: string) => Promise<string[]>
  makeList: (name: string) => Promise<number>
  makeAttribute: (label: string) => Promise<string>
  saveLead: (lead: Record<string, unknown>) => Promise<number>
  addRecipients: (campaign: number, emails: readonly string[]) => Promise<Added>
  /** Returns what starting would do. */
  preview: (campaign: number, recipient: string) => Promise<unknown>
  start: (campaign: number) => Promise<Started>
}

export interface Added {
  recipients_added: number
  skipped_recipients: { email: string; reason: string }[]
}

export interface Started {
  message: string
  recipients_count: number
}

type Body = Record<string, unknown>

export function apiDoor(app: TestApp): CampaignDoor {
  const data = async <T>(method: string, path: string, body?: Body): Promise<T> => {
    const answer = await request(app, method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.data as T
  }
  return {
    search: async (domain) => {
      const { emails } = await data<{ emails: { value: string }[] }>('GET', `/v2/domain-search?domain=${domain}`)
      return emails.map(({ value }) => value)
    },
    makeList: async (name) => (await data<{ id: number }>('POST', '/v2/leads_lists', { name })).id,
    makeAttribute: async (label) =>
      (await data<{ slug: string }>('POST', '/v2/leads_custom_attributes', { label })).slug,
    saveLead: async (lead) => (await data<{ id: number }>('PUT', '/v2/leads', lead)).id,
    addRecipients: (campaign, emails) => data('POST', `/v2/campaigns/${campaign}/recipients`, { emails }),
    preview: (campaign, recipient) => data('GET', `/v2/sequences/${campaign}/preview?recipient=${recipient}`),
    start: (campaign) => data('POST', `/v2/campaigns/${campaign}/start`, {}),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

interface ToolAnswer {
  isError?: boolean
  content: { text: string }[]
  structuredContent?: { data: unknown; meta: Record<string, unknown> }
}

/** The MCP door, without the content of the campaign, which the test writes through `/v2`. */
export async function mcpDoor(app: TestApp): Promise<CampaignDoor> {
  const client = await modernClient(`${app.origin}/mcp`, { pin: '2026-07-28' }, { 'X-API-KEY': app.key })
  const call = async (name: string, args: Body): Promise<NonNullable<ToolAnswer['structuredContent']>> => {
    const answer = (await client.callTool({ name, arguments: args })) as ToolAnswer
    if (answer.isError === true || answer.structuredContent === undefined)
      throw new Error(`${name}: ${answer.content[0]?.text}`)
    return answer.structuredContent
  }
  const data = async <T>(name: string, args: Body): Promise<T> => (await call(name, args)).data as T
  return {
    search: async (domain) => {
      const { emails } = await data<{ emails: { value: string }[] }>('domain_search', { domain })
      return emails.map(({ value }) => value)
    },
    makeList: async (name) => (await data<{ id: number }>('save_leads_list', { name })).id,
    makeAttribute: async (label) => (await data<{ slug: string }>('save_custom_attribute', { label })).slug,
    saveLead: async (lead) => (await data<{ id: number }>('save_lead', lead)).id,
    addRecipients: (campaign, emails) => data('add_recipients', { campaign_id: campaign, emails, confirm: true }),
    preview: async (campaign) => (await call('start_campaign', { campaign_id: campaign })).meta['effect'],
    start: (campaign) => data('start_campaign', { campaign_id: campaign, confirm: true }),
    [Symbol.asyncDispose]: () => client.close(),
  }
}
