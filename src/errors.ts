/**
 * The one table of errors and the one class that carries them. `/v2` answers `{ errors: [{ id, code, details }] }`,
 * MCP answers `id: details`; both read it from here. `engine/` and `net/` return unions for everyday failures and
 * throw only when a promise cannot be kept.
 */

/** The error id of `/v2` for an address or domain that has opted out. */
export const OPTED_OUT = 'claimed_email'

/** Error id → HTTP status. `retryable` tells a caller that the same call may succeed later. */
export const ERRORS = {
  malformed_json: { status: 400 },
  wrong_params: { status: 400 },
  pagination_error: { status: 400 },
  invalid_type: { status: 400 },
  invalid_seniority: { status: 400 },
  invalid_department: { status: 400 },
  invalid_required_field: { status: 400 },
  invalid_verification_status: { status: 400 },
  invalid_decision_maker: { status: 400 },
  invalid_job_titles: { status: 400 },
  invalid_location: { status: 400 },
  invalid_location_include_combination: { status: 400 },
  invalid_location_include_continent: { status: 400 },
  invalid_location_include_business_region: { status: 400 },
  invalid_location_include_country: { status: 400 },
  invalid_location_include_state: { status: 400 },
  invalid_location_include_city: { status: 400 },
  invalid_location_exclude_combination: { status: 400 },
  invalid_location_exclude_continent: { status: 400 },
  invalid_location_exclude_business_region: { status: 400 },
  invalid_location_exclude_country: { status: 400 },
  invalid_location_exclude_state: { status: 400 },
  invalid_location_exclude_city: { status: 400 },
  invalid_company: { status: 400 },
  invalid_domain: { status: 400 },
  invalid_first_name: { status: 400 },
  invalid_last_name: { status: 400 },
  invalid_full_name: { status: 400 },
  invalid_max_duration: { status: 400 },
  invalid_email: { status: 400 },
  invalid_linkedin_handle: { status: 400 },
  invalid_query: { status: 400 },
  invalid_organization: { status: 400 },
  invalid_similar_to: { status: 400 },
  invalid_headquarters_location: { status: 400 },
  invalid_headquarters_location_include_combination: { status: 400 },
  invalid_headquarters_location_include_continent: { status: 400 },
  invalid_headquarters_location_include_business_region: { status: 400 },
  invalid_headquarters_location_include_country: { status: 400 },
  invalid_headquarters_location_include_state: { status: 400 },
  invalid_headquarters_location_include_city: { status: 400 },
  invalid_headquarters_location_exclude_combination: { status: 400 },
  invalid_headquarters_location_exclude_continent: { status: 400 },
  invalid_headquarters_location_exclude_business_region: { status: 400 },
  invalid_headquarters_location_exclude_country: { status: 400 },
  invalid_headquarters_location_exclude_state: { status: 400 },
  invalid_headquarters_location_exclude_city: { status: 400 },
  invalid_industry: { status: 400 },
  invalid_headcount: { status: 400 },
  invalid_company_type: { status: 400 },
  invalid_year_founded_combination: { status: 400 },
  invalid_year_founded_include: { status: 400 },
  invalid_year_founded_exclude: { status: 400 },
  invalid_year_founded_from: { status: 400 },
  invalid_year_founded_to: { status: 400 },
  invalid_keywords: { status: 400 },
  invalid_keywords_match: { status: 400 },
  invalid_technology: { status: 400 },
  invalid_technology_match: { status: 400 },
  invalid_funding: { status: 400 },
  invalid_funding_series: { status: 400 },
  invalid_funding_amount_from: { status: 400 },
  invalid_funding_amount_to: { status: 400 },
  invalid_funding_amount_range: { status: 400 },
  invalid_funding_date_from: { status: 400 },
  invalid_funding_date_to: { status: 400 },
  invalid_funding_date_range: { status: 400 },
  invalid_leads_list_id: { status: 400 },
  invalid_sync_status: { status: 400 },
  invalid_sending_status: { status: 400 },
  invalid_last_activity_at: { status: 400 },
  invalid_last_contacted_at: { status: 400 },
  authentication_failed: { status: 401 },
  forbidden: { status: 403 },
  no_discover_access: { status: 403 },
  rate_limit_exceeded: { status: 403, retryable: true },
  not_found: { status: 404 },
  method_not_allowed: { status: 405 },
  not_acceptable: { status: 406 },
  idempotency_key_in_flight: { status: 409, retryable: true },
  payload_too_large: { status: 413 },
  unsupported_media_type: { status: 415 },
  validation_failed: { status: 422 },
  name_required: { status: 422 },
  unknown_email_account_ids: { status: 422 },
  invalid_schedule_days: { status: 422 },
  invalid_schedule_window: { status: 422 },
  start_at_in_the_past: { status: 422 },
  tracked_links_requires_premium: { status: 422 },
  ai_assistant_requires_settings: { status: 422 },
  sequence_active: { status: 422 },
  sequence_not_active: { status: 422 },
  sequence_not_started: { status: 422 },
  sequence_not_destroyable: { status: 422 },
  sequence_locked: { status: 422 },
  idempotency_key_too_long: { status: 422 },
  idempotency_key_mismatch: { status: 422 },
  idempotency_key_consumed: { status: 422 },
  too_many_requests: { status: 429 },
  restricted_account: { status: 429 },
  [OPTED_OUT]: { status: 451 },
  internal_error: { status: 500, retryable: true },
  service_unavailable: { status: 503, retryable: true },
} as const satisfies Record<string, { status: number; retryable?: boolean }>

export type ErrorId = keyof typeof ERRORS

export interface ErrorItem {
  id: ErrorId
  /** One sentence for the caller: what is wrong and what to do. Never text from outside. */
  details: string
  /** The parameter the error is about, if any. */
  field?: string
  /** Identifies this refusal for doors with their own wording; programs do not get it. */
  reason?: string
}

export interface AppErrorOptions {
  cause?: unknown
  field?: string
  reason?: string
  /** Overrides the status in the table, for the operator's switches (403 or 429, 429 or 402). */
  status?: number
  /** Seconds after which the same call is worth repeating. */
  retryAfterSeconds?: number
  /** Top-level keys of the `/v2` body besides `errors`. */
  beside?: Record<string, unknown>
}

/** An error whose sentences may be shown to the caller. */
export class AppError extends Error {
  readonly errors: readonly [ErrorItem, ...ErrorItem[]]
  readonly status: number
  readonly retryable: boolean
  readonly retryAfterSeconds: number | undefined
  readonly beside: Record<string, unknown> | undefined

  constructor(id: ErrorId, details: string, options: AppErrorOptions = {}) {
    super(`${id}: ${details}`, options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'AppError'
    const { field, reason } = options
    this.errors = [{ id, details, ...(field !== undefined && { field }), ...(reason !== undefined && { reason }) }]
    this.status = options.status ?? ERRORS[id].status
    this.retryable = 'retryable' in ERRORS[id]
    this.retryAfterSeconds = options.retryAfterSeconds
    this.beside = options.beside
  }

  /** One error for all invalid parameters, in the order given (all are 400). */
  static forParameters(items: readonly [ErrorItem, ...ErrorItem[]]): AppError {
    const [first] = items
    const error = new AppError(first.id, first.details)
    return Object.assign(error, { errors: items })
  }

  get id(): ErrorId {
    return this.errors[0].id
  }
}

/**
 * PostgreSQL classes 08 (connection), 53 (resources), 57 (operator intervention), 58 (its system) and 25006 (it is read-only, as
 * while another server takes over): storage is down, not wrong.
 */
const STORAGE_DOWN = /^(?:08|53|57|58)|^25006$|^E(?:CONN|PIPE|TIMEDOUT|NOENT)/

/** Driver errors without a code: the connection broke, or none, or no answer, was available in time. */
const CONNECTION_LOST =
  /^Connection terminated|^(?:timeout exceeded when trying to connect|Query read timeout)$|^Client (?:has encountered|was closed)/

/** Turns anything thrown into an AppError; other errors get a fixed sentence, with the original in `cause`. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : ''
  const lost = code === '' && thrown instanceof Error && CONNECTION_LOST.test(thrown.message)
  if (lost || STORAGE_DOWN.test(code)) return serviceUnavailable(thrown)
  return new AppError('internal_error', 'Something went wrong. Quote the request id.', { cause: thrown })
}

export function serviceUnavailable(cause?: unknown): AppError {
  return new AppError('service_unavailable', 'The service is temporarily unavailable.', {
    cause,
    retryAfterSeconds: 30,
  })
}
