import type { Part } from '../../context.ts'
import type { HealthChange, MailboxHealth } from '../../db/campaigns/health-store.ts'
import { brakeFor } from '../../engine/guard/campaign-brake.ts'
import { nextBand, restAfterStop } from '../../engine/guard/mailbox-band.ts'
import type { Judged } from '../../engine/guard/mailbox-band.ts'
import { campaignPaused, writeEvent } from '../webhooks/publish-event.ts'
import type { EventNeeds } from '../webhooks/webhook-needs.ts'
import { campaignNotice, mailboxNotice } from './guard-notices.ts'
import { brakeSentence, readSign, restSentence } from './guard-sentences.ts'
import type { BrakeFacts } from './guard-sentences.ts'

export type JudgeNeeds = EventNeeds & Part<'clock' | 'database', 'campaigns' | 'health' | 'notices'>

interface Sender {
  accountId: number
  campaignId: number
  /** Null if the mailbox no longer exists. */
  mailboxId: number | null
}

/** After a bounce or complaint: decides whether the campaign stops and whether the mailbox rests. */
export async function judgeSender(context: JudgeNeeds, { accountId, campaignId, mailboxId }: Sender): Promise<void> {
  await judgeCampaign(context, accountId, campaignId)
  if (mailboxId !== null) await judgeMailboxNow(context, accountId, mailboxId)
}

/** Pauses or slows a campaign whose list contains too many addresses that do not exist. */
export async function judgeCampaign(context: JudgeNeeds, accountId: number, id: number): Promise<void> {
  const { store, clock } = context
  const health = await store.health.campaign(accountId, id)
  if (health === null || !health.brake || health.status !== 'active') return
  const brake = brakeFor(health)
  if (brake === 'slow' && !health.slowed)
    await store.campaigns.change(accountId, id, clock.now(), () => ({ slowed: true }))
  if (brake !== 'pause') return
  const { sent, bouncesIn25, bouncesIn100 } = health
  const isWide = sent > 100 && bouncesIn25 < 4
  const facts: BrakeFacts = {
    sent,
    bounced: isWide ? bouncesIn100 : bouncesIn25,
    of: Math.min(sent, isWide ? 100 : 25),
    verdicts: await store.health.byVerdict(accountId, id),
  }
  await pauseCampaignFor(context, accountId, id, facts)
}

/** The pause and its notification are stored together, so that nobody is notified twice. */
function pauseCampaignFor(context: JudgeNeeds, accountId: number, id: number, facts: BrakeFacts): Promise<void> {
  const { store, clock, database } = context
  return database.pool.inOne(async () => {
    let isNews = false
    const campaign = await store.campaigns.change(accountId, id, clock.now(), ({ status }) => {
      isNews = status === 'active'
      return isNews ? { status: 'paused', pauseReason: 'bounces', pauseFacts: { ...facts } } : null
    })
    if (campaign === null || !isNews) return
    const sentence = brakeSentence(facts)
    const { name, recipientsCount, userId } = campaign
    const flags = { editable: true, started: true, archived: false, paused: true }
    const shown = { id, name, recipients_count: recipientsCount, ...flags }
    await writeEvent(context, accountId, campaignPaused(shown, { reason: 'bounces', sentence }))
    await store.notices.add({ accountId, userId }, campaignNotice(name, facts), clock.now())
  })
}

/** Puts a mailbox into its band and lets it rest if necessary; stored together with the notification. */
export function judgeMailboxNow(context: JudgeNeeds, accountId: number, id: number): Promise<void> {
  const { store, clock, database } = context
  return database.pool.inOne(async () => {
    const now = clock.now()
    const judged = await store.health.judgeMailbox(accountId, id, now, (health) => changeOf(health, now))
    if (judged === null) return
    const { before, change } = judged
    if (change.band === 'stopped') await tellStopped(context, accountId, before, change)
    else if (before.band === 'stopped') await tellResumed(context, accountId, before)
  })
}

/** Null if nothing changes. */
function changeOf(health: MailboxHealth, now: Date): HealthChange | null {
  const { ramp, band, bandSince, restUntil, stops } = health
  if (ramp === 'off') return null
  if (band === 'stopped') return restUntil !== null && restUntil <= now ? backToWork(health, now) : null
  const judged = nextBand(band, bandSince, health, now)
  if (judged.band === band) return null
  const change = { band: judged.band, bandSince: now, bandFacts: factsOf(judged), healthSince: null }
  if (judged.band === 'stopped') return { ...change, ...restOf(stops, now) }
  return { ...change, stops: judged.band === 'healthy' ? 0 : stops, rest: null, sendingStatus: null }
}

const factsOf = ({ sign }: Judged): Record<string, unknown> | null => (sign === null ? null : { ...sign })

function restOf(stops: number, now: Date): Pick<HealthChange, 'stops' | 'rest' | 'sendingStatus'> {
  const restMs = restAfterStop(stops)
  const until = restMs === null ? null : new Date(now.getTime() + restMs)
  return { stops: stops + 1, rest: { until, reason: 'health' }, sendingStatus: restMs === null ? 'paused' : null }
}

/** The mailbox is watched, and what it sent before no longer counts. */
export const backToWork = ({ stops }: Pick<MailboxHealth, 'stops'>, now: Date): HealthChange => ({
  band: 'watch',
  bandSince: now,
  bandFacts: null,
  healthSince: now,
  stops,
  rest: { until: null, reason: null },
  sendingStatus: null,
})

async function tellStopped(
  context: JudgeNeeds,
  accountId: number,
  { id, email, userId }: MailboxHealth,
  { bandFacts, rest }: HealthChange,
): Promise<void> {
  const until = rest?.until ?? null
  const sign = readSign(bandFacts)
  const sentence = restSentence(sign, until)
  const data = { mailbox: { id, email }, problem: sentence, reason: 'health', rest_until: until?.toISOString() ?? null }
  await writeEvent(context, accountId, { type: 'mailbox.paused', data })
  await context.store.notices.add({ accountId, userId }, mailboxNotice(email, sign, until), context.clock.now())
}

/** In the transaction of the change it reports. */
export const tellResumed = (
  context: EventNeeds,
  accountId: number,
  { id, email }: Pick<MailboxHealth, 'id' | 'email'>,
): Promise<void> => writeEvent(context, accountId, { type: 'mailbox.resumed', data: { mailbox: { id, email } } })
