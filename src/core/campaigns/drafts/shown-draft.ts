import { z } from 'zod'
import type { Part } from '../../../context.ts'
import type { Campaign } from '../../../db/campaigns/campaigns-store.ts'
import type { CampaignStep } from '../../../db/campaigns/campaign-steps-store.ts'
import type { RunFacts } from '../../../db/campaigns/message-plan-store.ts'
import { campaignRecord, CampaignRecord } from '../campaign-output.ts'
import { problemsOfCampaign } from '../check-campaign.ts'
import type { CampaignProblem } from '../campaign-runs.ts'
import { mergeNames } from '../merge-values.ts'

/** A campaign as written, with the names that `draft_campaign` uses. */
export const ShownDraft = z.object({
  id: z.int(),
  name: z.string(),
  status: CampaignRecord.shape.status,
  recipients_count: z.int(),
  steps: z.array(
    z.object({
      step: z.int(),
      subject: z.string().nullable(),
      body: z.string().nullable(),
      wait_days: z.int(),
      format: z.enum(['text', 'html']),
    }),
  ),
  mailbox_ids: z.array(z.int()),
  days: z.array(z.int()),
  from_time: z.string(),
  to_time: z.string(),
  time_zone: z.string(),
  start_on: z.iso.date().nullable(),
  track_opens: z.boolean(),
  track_clicks: z.boolean(),
  unsubscribe_link: z.boolean(),
})

/** What a start would refuse, and what would fix it. */
export const Missing = z.object({
  /** Of `draft_campaign`; null if another tool or endpoint fixes it. */
  argument: z.enum(['steps', 'mailbox_ids', 'days', 'from_time']).nullable(),
  step: z.int().nullable(),
  details: z.string(),
})

export function shownDraft(campaign: Campaign, steps: readonly CampaignStep[]): z.output<typeof ShownDraft> {
  const { id, name, status, recipients_count, schedule, settings } = campaignRecord(campaign)
  return {
    id,
    name,
    status,
    recipients_count,
    steps: steps.map(({ step, subject, body, waitDays, messageFormat }) => ({
      step,
      subject,
      body,
      wait_days: waitDays,
      format: messageFormat,
    })),
    mailbox_ids: campaign.mailboxIds,
    days: schedule.days,
    from_time: schedule.time_start,
    to_time: schedule.time_end,
    time_zone: campaign.timeZone,
    start_on: schedule.start_at,
    track_opens: settings.tracked,
    track_clicks: settings.tracked_links,
    unsubscribe_link: settings.add_unsubscribe_link,
  }
}

const MENDED_BY: Readonly<Record<CampaignProblem['problem'], z.output<typeof Missing>['argument']>> = {
  no_recipients: null,
  no_subject: 'steps',
  no_body: 'steps',
  no_mailbox: 'mailbox_ids',
  no_days: 'days',
  no_common_hours: 'from_time',
  broken_tag: 'steps',
  needs_fallback: 'steps',
}

const missingOf = (facts: RunFacts): z.output<typeof Missing>[] =>
  problemsOnce(facts).map(({ problem, step, tag, details }) => ({
    argument: MENDED_BY[problem],
    step,
    details: problem === 'needs_fallback' ? `The merge tag ${tag} needs a fallback.` : details,
  }))

/** A merge tag in subject and body of a step is one problem. */
const problemsOnce = (facts: RunFacts): CampaignProblem[] => [
  ...new Map(problemsOfCampaign(facts).map((found) => [`${found.step} ${found.tag ?? found.details}`, found])).values(),
]

/** What may be intended but is worth a second look. */
function warningsOf(campaign: Campaign, steps: readonly CampaignStep[], facts: RunFacts): string[] {
  const tags = problemsOnce(facts).filter(({ problem }) => problem === 'needs_fallback')
  return [
    ...tags.map(({ step, tag }) => `Step ${step}: the merge tag ${tag} has no fallback.`),
    ...steps.flatMap(({ step, subject, body }) =>
      singleBraced(`${subject ?? ''}\n${body ?? ''}`, mergeNames(facts.slugs)).map(
        (name) => `Step ${step} has {${name}} in single braces, which is sent as it is: merge tags have two.`,
      ),
    ),
    ...(campaign.addUnsubscribeLink ? [] : ['The emails have no unsubscribe link.']),
    ...steps.flatMap(({ step, body }) =>
      /\bhttp:\/\//i.test(body ?? '') ? [`Step ${step} has a link that does not use https.`] : [],
    ),
    ...steps.flatMap(({ step, subject }) =>
      step > 0 && subject === null ? [`Step ${step} has no subject: it replies to the step before.`] : [],
    ),
  ]
}

/** Names of merge tags in the form that other programs use. */
const singleBraced = (text: string, names: readonly string[]): string[] => {
  const said = [...text.matchAll(/(?<!\{)\{ ?(?<name>[a-z_]{2,40}) ?\}(?!\})/gi)].map(
    ({ groups }) => groups?.['name'] ?? '',
  )
  return [...new Set(said)].filter((name) => names.includes(name.toLowerCase()))
}

/** The whole draft, with what keeps it from starting and what is worth a second look. */
export async function describeDraft(call: Part<never, 'campaignSteps' | 'messagePlan'>, campaign: Campaign) {
  const steps = await call.store.campaignSteps.list(campaign.accountId, campaign.id)
  const facts = await call.store.messagePlan.startFacts(campaign)
  return {
    steps,
    facts,
    draft: shownDraft(campaign, steps),
    missing: campaign.status === 'draft' ? missingOf(facts) : [],
    warnings: warningsOf(campaign, steps, facts),
  }
}
