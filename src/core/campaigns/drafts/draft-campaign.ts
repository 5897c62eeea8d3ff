import { z } from 'zod'
import type { Call, Part } from '../../../context.ts'
import type { Campaign, CampaignChange } from '../../../db/campaigns/campaigns-store.ts'
import type { StepContent } from '../../../db/campaigns/campaign-steps-store.ts'
import { AppError } from '../../../errors.ts'
import type { ErrorItem } from '../../../errors.ts'
import { capability } from '../../capability/capability.ts'
import type { OptoutNeeds } from '../../optouts/optout-needs.ts'
import { demandDraft } from '../campaign-states.ts'
import { DRAFT_NAMES, writingOf } from '../campaign-input.ts'
import { brokenRules, changeProblems, readChange } from '../campaign-rules.ts'
import { NEW_STEP, readContent } from '../campaign-steps.ts'
import { createCampaign, findCampaign, mailboxProblems, noSuchCampaign } from '../campaigns.ts'
import { DraftInput } from './draft-input.ts'
import type { DraftWriting } from './draft-input.ts'
import { describeDraft, Missing, ShownDraft } from './shown-draft.ts'

/**
 * Creates or rewrites a campaign that has not started: name, texts, senders and times together, all or nothing. All
 * problems are reported at once, and the answer includes what still keeps it from starting.
 */
export const DraftCampaign = capability({
  name: 'draft_campaign',
  findMade: ({ store, principal }, id) => store.campaigns.find(principal.accountId, id),
  group: 'campaigns',
  scope: 'write',
  input: DraftInput,
  output: z.object({
    data: ShownDraft,
    meta: z.object({ created: z.boolean(), missing: z.array(Missing), warnings: z.array(z.string()) }),
  }),
  run: (call, { id, ...given }) =>
    call.database.pool.inOne(async () => {
      const campaign = id === undefined ? await create(call, given) : await change(call, id, given)
      await writeSteps(call, campaign.id, given.steps)
      const written = await findCampaign(call, campaign.id)
      const { draft, missing, warnings } = await describeDraft(call, written)
      const created = id === undefined
      return { data: draft, meta: { created, missing, warnings }, status: created ? (201 as const) : undefined }
    }),
})

async function create(
  call: OptoutNeeds & Part<'clock' | 'config' | 'principal', 'campaigns' | 'customAttributes' | 'mailboxes'>,
  given: DraftWriting,
): Promise<Campaign> {
  const unnamed: ErrorItem[] =
    given.name === undefined ? [{ id: 'name_required', details: 'A campaign needs a name.', field: 'name' }] : []
  refuseAll([...unnamed, ...(await problemsOfWriting(call, given, null))])
  return createCampaign(call, writingOf(given))
}

async function change(
  call: Pick<Call, 'clock' | 'principal' | 'store'>,
  id: number,
  given: DraftWriting,
): Promise<Campaign> {
  const { accountId } = call.principal
  const found = await findCampaign(call, id)
  demandDraft(found)
  const problems = await problemsOfWriting(call, given, found)
  // Cleared: as in a new draft.
  const cleared: CampaignChange =
    given.mailbox_ids === null ? { mailboxIds: await call.store.campaigns.defaultMailboxes(accountId) } : {}
  const changed = await call.store.campaigns.change(accountId, id, call.clock.now(), (current) => {
    demandDraft(current)
    refuseAll(problems)
    const written = { ...readChange(call, writingOf(given), current), ...cleared }
    return Object.keys(written).length === 0 && given.steps === undefined ? null : written
  })
  return changed ?? noSuchCampaign(id)
}

/** A draft always has an opening step. */
async function writeSteps(
  call: Part<'principal', 'campaignSteps'>,
  id: number,
  steps: readonly StepContent[] | null | undefined,
): Promise<void> {
  if (steps === undefined) return
  await call.store.campaignSteps.replace(call.principal.accountId, id, steps ?? [{ ...NEW_STEP, waitDays: 0 }])
}

/** All problems, with the field names that the caller used. */
async function problemsOfWriting(
  call: Part<'clock' | 'principal', 'campaigns' | 'customAttributes' | 'mailboxes'>,
  given: DraftWriting,
  current: Campaign | null,
): Promise<ErrorItem[]> {
  const ofCampaign = changeProblems(call, writingOf(given), current)
  const ofMailboxes = await mailboxProblems(call, given.mailbox_ids ?? [])
  return [...ofMailboxes, ...ofCampaign, ...(await stepProblems(call, given))].map(inOwnWords)
}

function inOwnWords({ details, field, ...item }: ErrorItem): ErrorItem {
  if (field === undefined) return { ...item, details }
  const own = DRAFT_NAMES.get(field)
  return own === undefined ? { ...item, details, field } : { ...item, details: details.replace(field, own), field: own }
}

/** Problems of each text, with the step it belongs to. */
async function stepProblems(
  call: Part<'principal', 'customAttributes'>,
  { steps }: DraftWriting,
): Promise<ErrorItem[]> {
  if (steps === undefined || steps === null) return []
  const slugs = await call.store.customAttributes.slugs(call.principal.accountId)
  const judging = { isDraft: true, slugs, warnings: [] }
  return steps.flatMap(({ subject, body, messageFormat }, step) =>
    [{ subject }, { body, message_format: messageFormat }]
      .flatMap((text) => brokenRules(() => readContent(NEW_STEP, text, judging)))
      .map((item) => ({ ...item, details: `Step ${step}: ${item.details}`, field: 'steps' })),
  )
}

/** @throws AppError with all problems, if there are any. */
function refuseAll([first, ...others]: readonly ErrorItem[]): void {
  if (first !== undefined) throw AppError.forParameters([first, ...others])
}
