import type { Route } from '../../../src/api/route.ts'

/** Values that make the other parameters of a request valid, if it has them. */
const USUAL: Record<string, unknown> = { domain: 'lumen.example' }

let made = 0
const next = (): number => ++made

/**
 * Parameters with which a request is valid, so that a wrong one beside them is processed completely. Routes that need
 * none are not listed.
 */
const NEEDED: Record<string, () => Record<string, unknown>> = {
  'post /email-verifier/bulk': () => ({ emails: ['rui@lumen.example'] }),
  'post /email-finder/bulk': () => ({ people: [{ full_name: 'Rui Abano', domain: 'lumen.example' }] }),
  'post /exports': () => ({ query: '*' }),
  'post /leads': () => ({ email: `p${next()}@lumen.example` }),
  'put /leads': () => ({ email: 'kept@lumen.example' }),
  'post /leads/imports': () => ({ csv: 'email,first name\na@lumen.example,A\n' }),
  'post /leads/bulk/save': () => ({ people: [`s${next()}@lumen.example`] }),
  'post /leads/bulk/change': () => ({ action: 'copy', ids: [1], target_list_name: 'Right', expected_count: 0 }),
  'post /leads/bulk/add': () => ({ leads_list_id: 1, lead_ids: [1] }),
  'post /leads/bulk/remove': () => ({ leads_list_id: 1, lead_ids: [1] }),
  'post /leads/bulk/enrich': () => ({ lead_ids: [1] }),
  'post /leads_custom_attributes': () => ({ label: `Label ${next()}` }),
  'put /leads_custom_attributes/:id': () => ({ label: `Label ${next()}` }),
  'post /leads_lists': () => ({ name: 'Right' }),
  'put /leads_lists/:id': () => ({ name: 'Right' }),
  'post /leads_lists/folders': () => ({ name: `Folder ${next()}` }),
  'put /leads_lists/folders/:id': () => ({ name: `Folder ${next()}` }),
  'post /campaigns/draft': () => ({ name: 'Right' }),
  'post /sequences': () => ({ name: 'Right' }),
  'post /sequences/:id/follow-ups': () => ({ subject: 'Right', body: 'Right', wait_days: 1 }),
  'post /campaigns/:id/recipients': () => ({ emails: [`r${next()}@lumen.example`] }),
  'post /conversations/:id/replies': () => ({ text: 'Right' }),
  'put /conversations/:id/replies/:reply_id': () => ({ text: 'Right' }),
  'put /answers/:id': () => ({ kind: 'answered' }),
  'post /sequences/:id/test': () => ({ to: 'me@lumen.example' }),
  'delete /campaigns/:id/recipients': () => ({ emails: ['r1@lumen.example'] }),
  'post /email-accounts/connect': () => ({ provider: 'nowhere' }),
  'post /email-accounts/:id/connect': () => ({ provider: 'nowhere' }),
  'put /mail-providers/:name': () => ({ kind: 'microsoft', client_id: 'right' }),
  // Nothing listens there, so a connection fails at once.
  'post /email-accounts': () => ({
    email: 'me@lumen.example',
    smtp_host: '127.0.0.1',
    smtp_port: 1,
    smtp_security: 'none',
  }),
  'post /webhooks': () => ({ target_url: 'https://hooks.example.org/right', event: 'lead.created' }),
  'put /webhooks/:id': () => ({ target_url: 'https://hooks.example.org/right', event: 'lead.created' }),
  'post /watches': () => ({ domains: ['lumen.example'] }),
  'delete /watches': () => ({ domains: ['lumen.example'] }),
  'post /people/forget': () => ({ email: `f${next()}@lumen.example` }),
  'post /people/kept': () => ({ email: `f${next()}@lumen.example` }),
  'post /unsubscribes': () => ({ email: `u${next()}@lumen.example` }),
  'post /suppressions': () => ({ email: `u${next()}@lumen.example` }),
  'post /api-keys': () => ({ name: 'Right' }),
  'post /email-accounts/:id/proof': () => ({ to: 'r@lumen.example' }),
  'put /account/guard': () => ({ guard: 'warn' }),
  'put /api-keys/:id': () => ({ name: 'Right' }),
}

/** What other parameters need beside them; the request may still lack something. */
export const usual = ({ capability }: Route): Record<string, unknown> =>
  Object.fromEntries(Object.entries(USUAL).filter(([name]) => name in capability.input.shape))

/** Returns the parameters of a valid request. */
export const rightBody = (route: Route): Record<string, unknown> => ({
  ...usual(route),
  ...NEEDED[`${route.method} ${route.path}`]?.(),
})
