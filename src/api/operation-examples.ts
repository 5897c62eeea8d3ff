import type { Route } from './route.ts'
import { ownValue } from '../lib/text/own-value.ts'

type Parameters = Readonly<Record<string, unknown>>

const LIST = { name: 'Makers of lamps' }
const FOLDER = { name: 'Spring' }
const ADDRESS = { email: 'rui@lumen.example' }
const PROFILE = { domain: 'lumen.example', full_name: 'Rui Abano' }
const HOOK = { target_url: 'https://hooks.example.org/quarry', event: 'lead.created' }
const LABEL = { label: 'Region' }
const LEAD = { ...ADDRESS, first_name: 'Rui', last_name: 'Abano', company: 'Lumen' }
const QUESTION = { query: 'software companies in Portugal with fewer than 50 people' }
const SCHEDULE = { schedule_time_start: 32_400, schedule_time_end: 61_200, time_zone: 'Europe/Lisbon' }
const STEP = { subject: 'A question', body: 'Hello {{first_name|there}}', wait_days: 3 }
const DRAFT = { name: 'Spring', steps: [STEP], days: [1, 2, 3], from_time: '09:00', to_time: '16:00' }
const CHOSEN = { leads_list_id: 1, lead_ids: [1, 2] }
const PAGE = { limit: 10, offset: 0 }

/** Parameters of one right request for each operation, by method and path; those that are not named need none. */
const EXAMPLES: Readonly<Record<string, Parameters>> = {
  'post /discover': QUESTION,
  'post /discover/people': QUESTION,
  'get /discover/people': QUESTION,
  'post /watches': { domains: ['lumen.example'], types: ['joined', 'left'], every_days: 7 },
  'delete /watches': { domains: ['lumen.example'] },
  'get /changes': { domain: 'lumen.example', type: 'joined,left', since: '2026-03-01' },
  'get /domain-finder': { company: 'Lumen' },
  'get /domain-search': { domain: 'lumen.example', limit: 10 },
  'post /domain-search': { domain: 'lumen.example', department: ['sales'] },
  'get /domain-search/crawl': { domain: 'lumen.example' },
  'get /domain-search/found': { domain: 'lumen.example' },
  'get /email-finder': PROFILE,
  'get /email-finder/found': PROFILE,
  'post /email-finder/bulk': {
    people: [{ full_name: 'Rui Abano', domain: 'lumen.example' }],
    max_credits: 20,
  },
  'get /email-finder/bulk': PAGE,
  'get /email-finder/bulk/:id/results': PAGE,
  'get /email-verifier': ADDRESS,
  'post /email-verifier/bulk': { emails: ['rui@lumen.example', 'ana@lumen.example'] },
  'get /email-verifier/bulk': PAGE,
  'get /email-verifier/bulk/:id/results': PAGE,
  'get /people/find': ADDRESS,
  'get /companies/find': { domain: 'lumen.example' },
  'get /combined/find': ADDRESS,
  'get /email-count': { domain: 'lumen.example' },
  'post /research': { domain: 'lumen.example', max_credits: 2 },
  'post /leads/bulk/move': { ...CHOSEN, target_leads_list_id: 2 },
  'post /leads/bulk/add': CHOSEN,
  'post /leads/bulk/remove': CHOSEN,
  'post /leads/bulk/enrich': { lead_ids: [1, 2] },
  'post /leads/bulk/change': { action: 'copy', ids: [1, 2], target_list_name: 'Spring', expected_count: 2 },
  'post /leads/bulk/delete': { lead_ids: [1, 2] },
  'post /leads/imports': { csv: 'email,first name\nrui@lumen.example,Rui\n' },
  'get /leads/imports': PAGE,
  'post /leads/exports': { format: 'csv', leads_list_id: 1 },
  'post /exports': { leads_list_id: 1, format: 'csv' },
  'get /leads': { leads_list_id: 1, limit: 10 },
  'post /leads': LEAD,
  'put /leads': LEAD,
  'get /leads/exist': ADDRESS,
  'post /leads/bulk/save': { people: ['rui@lumen.example'], leads_list_id: 1 },
  'put /leads/:id': { position: 'Head of Sales' },
  'post /leads_custom_attributes': LABEL,
  'put /leads_custom_attributes/:id': LABEL,
  'get /leads_lists': PAGE,
  'post /leads_lists': LIST,
  'post /leads_lists/folders': FOLDER,
  'put /leads_lists/folders/:id': FOLDER,
  'get /leads_lists/:id': PAGE,
  'put /leads_lists/:id': LIST,
  'post /leads_lists/:id/merge': { destination_leads_list_id: 2 },
  'get /campaigns': { started: true },
  'get /sequences': { archived: false },
  'post /sequences': { name: 'Spring', ...SCHEDULE },
  'post /people/forget': { email: 'rui@lumen.example', reason: 'Asked by mail' },
  'post /people/kept': { email: 'rui@lumen.example' },
  'post /campaigns/draft': DRAFT,
  'get /campaigns/:id/draft': { emails: ['rui@lumen.example'], step: 0 },
  'put /campaigns/:id/draft': DRAFT,
  'put /sequences/:id': { name: 'Summer' },
  'put /sequences/:id/schedule': SCHEDULE,
  'put /sequences/:id/settings': { tracked: false },
  'post /sequences/:id/follow-ups': STEP,
  'put /sequences/:id/follow-ups/:follow_up_id': STEP,
  'get /campaigns/:id/recipients': PAGE,
  'post /campaigns/:id/recipients': { emails: ['rui@lumen.example'] },
  'delete /campaigns/:id/recipients': { emails: ['rui@lumen.example'] },
  'post /campaigns/:id/start': { expected_recipients: 1 },
  'get /sequences/:id/preview': { recipient: 'rui@lumen.example' },
  'post /sequences/:id/preview': { recipient: 'rui@lumen.example' },
  'post /email-accounts': { email: 'me@lumen.example', smtp_host: 'smtp.lumen.example', smtp_port: 465 },
  'post /email-accounts/connect': { provider: 'microsoft', flow: 'browser' },
  'post /email-accounts/:id/connect': { flow: 'device' },
  'put /mail-providers/:name': { client_id: 'f3a1c2d4', client_secret: 'from your provider' },
  'put /email-accounts/:id': { daily_limit: 100 },
  'put /account/guard': { guard: 'strict' },
  'post /email-accounts/:id/proof': { to: 'me@birch.example' },
  'post /email-accounts/:id/dkim': { domain: 'lumen.example', selector: 'quarry' },
  'get /sequences/:id/messages': PAGE,
  'get /conversations': { class: 'interested', unread: true },
  'post /conversations/:id/replies': { text: 'Tuesday at ten suits me well.' },
  'put /conversations/:id/replies/:reply_id': { text: 'Wednesday at ten suits me better.' },
  'put /conversations/:id': { class: 'not_now', closed: true },
  'post /webhooks': HOOK,
  'delete /webhooks': { id: 1 },
  'put /webhooks/:id': HOOK,
  'post /unsubscribes': ADDRESS,
  'delete /unsubscribes': ADDRESS,
  'post /suppressions': ADDRESS,
  'delete /suppressions': ADDRESS,
  'post /api-keys': { name: 'Laptop', read_only: true },
  'put /api-keys/:id': { name: 'Laptop' },
  'put /apps/:id': { scopes: ['read'] },
}

/** Parameters in paths that are no number, and the path where that is so only there. */
const IN_PATHS: Parameters = {
  domain: 'lumen.example',
  name: 'microsoft',
  emails: 'rui@lumen.example',
  '/apps/:id': 'app_0123456789abcdef',
}

/** What is sent in the example of an operation: the parameters of its path, and the others. */
export function exampleOf({ method, path }: Pick<Route, 'method' | 'path'>): { inPath: Parameters; sent: Parameters } {
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name)
  return {
    inPath: Object.fromEntries(names.map((name) => [name, ownValue(IN_PATHS, path) ?? ownValue(IN_PATHS, name) ?? 1])),
    sent: EXAMPLES[`${method} ${path}`] ?? {},
  }
}
