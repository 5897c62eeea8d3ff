/**
 * What callers of two releases do meanwhile: each story is a few requests that build on one another, and each of its
 * requests goes to whichever server is next. Steps with routes that the previous release lacks are left out.
 */

export interface Step {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As named in the OpenAPI document, with `{id}` for what the story has created. */
  route: string
  query?: string
  body?: unknown
  /** Keeps the id in its answer for the steps that follow. */
  makes?: true
  /** Whether it concerns the webhook that all stories share: its event has to arrive. */
  ofHook?: true
  /** Never two at a time, which is a deadlock in earlier releases. */
  alone?: true
  /** Repeated until its answer says that the job has ended. */
  ends?: true
}

export type Story = (n: number) => Step[]

const get = (route: string, query = ''): Step => ({ method: 'GET', route, query })
const put = (route: string, body: unknown): Step => ({ method: 'PUT', route, body })
const post = (route: string, body: unknown = {}): Step => ({ method: 'POST', route, body })
const make = (route: string, body: unknown): Step => ({ method: 'POST', route, body, makes: true })
const drop = (route: string, body?: unknown): Step => ({ method: 'DELETE', route, ...(body !== undefined && { body }) })
const ended = (route: string): Step => ({ method: 'GET', route, ends: true })

const lead: Story = (n) => [
  make('/v2/leads', { email: `ada.birch${n}@lumen.example`, first_name: 'Ada', company: 'Lumen' }),
  put('/v2/leads/{id}', { position: 'Head of Sales' }),
  get('/v2/leads/{id}'),
  get('/v2/leads/{id}/history'),
  get('/v2/leads', 'limit=20&first_name=Ada'),
  get('/v2/leads/exist', `email=ada.birch${n}@lumen.example`),
  ...(n % 3 === 0 ? [drop('/v2/leads/{id}')] : []),
]

const list: Story = (n) => [
  make('/v2/leads_lists', { name: `Makers of lamps ${n}` }),
  post('/v2/leads_lists/{id}/favorite'),
  put('/v2/leads_lists/{id}', { name: `Makers of lights ${n}` }),
  get('/v2/leads_lists/{id}'),
  get('/v2/leads_lists'),
  drop('/v2/leads_lists/{id}'),
]

const campaign: Story = (n) => [
  post('/v2/leads', { email: `rui.abano${n}@lumen.example`, first_name: 'Rui', company: 'Lumen' }),
  make('/v2/sequences', { name: `Spring ${n}`, schedule_time_start: 32_400, schedule_time_end: 61_200 }),
  post('/v2/sequences/{id}/follow-ups', { subject: 'A question', body: 'Hello {{first_name|fallback:"there"}}' }),
  post('/v2/campaigns/{id}/recipients', { emails: [`rui.abano${n}@lumen.example`] }),
  put('/v2/sequences/{id}/settings', { tracked: false }),
  get('/v2/sequences/{id}'),
  get('/v2/sequences/{id}/check'),
  get('/v2/sequences/{id}/stats'),
  get('/v2/sequences/{id}/preview', `recipient=rui.abano${n}@lumen.example`),
  get('/v2/campaigns/{id}/recipients'),
  get('/v2/campaigns'),
  post('/v2/sequences/{id}/archive'),
]

const jobs: Story = (n) => [
  make('/v2/email-verifier/bulk', { emails: [`rui${n}@lumen.example`, 'not an address'] }),
  ended('/v2/email-verifier/bulk/{id}'),
  get('/v2/email-verifier/bulk/{id}/results'),
]

const findJobs: Story = () => [
  make('/v2/email-finder/bulk', { people: [{ full_name: 'Rui Abano', domain: 'lumen.example' }], max_credits: 20 }),
  ended('/v2/email-finder/bulk/{id}'),
  get('/v2/email-finder/bulk/{id}/results'),
]

const imports: Story = (n) => [
  make('/v2/leads/imports', { csv: `email,first name\nines.mora${n}@lumen.example,Ines\n` }),
  ended('/v2/leads/imports/{id}'),
]

const webhook: Story = (n) => [
  make('/v2/webhooks', { target_url: `HOOK/${n}`, event: 'lead.created' }),
  post('/v2/webhooks/{id}/rotate-secret'),
  get('/v2/webhooks/{id}'),
  drop('/v2/webhooks/{id}'),
  { ...post('/v2/webhooks/{id}/test'), ofHook: true },
]

const optouts: Story = (n) => [
  get('/v2/suppressions'),
  post('/v2/unsubscribes', { email: `no${n}@birch.example` }),
  get('/v2/unsubscribes'),
  drop('/v2/unsubscribes', { email: `no${n}@birch.example` }),
  { ...post('/v2/people/forget', { email: `gone${n}@birch.example`, reason: 'Asked by mail' }), alone: true },
]

const watches: Story = (n) => [
  post('/v2/watches', { domains: [`lumen${n}.example`], types: ['joined', 'left'], every_days: 7 }),
  get('/v2/watches'),
  get('/v2/changes', 'domain=lumen.example'),
  get('/v2/email-accounts'),
  get('/v2/conversations'),
  get('/v2/answers'),
  get('/v2/sending-domains'),
  drop('/v2/watches', { domains: [`lumen${n}.example`] }),
]

const account: Story = (n) => [
  get('/v2/account'),
  get('/v2/usage'),
  make('/v2/api-keys', { name: `Laptop ${n}`, read_only: true }),
  put('/v2/api-keys/{id}', { name: `Desk ${n}` }),
  get('/v2/api-keys'),
  drop('/v2/api-keys/{id}'),
  get('/v2/overview'),
]

const NAMES = ['Abano', 'Mora', 'Birch', 'Quennell']

const index: Story = (n) => [
  get('/v2/domain-search', 'domain=lumen.example'),
  get('/v2/email-count', `domain=lumen${n % 50}.example`),
  get('/v2/email-finder', `domain=lumen.example&first_name=Rui&last_name=${NAMES[n % NAMES.length]}`),
  get('/v2/email-verifier', `email=rui${n}@lumen.example`),
  get('/v2/companies/find', 'domain=lumen.example'),
  get('/v2/people/find', 'email=rui@lumen.example'),
  post('/v2/discover', { query: 'software companies in Portugal' }),
  get('/v2/domain-finder', 'company=Lumen'),
]

export const STORIES: readonly Story[] = [
  lead,
  index,
  account,
  list,
  campaign,
  jobs,
  lead,
  webhook,
  imports,
  findJobs,
  optouts,
  watches,
]
