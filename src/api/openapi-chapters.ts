/** The introduction of the API description, and its groups of operations. */

/** In Markdown, the format of OpenAPI; `/docs` shows the same. */
export const OVERVIEW = [
  'Send your key as `X-API-KEY`, as `Authorization: Bearer …` or as the parameter `api_key`. Responses are `{ data, meta }`, errors `{ errors: [{ id, code, details }] }`; `details` says what is wrong, what was sent and what to do.',
  'Lists are paged: `limit` is the number of rows, `offset` the number to skip; `meta` has the total. Values out of range are refused (400 `pagination_error`), never clamped; past the end the list is empty. An empty parameter counts as missing.',
  'Rate limits apply per account and group of endpoints, over any second and any minute: discover 5 and 50, the verifier 10 and 300, other lookups 15 and 500, your own records 100 a second. A request that arrives too soon is held for up to a second before it is refused with 403 `rate_limit_exceeded` and `Retry-After`; `RateLimit-Policy` names the limits of a group. `X-Quarry-Credits-Charged` says what a call cost.',
  'A POST with an `Idempotency-Key` can be repeated within 24 hours and takes effect only once.',
] as const

interface Tag {
  name: string
  description: string
  /** First path segments of the group. */
  of: readonly string[]
}

/** In the order of the description. */
export const CHAPTER_TAGS: readonly Tag[] = [
  {
    name: 'Search',
    description: 'Companies, their domains and their addresses.',
    of: ['discover', 'domain-finder', 'domain-search', 'email-count', 'research', 'changes', 'watches'],
  },
  { name: 'Find', description: "A person's address, or those of many people.", of: ['email-finder'] },
  { name: 'Verify', description: 'Whether mail will arrive, for one address or a list.', of: ['email-verifier'] },
  { name: 'Enrich', description: 'Facts about a person or a company.', of: ['people', 'companies', 'combined'] },
  {
    name: 'Leads',
    description: 'Saved people; imports and exports.',
    of: ['leads', 'leads_custom_attributes', 'exports'],
  },
  { name: 'Lists', description: 'Lists of leads and their folders.', of: ['leads_lists'] },
  {
    name: 'Campaigns',
    description: 'Campaigns of one or more steps, and their recipients.',
    of: ['campaigns', 'sequences', 'answers', 'conversations'],
  },
  {
    name: 'Mailboxes',
    description: 'Mailboxes to send from.',
    of: ['email-accounts', 'mail-providers', 'sending-domains'],
  },
  { name: 'Opt-outs', description: 'Unsubscribes and opt-outs.', of: ['unsubscribes', 'suppressions'] },
  { name: 'Webhooks', description: 'Events sent to your own server.', of: ['webhooks'] },
  {
    name: 'Account',
    description: 'Plan, usage, running work, keys and connected apps.',
    of: ['account', 'overview', 'usage', 'api-keys', 'apps'],
  },
]

/** @param path below `/v2` */
export const tagOf = (path: string): string =>
  CHAPTER_TAGS.find(({ of }) => of.includes(path.split('/')[1] ?? ''))?.name ?? 'Others'
