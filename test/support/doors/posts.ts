/** What makes requests valid beyond their usual parameters. */
export const MORE: Readonly<Record<string, (ids: Record<string, number>, list: number) => Record<string, unknown>>> = {
  '/discover': () => ({ query: 'software companies in Berlin' }),
  '/discover/people': () => ({ query: 'software companies in Berlin' }),
  '/leads/bulk/move': ({ leads_list: from }, list) => ({ leads_list_id: from, target_leads_list_id: list }),
  '/leads/bulk/add': ({ lead }, list) => ({ leads_list_id: list, lead_ids: [lead] }),
  '/leads/bulk/remove': ({ lead, leads_list: from }) => ({ leads_list_id: from, lead_ids: [lead] }),
  '/leads/bulk/enrich': ({ lead }) => ({ lead_ids: [lead] }),
  '/leads/bulk/change': ({ lead }) => ({ ids: [lead], expected_count: 1 }),
  '/leads/bulk/delete': ({ lead }) => ({ lead_ids: [lead] }),
  '/email-verifier/bulk/:id/save': (_, list) => ({ leads_list_id: list }),
  '/suppressions': () => ({ domain: undefined }),
  '/leads_lists/:id/merge': (_, list) => ({ destination_leads_list_id: list }),
}

/** Requests that are refused here because they would need something else; a refusal must not do anything either. */
export const REFUSED = new Set([
  '/campaigns/:id/start',
  '/sequences/:id/preview',
  '/sequences/:id/test',
  '/conversations/:id/replies',
  '/conversations/:id/replies/:reply_id/send',
  '/conversations/:id/replies/:reply_id/resend',
  '/conversations/:id/replies/:reply_id/mark-sent',
  '/email-accounts',
  '/email-accounts/connect',
  '/email-accounts/:id/connect',
  '/email-accounts/:id/dkim',
  '/email-accounts/:id/proof',
  '/sending-domains/:domain/check',
  '/webhooks/:id/deliveries/:delivery_id/retry',
])
