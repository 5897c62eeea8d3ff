import { z } from 'zod'
import type { RunFacts } from '../../db/campaigns/message-plan-store.ts'
import { templateNames } from '../../engine/send/template.ts'
import { toAppError } from '../../errors.ts'
import { capability } from '../capability/capability.ts'
import { DomainWarning, domainWarnings } from '../guard/domain-warnings.ts'
import { CampaignIdInput } from './campaign-input.ts'
import { contentProblems } from './campaign-runs.ts'
import type { CampaignProblem } from './campaign-runs.ts'
import { writtenTexts } from './campaign-steps.ts'
import { findCampaign } from './campaigns.ts'
import { fallbackNeeded, leadTag, mergeNames, tagsWithoutFallback } from './merge-values.ts'
import { NO_RECIPIENTS } from './start-campaign.ts'

/** At most this many recipients are checked for missing values. */
const MAX_LOOKED_AT = 5_000

const Group = z.object({ recipients: z.int(), emails: z.array(z.string()) })

/** What is wrong with a campaign as written: what keeps it from starting, and who would get no mail. */
export const CheckCampaign = capability({
  name: 'check_campaign',
  group: 'campaigns',
  scope: 'read',
  input: CampaignIdInput,
  output: z.object({
    data: z.object({
      /** False for `warnings` too if the account's guard is strict. */
      ready: z.boolean(),
      problems: z.array(
        z.object({
          problem: z.enum([
            'no_recipients',
            'no_subject',
            'no_body',
            'no_mailbox',
            'no_days',
            'no_common_hours',
            'broken_tag',
            'needs_fallback',
          ]),
          step: z.int().nullable(),
          /** The merge tag that needs a fallback. */
          tag: z.string().nullable(),
          details: z.string(),
        }),
      ),
      /** Why receivers may reject mail from the domains it would be sent from. */
      warnings: z.array(DomainWarning),
      /** Recipients waiting for their first email. */
      waiting: z.int(),
      /** Addresses that mail would be sent from. */
      mailboxes: z.array(z.string()),
      /** Every name that a merge tag can have. */
      merge_tags: z.array(z.string()),
      /** For each merge tag in a step: recipients without a value for it. */
      without_value: z.array(Group.extend({ name: z.string() })),
      /** By reason: unsubscribed, bounced, manual, replied, opted_out, left_company, lead_deleted, error, canceled. */
      no_mail: z.array(Group.extend({ reason: z.string() })),
    }),
    meta: z.object({}),
  }),
  run: async (call, { id = 0 }) => {
    const campaign = await findCampaign(call, id)
    const { accountId } = campaign
    const { gate, messagePlan, recipientChecks } = call.store
    const facts = await messagePlan.startFacts(campaign)
    const problems = problemsOfCampaign(facts)
    const warnings = await domainWarnings(call, accountId, facts.mailboxes)
    const isRefused = warnings.length > 0 && (await gate.isStrict(accountId))
    const withoutValue = await recipientChecks.withoutValue(accountId, id, tagsOf(facts), MAX_LOOKED_AT)
    const noMail = await recipientChecks.noMail(accountId, id)
    return {
      data: {
        ready: problems.length === 0 && !isRefused,
        problems,
        warnings,
        waiting: facts.waiting,
        mailboxes: facts.mailboxes,
        merge_tags: mergeNames(facts.slugs),
        without_value: withoutValue,
        no_mail: noMail.map(({ name: reason, ...group }) => ({ reason, ...group })),
      },
      meta: {},
    }
  },
})

/** What a start would refuse, in the order of reporting. */
export function problemsOfCampaign(facts: RunFacts): CampaignProblem[] {
  const nobody: CampaignProblem = { problem: 'no_recipients', step: null, tag: null, details: NO_RECIPIENTS }
  return [
    ...(isForNobody(facts) ? [nobody] : []),
    ...contentProblems(facts),
    ...facts.steps.flatMap((step) => writtenTexts(step).flatMap((text) => tagProblems(text, step.step, facts.slugs))),
  ]
}

/** A draft whose recipients all get no mail does not start either. */
const isForNobody = ({ campaign, waiting }: RunFacts): boolean =>
  campaign.recipientsCount === 0 || (campaign.status === 'draft' && waiting === 0)

function tagProblems(
  text: ReturnType<typeof writtenTexts>[number],
  step: number,
  slugs: readonly string[],
): CampaignProblem[] {
  try {
    const tags = tagsWithoutFallback(text, slugs)
    return tags.map((tag) => ({ problem: 'needs_fallback', step, tag, details: fallbackNeeded(text, tag) }))
  } catch (error) {
    return [{ problem: 'broken_tag', step, tag: null, details: toAppError(error).errors[0].details }]
  }
}

function tagsOf({ steps, slugs }: RunFacts): { name: string; custom: boolean }[] {
  const texts = steps.flatMap(({ subject, body }) => [subject ?? '', body ?? ''])
  const names = new Set(texts.flatMap((text) => templateNames(text)))
  return [...names].flatMap((name) => leadTag(name, slugs) ?? [])
}
