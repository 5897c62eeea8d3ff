/** What stands above the operations of the API's description, and how they are grouped. */

/** In Markdown, as OpenAPI has it; `/docs` shows the same. */
export const OVERVIEW = [
  'Send your key as `X-API-KEY`, as `Authorization: Bearer …` or as the parameter `api_key`. Answers are `{ data, meta }`, errors `{ errors: [{ id, code, details }] }`; each says in `details` what is wrong, what was sent and what to do.',
  'Lists come in pages: `limit` says how many rows, `offset` how many to skip; `meta` tells how many there are. Out of range is refused (400 `pagination_error`), never cut; past the end the list is empty. An empty parameter counts as one that was not sent.',
  'Speed is limited by account and group of endpoints within any second and any minute: discover 5 and 50, the verifier 10 and 300, other look-ups 15 and 500, records of your own 100 a second. A request that comes too fast waits for up to a second before it is refused with 403 `rate_limit_exceeded` and `Retry-After`; `RateLimit-Policy` names the limits of a group. What a call cost stands in `X-Quarry-Credits-Charged`.',
  'A POST with an `Idempotency-Key` can be sent again within 24 hours and happens once.',
] as const

interface Tag {
  name: string
  description: string
  /** First segments of its paths. */
  of: readonly string[]
}

/** In the order of the description. */
export const CHAPTER_TAGS: readonly Tag[] = [
  {
    name: 'Search',
    description: 'Companies, their domains and their addresses.',
    of: ['discover', 'domain-finder', 'domain-search', 'email-count', 'research'],
  },
  { name: 'Find', description: 'The address of one person.', of: ['email-finder'] },
  { name: 'Verify', description: 'Whether mail will arrive, for one address or a list.', of: ['email-verifier'] },
  { name: 'Enrich', description: 'What is known of a person or a company.', of: ['people', 'companies', 'combined'] },
  { name: 'Leads', description: 'People you keep; imports and exports.', of: ['leads', 'leads_custom_attributes'] },
  { name: 'Lists', description: 'Lists of leads, and their folders.', of: ['leads_lists'] },
  { name: 'Campaigns', description: 'Mails in steps, and who receives them.', of: ['campaigns', 'sequences'] },
  { name: 'Mailboxes', description: 'Accounts that mail is sent from.', of: ['email-accounts'] },
  { name: 'Opt-outs', description: 'Who wants no mail.', of: ['unsubscribes', 'suppressions'] },
  { name: 'Webhooks', description: 'Events told to your own server.', of: ['webhooks'] },
  { name: 'Account', description: 'Plan, usage and keys.', of: ['account', 'usage', 'api-keys'] },
]

/** @param path below `/v2` */
export const tagOf = (path: string): string =>
  CHAPTER_TAGS.find(({ of }) => of.includes(path.split('/')[1] ?? ''))?.name ?? 'Others'
