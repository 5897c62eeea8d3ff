/** The bodies of success that the documented API shows, key by key. A list of items of the same shape is an array of it. */
export type Shape = Scalar | readonly [Shape] | { readonly [key: string]: Shape }
type Scalar = 'string' | 'integer' | 'number' | 'boolean' | 'any'

const strings = <Name extends string>(names: string): Record<Name, Shape> =>
  Object.fromEntries(names.split(' ').map((name) => [name, 'string'])) as Record<Name, Shape>
/** Keys that are documented without a type. */
const anything = (names: string): Record<string, Shape> =>
  Object.fromEntries(names.split(' ').map((name) => [name, 'any']))
const integers = (names: string): Record<string, Shape> =>
  Object.fromEntries(names.split(' ').map((name) => [name, 'integer']))

const SOURCE: Shape = { ...strings('domain uri extracted_on last_seen_on'), still_on_page: 'boolean' }
const VERIFICATION: Shape = strings('date status')
const EMAIL: Shape = {
  ...strings(
    'value type first_name last_name position position_raw seniority department linkedin twitter phone_number',
  ),
  confidence: 'integer',
  sources: [SOURCE],
  verification: VERIFICATION,
}

const DOMAIN_SEARCH: Shape = {
  data: {
    ...strings('domain pattern organization'),
    disposable: 'boolean',
    webmail: 'boolean',
    accept_all: 'boolean',
    linked_domains: ['string'],
    emails: [EMAIL],
  },
  meta: { ...integers('results limit offset'), params: strings('domain company type seniority department') },
}

const PLACE: Record<string, Shape> = {
  ...strings('city state stateCode country countryCode'),
  lat: 'number',
  lng: 'number',
}
const PERSON: Shape = {
  ...strings('id email location timeZone bio site avatar emailProvider indexedAt phone activeAt inactiveAt'),
  name: strings('fullName givenName familyName'),
  utcOffset: 'number',
  geo: PLACE,
  employment: strings('domain name title role subRole seniority'),
  facebook: strings('handle'),
  github: { ...strings('handle avatar company blog'), ...anything('id followers following') },
  twitter: {
    ...strings('handle bio location site avatar'),
    ...anything('id followers following statuses favorites'),
  },
  linkedin: strings('handle'),
  googleplus: strings('handle'),
  gravatar: { ...strings('handle avatar'), urls: ['any'], avatars: ['any'] },
  fuzzy: 'boolean',
}
const COMPANY: Shape = {
  ...strings(
    'id name legalName domain description location timeZone logo emailProvider type company_type ticker phone indexedAt',
  ),
  domainAliases: ['string'],
  site: { phoneNumbers: ['string'], emailAddresses: ['string'] },
  category: {
    ...strings('sector industryGroup industry subIndustry gicsCode sicCode naicsCode'),
    sic4Codes: ['any'],
    naics6Codes: ['any'],
    naics6Codes2022: ['any'],
  },
  tags: ['string'],
  foundedYear: 'integer',
  utcOffset: 'number',
  geo: { ...strings('streetNumber streetName subPremise streetAddress postalCode'), ...PLACE },
  facebook: { handle: 'string', ...anything('likes') },
  linkedin: strings('handle'),
  twitter: { ...strings('handle bio location site avatar'), ...anything('id followers following') },
  crunchbase: strings('handle'),
  instagram: strings('handle'),
  identifiers: { usEIN: 'string' },
  metrics: {
    ...strings('trafficRank employees'),
    ...anything('alexaUsRank alexaGlobalRank marketCap raised annualRevenue estimatedAnnualRevenue fiscalYearEnd'),
  },
  tech: ['string'],
  techCategories: ['string'],
  fundingRounds: ['any'],
  parent: strings('domain'),
  ultimateParent: strings('domain'),
}

const DEPARTMENTS =
  'executive it finance management sales legal support hr marketing communication education design health operations'
const USED: Shape = { used: 'number', available: 'number' }

const LEAD_FACTS: Record<string, Shape> = {
  id: 'integer',
  ...strings(
    'email first_name last_name position company company_industry company_size website country_code source linkedin_url phone_number twitter notes',
  ),
  confidence_score: 'integer',
  ...strings('sync_status sending_status last_activity_at last_contacted_at created_at'),
  verification: VERIFICATION,
}
const LEAD: Shape = { ...LEAD_FACTS, leads_list: { ...integers('id leads_count'), name: 'string' } }
const LIST: Record<string, Shape> = {
  ...integers('id leads_count leads_list_folder_id'),
  ...strings('name created_at'),
}
const ATTRIBUTE: Shape = { id: 'integer', ...strings('label slug') }
const PAGE: Record<string, Shape> = integers('limit offset')

/** By method and path, as the routes write them. */
export const DOCUMENTED: Readonly<Record<string, Shape>> = {
  'post /discover': {
    data: [{ ...strings('domain organization'), emails_count: integers('personal generic total') }],
    meta: { ...integers('results limit offset'), params: 'any', filters: 'any' },
  },
  'get /domain-search': DOMAIN_SEARCH,
  'get /email-finder': {
    data: {
      ...strings('first_name last_name email domain position twitter linkedin_url phone_number company'),
      score: 'integer',
      accept_all: 'boolean',
      sources: [SOURCE],
      verification: VERIFICATION,
    },
    meta: { params: { ...strings('first_name last_name full_name domain company'), max_duration: 'integer' } },
  },
  'get /email-verifier': {
    data: {
      ...strings('status result _deprecation_notice email'),
      score: 'integer',
      regexp: 'boolean',
      gibberish: 'boolean',
      disposable: 'boolean',
      webmail: 'boolean',
      mx_records: 'boolean',
      smtp_server: 'boolean',
      smtp_check: 'boolean',
      accept_all: 'boolean',
      block: 'boolean',
      sources: [SOURCE],
    },
    meta: { params: strings('email') },
  },
  'get /people/find': { data: PERSON, meta: strings('email') },
  'get /companies/find': { data: COMPANY, meta: strings('domain') },
  'get /combined/find': { data: { person: PERSON, company: COMPANY }, meta: strings('email') },
  'get /email-count': {
    data: {
      ...integers('total personal_emails generic_emails'),
      department: integers(DEPARTMENTS),
      seniority: integers('junior senior executive'),
    },
    meta: { params: strings('domain company type') },
  },
  'get /account': {
    data: {
      ...strings('first_name last_name email plan_name reset_date'),
      ...integers('plan_level team_id'),
      requests: { credits: USED, searches: USED, verifications: USED },
      calls: { used: 'number', available: 'number', _deprecation_notice: 'string' },
    },
    meta: {},
  },
  'get /leads': { data: { leads: [LEAD] }, meta: { ...integers('count total'), params: PAGE } },
  'get /leads/:id': { data: LEAD, meta: {} },
  'post /leads': { data: LEAD, meta: {} },
  'put /leads': { data: LEAD, meta: {} },
  'get /leads_custom_attributes': { data: { leads_custom_attributes: [ATTRIBUTE] }, meta: integers('total') },
  'get /leads_custom_attributes/:id': { data: ATTRIBUTE, meta: {} },
  'post /leads_custom_attributes': { data: ATTRIBUTE, meta: {} },
  'get /leads_lists': { data: { leads_lists: [LIST] }, meta: { total: 'integer', params: PAGE } },
  'get /leads_lists/:id': {
    data: { ...LIST, leads: [{ ...LEAD_FACTS, leads_list_id: 'integer' }] },
    meta: { params: { ...PAGE, leads_list_id: 'integer' } },
  },
  'post /leads_lists': { data: LIST, meta: {} },
  'get /campaigns': {
    data: {
      campaigns: [
        {
          ...integers('id recipients_count'),
          name: 'string',
          editable: 'boolean',
          started: 'boolean',
          archived: 'boolean',
          paused: 'boolean',
        },
      ],
    },
    meta: PAGE,
  },
  'get /campaigns/:id/recipients': {
    data: {
      recipients: [
        { ...strings('email first_name last_name position company website sending_status'), lead_id: 'integer' },
      ],
    },
    meta: PAGE,
  },
  'post /campaigns/:id/recipients': {
    data: { recipients_added: 'integer', skipped_recipients: [strings('email reason')] },
    meta: { params: { emails: ['string'] } },
  },
  'delete /campaigns/:id/recipients': {
    data: { recipients_canceled: ['string'], messages_canceled: 'integer' },
    meta: { params: { emails: ['string'] } },
  },
  'post /campaigns/:id/start': { data: { message: 'string', recipients_count: 'integer' }, meta: {} },
}
