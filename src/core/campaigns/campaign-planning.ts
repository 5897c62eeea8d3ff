import { z } from 'zod'
import type { MailboxTimes, PlanFacts, PlanRow, PlanSlice, Standing } from '../../db/campaigns/message-plan-store.ts'
import type { Campaign, CampaignChange } from '../../db/campaigns/campaigns-store.ts'
import { createPlanner } from '../../engine/send/schedule.ts'
import type { Planner } from '../../engine/send/schedule.ts'
import { openHours } from '../../engine/send/sending-window.ts'
import type { SendingWindow } from '../../engine/send/sending-window.ts'
import { localDate } from '../../engine/send/zone-time.ts'
import { DAY_MS } from '../../lib/process/clock.ts'
import { EVERY_MINUTE } from '../../lib/process/job-kind.ts'
import { job } from '../capability/job.ts'
import { mailboxWindow } from '../mailboxes/mailbox-hours.ts'
import { nextState } from './campaign-states.ts'
import type { PlanningNeeds } from './sending-needs.ts'

/** Schedules messages: of a campaign that was just started, and every minute of all campaigns that need it. */
export const PlanMessages = job({
  name: 'plan-messages',
  /** Without ids, all campaigns in progress. */
  payload: z.object({ accountId: z.int().optional(), campaignId: z.int().optional() }),
  concurrency: 1,
  // Finds campaigns whose process died, whose day has come, or that are finished.
  schedule: EVERY_MINUTE,
  run: (context: PlanningNeeds, { accountId, campaignId }, signal) =>
    accountId === undefined || campaignId === undefined
      ? planAllCampaigns(context, signal)
      : planWholeCampaign(context, accountId, campaignId, signal),
})

/** Recipients per transaction: a fraction of a second. Fewer while a caller waits for the answer. */
const SLICE = 500
const FIRST_SLICE = 100

const BEGINNING: Progress = { limit: SLICE, book: null, after: 0 }

/** When a campaign sends. */
export const windowOf = ({ days, timeStart, timeEnd, timeZone }: Campaign): SendingWindow => ({
  days,
  startSeconds: timeStart,
  endSeconds: timeEnd,
  timeZone,
})

/**
 * Plans a slice of the waiting recipients at once and leaves the rest to the job, then sets the resulting state. If the
 * process dies, the job's next round finds what was not planned.
 */
export async function planCampaign(context: PlanningNeeds, accountId: number, campaignId: number): Promise<void> {
  const left = await planSlice(context, accountId, campaignId, { ...BEGINNING, limit: FIRST_SLICE })
  await settle(context, accountId, campaignId)
  if (left === null) return
  await context.queue.send(PlanMessages, { accountId, campaignId }, { singletonKey: `campaign ${campaignId}` })
}

/** Cancels at once what is scheduled for the first recipients of an archived campaign; the job does the rest. */
export async function cancelArchived(context: PlanningNeeds, accountId: number, campaignId: number): Promise<void> {
  const { store, clock, queue } = context
  if (!(await store.messagePlan.cancelSlice(accountId, campaignId, FIRST_SLICE, clock.now()))) return
  await queue.send(PlanMessages, { accountId, campaignId }, { singletonKey: `campaign ${campaignId}` })
}

/** Plans everybody who is waiting in a campaign; for an archived one, cancels what is scheduled. */
export async function planWholeCampaign(
  context: PlanningNeeds,
  accountId: number,
  campaignId: number,
  signal?: AbortSignal,
): Promise<void> {
  while (await context.store.messagePlan.cancelSlice(accountId, campaignId, SLICE, context.clock.now()))
    if (signal?.aborted === true) return
  await settle(context, accountId, campaignId)
  for (let left: Progress | null = BEGINNING; left !== null;) {
    left = await planSlice(context, accountId, campaignId, left)
    if (signal?.aborted === true) return
  }
  await settle(context, accountId, campaignId)
}

/** Handles every campaign in progress: plans waiting recipients, and sets the states that time and mailboxes bring. */
export async function planAllCampaigns(context: PlanningNeeds, signal?: AbortSignal): Promise<void> {
  for (const { accountId, id } of await context.store.messagePlan.underWay()) {
    if (signal?.aborted === true) return
    await planWholeCampaign(context, accountId, id, signal)
  }
}

/** What a process knows about a plan that it makes slice by slice. */
interface PlanBook {
  /** The number of its last slice: it knows all times taken up to that one. */
  version: number
  /** The window and mailboxes that the planner was created for. */
  settings: string
  planner: Planner
}

interface Progress {
  limit: number
  book: PlanBook | null
  /** The last recipient that the slices so far have reached. */
  after: number
}

/** @returns null if nobody is left who can be planned now. */
async function planSlice(
  { store, clock }: Pick<PlanningNeeds, 'store' | 'clock'>,
  accountId: number,
  campaignId: number,
  { limit, book, after }: Progress,
): Promise<Progress | null> {
  const now = clock.now()
  let current = book
  const slice = await store.messagePlan.planSlice(accountId, campaignId, { limit, after, now }, async (facts) => {
    current = await bookFor(current, facts, now)
    return planWith(current.planner, facts, now)
  })
  if (slice === null || slice.next === null) return null
  return { limit, book: current, after: slice.next }
}

/** The book so far, if only it has taken times since; otherwise a new one, from everything read. */
async function bookFor(book: PlanBook | null, slice: PlanSlice, now: Date): Promise<PlanBook> {
  const { version } = slice
  const settings = JSON.stringify([slice.mailboxes, windowOf(slice.campaign)])
  if (book !== null && book.version === version - 1 && book.settings === settings) return { ...book, version }
  return { version, settings, planner: plannerOf(slice, await slice.readTimes(), now) }
}

const plannerOf = ({ campaign, mailboxes }: PlanFacts, times: MailboxTimes, now: Date): Planner =>
  createPlanner({
    window: windowOf(campaign),
    notBefore: notBefore(campaign, now),
    mailboxes: mailboxes.map(({ sendingSchedule, ...mailbox }) => ({
      ...mailbox,
      window: mailboxWindow(sendingSchedule, campaign.timeZone),
      occupied: times.get(mailbox.id) ?? [],
    })),
  })

/** The messages of waiting recipients, and who has received all of theirs. */
export const slicePlanOf = (facts: PlanFacts & { times: MailboxTimes }, now: Date): SlicePlan =>
  planWith(plannerOf(facts, facts.times, now), facts, now)

interface SlicePlan {
  rows: PlanRow[]
  finished: number[]
}

function planWith(planner: Planner, { campaign, steps, mailboxes, waiting }: PlanFacts, now: Date): SlicePlan {
  const usable = new Set(mailboxes.map(({ id }) => id))
  const recipients = waiting.map(({ id, mailboxId, lastStep, lastAt }) => ({
    id,
    mailboxId: (mailboxId !== null && usable.has(mailboxId)) || lastStep !== null ? mailboxId : null,
    steps: steps.filter(({ step }) => lastStep === null || step > lastStep),
    after: lastAt?.getTime() ?? null,
  }))
  return {
    rows: planner.plan(recipients, notBefore(campaign, now)),
    finished: recipients.filter((recipient) => recipient.steps.length === 0).map(({ id }) => id),
  }
}

function notBefore(campaign: Campaign, now: Date): number {
  if (campaign.startAt === null) return now.getTime()
  const day = Date.parse(`${campaign.startAt}T00:00:00Z`) / DAY_MS
  return Math.max(now.getTime(), openHours(windowOf(campaign)).startOf(day))
}

/** Whether the first day of a campaign is still ahead. */
export const startsLater = ({ startAt, timeZone }: Campaign, now: Date): boolean =>
  startAt !== null && startAt > localDate(now, timeZone)

async function settle(
  { store, clock }: Pick<PlanningNeeds, 'store' | 'clock'>,
  accountId: number,
  campaignId: number,
): Promise<void> {
  const now = clock.now()
  await store.messagePlan.settle(accountId, campaignId, now, (campaign, standing) =>
    whatFollows(campaign, standing, now),
  )
}

/** Changes that no caller requests: the day comes, nothing is left, mailboxes disappear and return. */
function whatFollows(campaign: Campaign, { waiting, open, mailbox }: Standing, now: Date): CampaignChange | null {
  const { status } = campaign
  const begun = startsLater(campaign, now) ? null : nextState(status, 'day_comes')
  if (begun !== null) return { status: begun }
  const operation = !waiting && !open ? 'nothing_left' : mailbox ? 'mailbox_back' : 'no_mailbox'
  const next = nextState(status, operation)
  return next === null ? null : { status: next }
}
