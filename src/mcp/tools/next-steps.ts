import { OPTED_OUT } from '../../errors.ts'
import type { AppError, ErrorId, ErrorItem } from '../../errors.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import { nearestWords } from '../../lib/text/nearest-words.ts'
import { TECHNOLOGIES } from '../../lib/companies/technologies.ts'
import { correct, notFound, pagination, wrongParams } from './corrections.ts'
import type { Advised, NextStep, Situation } from './corrections.ts'

/** What an agent can do about an error, by error id. Only Quarry's words and numbers. */

/** A longer wait ends on a date given in the error; waiting for it is not advised. */
const LONG_WAIT_SECONDS = 3_600

/** The sentence about the daily spending limit of a key or an app. */
const OF_THE_DAY = /^This (?:app|key) may spend /

const waitAndRepeat = ({ error }: Pick<Situation, 'error'>): string => {
  const seconds = error.retryAfterSeconds ?? 1
  return `Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and call again with the same arguments.`
}

const location =
  'Use two-letter country codes, and send country with state or city: {"include": [{"country": "DE", "city": "Berlin"}]}.'
const SLUGS = TECHNOLOGIES.map(({ slug }) => slug)

/** The refused value is at the beginning of the sentence, unless its form was wrong. */
const nearest =
  (words: readonly string[]): NextStep =>
  (situation) => {
    const [said = '', unknown] = situation.item.details.split(' is not a known ')
    return unknown === undefined
      ? correct(situation)
      : `Nearest accepted values: ${nearestWords(words, said).join('; ')}.`
  }

const campaigns = [
  'draft_campaign can change that.',
  'Only the owner of the campaign can change that, through the API.',
] as const
const operator = 'Only the operator of this server can change that.'

const NEXT_STEPS: Record<ErrorId, NextStep> = {
  malformed_json: 'Send one JSON object as arguments.',
  wrong_params: wrongParams,
  pagination_error: pagination,
  invalid_type: correct,
  invalid_seniority: correct,
  invalid_department: 'The exact names are in the input schema and in quarry://reference/departments.',
  invalid_required_field: correct,
  invalid_verification_status: correct,
  invalid_decision_maker: correct,
  invalid_job_titles: correct,
  invalid_location: location,
  invalid_location_include_combination: location,
  invalid_location_include_continent: correct,
  invalid_location_include_business_region: correct,
  invalid_location_include_country: location,
  invalid_location_include_state: location,
  invalid_location_include_city: location,
  invalid_location_exclude_combination: location,
  invalid_location_exclude_continent: correct,
  invalid_location_exclude_business_region: correct,
  invalid_location_exclude_country: location,
  invalid_location_exclude_state: location,
  invalid_location_exclude_city: location,
  invalid_company: 'Send the name of a company or, better, its domain.',
  invalid_domain: 'Send the bare domain of a company that receives email, such as "example.org".',
  invalid_first_name: correct,
  invalid_last_name: correct,
  invalid_full_name: correct,
  invalid_max_duration: correct,
  invalid_email: 'Send one full email address, such as "name@example.org".',
  invalid_linkedin_handle: correct,
  invalid_query: correct,
  invalid_organization: correct,
  invalid_similar_to: correct,
  invalid_headquarters_location: location,
  invalid_headquarters_location_include_combination: location,
  invalid_headquarters_location_include_continent: correct,
  invalid_headquarters_location_include_business_region: correct,
  invalid_headquarters_location_include_country: location,
  invalid_headquarters_location_include_state: location,
  invalid_headquarters_location_include_city: location,
  invalid_headquarters_location_exclude_combination: location,
  invalid_headquarters_location_exclude_continent: correct,
  invalid_headquarters_location_exclude_business_region: correct,
  invalid_headquarters_location_exclude_country: location,
  invalid_headquarters_location_exclude_state: location,
  invalid_headquarters_location_exclude_city: location,
  invalid_industry: correct,
  invalid_headcount: correct,
  invalid_company_type: correct,
  invalid_year_founded_combination: correct,
  invalid_year_founded_include: correct,
  invalid_year_founded_exclude: correct,
  invalid_year_founded_from: correct,
  invalid_year_founded_to: correct,
  invalid_keywords: correct,
  invalid_keywords_match: correct,
  invalid_technology: nearest(SLUGS),
  invalid_technology_match: correct,
  invalid_funding: correct,
  invalid_funding_series: correct,
  invalid_funding_amount_from: correct,
  invalid_funding_amount_to: correct,
  invalid_funding_amount_range: correct,
  invalid_funding_date_from: correct,
  invalid_funding_date_to: correct,
  invalid_funding_date_range: correct,
  invalid_leads_list_id: ['list_leads_lists shows the ids.', 'Send the id of a list, a whole number.'],
  invalid_sync_status: correct,
  invalid_sending_status: correct,
  invalid_last_activity_at: correct,
  invalid_last_contacted_at: correct,
  authentication_failed: 'Send a valid API key in the X-API-KEY header; create keys with "quarry keys create".',
  forbidden: ({ item }) =>
    item.details.startsWith('This app ')
      ? 'The user can do that in a browser; it takes effect at once.'
      : 'Use another key or change the setting named here; do not retry.',
  no_discover_access: ['Omit that filter, or see get_account for the plan.', 'Omit that filter.'],
  rate_limit_exceeded: waitAndRepeat,
  not_found: notFound,
  method_not_allowed: 'Use POST.',
  not_acceptable: 'Accept application/json.',
  idempotency_key_in_flight: waitAndRepeat,
  payload_too_large: 'Send less at a time.',
  unsupported_media_type: 'Send application/json.',
  validation_failed: correct,
  name_required: correct,
  unknown_email_account_ids: correct,
  invalid_schedule_days: correct,
  invalid_schedule_window: correct,
  start_at_in_the_past: correct,
  tracked_links_requires_premium: 'Omit track_clicks.',
  ai_assistant_requires_settings: campaigns,
  sequence_active: 'Without campaign_id, draft_campaign creates a new one.',
  sequence_not_active: [
    'list_campaigns shows the state of each; an archived campaign cannot change.',
    'An archived campaign cannot change.',
  ],
  sequence_not_started: ['start_campaign starts it.', 'Its owner must start it first.'],
  sequence_not_destroyable: campaigns,
  sequence_locked: campaigns,
  idempotency_key_too_long: correct,
  idempotency_key_mismatch: 'Use a new Idempotency-Key for different arguments.',
  idempotency_key_consumed: 'Use a new Idempotency-Key.',
  too_many_requests: (situation) => {
    if (OF_THE_DAY.test(situation.item.details)) return 'Use free tools until midnight UTC, or ask for a larger limit.'
    return (situation.error.retryAfterSeconds ?? LONG_WAIT_SECONDS) < LONG_WAIT_SECONDS
      ? waitAndRepeat(situation)
      : 'Use free tools until then, or ask the operator for a larger plan.'
  },
  restricted_account: operator,
  [OPTED_OUT]: 'The owner has opted out. Do not try another way.',
  internal_error: 'Try once more; if it happens again, give the request id to the operator of this server.',
  service_unavailable: waitAndRepeat,
}

/** One sentence on what to do about one item of an error. It names only tools and arguments that this caller has. */
export function nextStep(item: ErrorItem, error: AppError, advised: Advised): string {
  const own = advised.hints?.[item.id]?.(item)
  const step: NextStep = NEXT_STEPS[item.id]
  const said = typeof step === 'function' ? step({ item, error, advised }) : step
  const sentences = [...(own === undefined || own === null ? [] : [own]), ...(typeof said === 'string' ? [said] : said)]
  return sentences.find((sentence) => isPossible(sentence, advised)) ?? 'Do not repeat the call unchanged.'
}

/** Names of tools and arguments have an underscore; addresses of resources and fields of answers are excluded. */
const NAMES = /(?<![\w./:"])[a-z]+(?:_[a-z]+)+\b/g

const isPossible = (sentence: string, { tools, accepted }: Advised): boolean =>
  (sentence.match(NAMES) ?? []).every((name) => tools.includes(name) || ownValue(accepted, name) !== undefined)
