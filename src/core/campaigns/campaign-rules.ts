import type { Call } from '../../context.ts'
import type { Campaign, CampaignChange } from '../../db/campaigns/campaigns-store.ts'
import { localDate } from '../../engine/send/zone-time.ts'
import { AppError } from '../../errors.ts'
import type { ErrorItem } from '../../errors.ts'
import { parseEmailAddress } from '../../lib/addresses/email-address.ts'
import { isTimeZone } from '../../lib/input/time-zone.ts'
import { planOf } from '../billing/plans.ts'
import { isAddressOptedOut } from '../optouts/opted-out.ts'
import type { OptoutNeeds } from '../optouts/optout-needs.ts'
import type { CampaignWriting, TimeOfDay } from './campaign-input.ts'
import { nextState } from './campaign-states.ts'

/** What a campaign can contain: each rule has its own error (422). */

const MAX_NAME_LENGTH = 255
const LAST_SECOND = 86_399
const DATE = /^\d{4}-\d{2}-\d{2}$/

export const unusable = (details: string, field?: string): AppError =>
  new AppError('validation_failed', details, field === undefined ? {} : { field })

/** The schedule of new campaigns, for parts that have not been written. */
const NEW_SCHEDULE = { timeStart: 32_400, timeEnd: 61_140, timeZone: 'UTC' }

/**
 * The input as a change to the campaign (null: one to be created), without values that stay the same.
 * @throws AppError with the first rule that is broken.
 */
export function readChange(call: RuleNeeds, writing: CampaignWriting, current: Campaign | null): CampaignChange {
  const change = changeOf(writing, current)
  for (const rule of rulesOf(call, writing, { change, current })) rule()
  if (typeof change.bccRecipient === 'string') change.bccRecipient = addressOf(change.bccRecipient)
  return current === null ? change : difference(change, current)
}

/** Every rule that the input breaks. */
export const changeProblems = (call: RuleNeeds, writing: CampaignWriting, current: Campaign | null): ErrorItem[] =>
  rulesOf(call, writing, { change: changeOf(writing, current), current }).flatMap(brokenRules)

/** The problems a rule reports; empty if it is kept. */
export function brokenRules(rule: () => unknown): ErrorItem[] {
  try {
    rule()
    return []
  } catch (error) {
    if (error instanceof AppError) return [...error.errors]
    throw error
  }
}

type RuleNeeds = Pick<Call, 'clock' | 'principal'>

/** Each throws what is wrong; in the order of reporting. */
function rulesOf(
  { clock, principal }: RuleNeeds,
  writing: CampaignWriting,
  { change, current }: { change: CampaignChange; current: Campaign | null },
): (() => void)[] {
  const zone = [change.timeZone, current?.timeZone].find((given) => given !== undefined && isTimeZone(given))
  const today = localDate(clock.now(), zone ?? NEW_SCHEDULE.timeZone)
  return [
    () => checkName(change.name),
    () => checkZone(change.timeZone),
    () => checkDays(change.days),
    () => checkWindow({ ...NEW_SCHEDULE, ...current, ...change }),
    () => {
      if (change.startAt !== current?.startAt) checkStart(change.startAt, today)
    },
    () => {
      if (typeof change.bccRecipient === 'string') addressOf(change.bccRecipient)
    },
    () => {
      if (change.trackedLinks === true && !planOf(principal.plan).premium)
        throw new AppError('tracked_links_requires_premium', 'Link tracking needs a premium plan.')
    },
    () => {
      if (writing.ai_assistant_enabled === true)
        throw new AppError('ai_assistant_requires_settings', 'The assistant is not configured.')
    },
  ]
}

/** Refuses changes that the campaign's state forbids. Names, the unsubscribe link and consent may change until it is archived. */
export function checkChangeable({ status }: Campaign, change: CampaignChange): void {
  const {
    name: _name,
    addUnsubscribeLink: _link,
    gate: _g,
    allow: _a,
    maxRisk: _r,
    maxVerdictDays: _d,
    sendToFormer: _f,
    ...rest
  } = change
  if (Object.keys(rest).length > 0) nextState(status, 'change_schedule')
  if (Object.keys(change).length > 0) nextState(status, 'rename')
}

function changeOf(writing: CampaignWriting, current: Campaign | null): CampaignChange {
  const given = {
    name: writing.name,
    mailboxIds: writing.email_account_ids?.toSorted((a, b) => a - b),
    timeStart: secondsOf(writing.schedule_time_start, current?.timeStart),
    timeEnd: secondsOf(writing.schedule_time_end, current?.timeEnd),
    days: writing.schedule_days,
    startAt: writing.start_at,
    timeZone: writing.time_zone,
    bccRecipient: writing.bcc_recipient,
    tracked: writing.tracked,
    trackedLinks: writing.tracked_links,
    addUnsubscribeLink: writing.add_unsubscribe_link,
    gate: writing.gate,
    allow: writing.allow === null ? [] : writing.allow,
    maxRisk: writing.max_risk,
    maxVerdictDays: writing.max_verdict_days,
    sendToFormer: writing.send_to_former,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** Sending back the displayed minute of the current time keeps its seconds. */
function secondsOf(given: TimeOfDay | undefined, current: number | undefined): number | undefined {
  if (typeof given !== 'object') return given
  return current !== undefined && Math.floor(current / 60) === given.minute ? current : given.minute * 60
}

const difference = (change: CampaignChange, current: Campaign): CampaignChange =>
  Object.fromEntries(
    Object.entries(change).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(current[key as keyof Campaign]),
    ),
  )

function checkName(name: string | undefined): void {
  if (name !== undefined && name.length > MAX_NAME_LENGTH)
    throw unusable(`name must have at most ${MAX_NAME_LENGTH} characters.`, 'name')
}

function checkZone(timeZone: string | undefined): void {
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw unusable('time_zone is not a known time zone.', 'time_zone')
}

function checkDays(days: readonly number[] | undefined): void {
  if (days?.some((day) => day < 0 || day > 6) === true)
    throw new AppError('invalid_schedule_days', 'Schedule days run from 0 (Sunday) to 6.')
}

function checkWindow({ timeStart, timeEnd }: { timeStart: number; timeEnd: number }): void {
  if (timeStart < 0 || timeEnd > LAST_SECOND || timeStart >= timeEnd)
    throw new AppError('invalid_schedule_window', 'The sending window must start before it ends.')
}

function checkStart(startAt: string | null | undefined, today: string): void {
  if (typeof startAt !== 'string') return
  const day = DATE.test(startAt) ? new Date(`${startAt}T00:00:00Z`) : null
  if (day === null || Number.isNaN(day.getTime()) || !day.toISOString().startsWith(startAt))
    throw unusable('start_at must be a date in the form YYYY-MM-DD.', 'start_at')
  if (startAt < today) throw new AppError('start_at_in_the_past', 'start_at is in the past.', { field: 'start_at' })
}

function addressOf(text: string): string {
  const address = parseEmailAddress(text)
  if (address === null) throw unusable('bcc_recipient is not a valid email address.', 'bcc_recipient')
  return address.full
}

/** @throws AppError validation_failed if copies would go to somebody who opted out. */
export async function checkCopies(
  call: OptoutNeeds & Pick<Call, 'principal'>,
  { bcc_recipient: to }: CampaignWriting,
): Promise<void> {
  const address = typeof to === 'string' ? parseEmailAddress(to) : null
  if (address !== null && (await isAddressOptedOut(call, address)))
    throw unusable('bcc_recipient: the owner of this address asked that no mail be sent to it.', 'bcc_recipient')
}
