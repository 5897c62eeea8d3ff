import { z } from 'zod'
import type { Campaign } from '../../db/campaigns/campaigns-store.ts'
import type { CampaignStep, StepContent } from '../../db/campaigns/campaign-steps-store.ts'
import { AppError } from '../../errors.ts'
import { capability } from '../capability/capability.ts'
import { AddStepInput, CampaignIdInput, MAX_STEPS, StepIdInput, UpdateStepInput } from './campaign-input.ts'
import type { StepWriting } from './campaign-input.ts'
import { unusable } from './campaign-rules.ts'
import { nextState } from './campaign-states.ts'
import { findCampaign, noSuchCampaign } from './campaigns.ts'
import { readTemplate } from './merge-values.ts'
import type { WrittenText } from './merge-values.ts'

const reading = { group: 'campaigns', scope: 'read' } as const
const writing = { group: 'campaigns', scope: 'write' } as const

const FollowUp = z.object({
  id: z.int(),
  step: z.int(),
  wait_days: z.int(),
  message_format: z.enum(['text', 'html']),
  messages_sent: z.int(),
  subject: z.string().nullable(),
  /** Empty until something is written. */
  body: z.string(),
  /** Always null: every recipient gets the same text. */
  variant: z.null(),
})
/** What would keep a draft from starting; absent if nothing does. */
const Warnings = z.array(z.string()).optional()
const shownWarnings = (warnings: string[]) => (warnings.length === 0 ? {} : { warnings })
const FollowUpOutput = z.object({ data: FollowUp, meta: z.object({}) })

const followUp = ({ id, step, waitDays, messageFormat, messagesSent, subject, body }: CampaignStep) => ({
  id,
  step,
  wait_days: waitDays,
  message_format: messageFormat,
  messages_sent: messagesSent,
  subject,
  body: body ?? '',
  variant: null,
})

/** A step without a subject inherits that of the previous step. */
export function withInheritedSubjects(steps: readonly CampaignStep[]): CampaignStep[] {
  let inherited: string | null = null
  return steps.map((step) => {
    inherited = step.subject ?? inherited
    return { ...step, subject: inherited }
  })
}

/** All steps in order, with inherited subjects filled in. */
export const ListSteps = capability({
  ...reading,
  name: 'list_campaign_steps',
  input: CampaignIdInput,
  output: z.object({
    data: z.object({ follow_ups: z.array(FollowUp) }),
    /** One page contains all steps that a campaign may have. */
    meta: z.object({ limit: z.int(), offset: z.int() }),
  }),
  run: async (call, { id = 0 }) => {
    await findCampaign(call, id)
    const steps = await call.store.campaignSteps.list(call.principal.accountId, id)
    return { data: { follow_ups: withInheritedSubjects(steps).map(followUp) }, meta: { limit: MAX_STEPS, offset: 0 } }
  },
})

/** One step as written. */
export const GetStep = capability({
  ...reading,
  name: 'get_campaign_step',
  input: StepIdInput,
  output: FollowUpOutput,
  run: async (call, { id = 0, follow_up_id: stepId = 0 }) => {
    await findCampaign(call, id)
    const steps = await call.store.campaignSteps.list(call.principal.accountId, id)
    return { data: followUp(steps.find((step) => step.id === stepId) ?? noSuchStep(stepId)), meta: {} }
  },
})

export const NEW_STEP: StepContent = { waitDays: 3, subject: null, body: null, messageFormat: 'text' }

export const AddStep = capability({
  ...writing,
  name: 'add_campaign_step',
  input: AddStepInput,
  output: z.object({
    data: z.object({
      follow_up: FollowUp.pick({ id: true, step: true, wait_days: true, subject: true, body: true }).extend({
        message_format: FollowUp.shape.message_format,
      }),
    }),
    meta: z.object({
      params: z.object({ sequence_id: z.int(), step: z.int(), wait_days: z.int() }),
      warnings: Warnings,
    }),
  }),
  run: async (call, { id = 0, step, ...content }) => {
    const { accountId } = call.principal
    const slugs = await call.store.customAttributes.slugs(accountId)
    const warnings: string[] = []
    const added = await call.store.campaignSteps.add(accountId, id, (campaign) => {
      nextState(campaign.status, 'change_steps')
      checkNextStep(campaign, step)
      return readContent(NEW_STEP, content, { isDraft: campaign.status === 'draft', slugs, warnings })
    })
    const { messages_sent: _sent, variant: _variant, ...shown } = followUp(added ?? noSuchCampaign(id))
    const { id: stepId, step: number, wait_days, subject, body, message_format } = shown
    return {
      data: { follow_up: { id: stepId, step: number, wait_days, subject, body, message_format } },
      meta: { params: { sequence_id: id, step: number, wait_days }, ...shownWarnings(warnings) },
      status: 201 as const,
    }
  },
})

/** Also for the opening step. */
export const UpdateStep = capability({
  ...writing,
  name: 'update_campaign_step',
  input: UpdateStepInput,
  output: FollowUpOutput.extend({ meta: z.object({ warnings: Warnings }) }),
  run: async (call, { id = 0, follow_up_id: stepId = 0, ...content }) => {
    await findCampaign(call, id)
    const { accountId } = call.principal
    const slugs = await call.store.customAttributes.slugs(accountId)
    const warnings: string[] = []
    const changed = await call.store.campaignSteps.change(accountId, id, stepId, (campaign, step) => {
      nextState(campaign.status, 'change_steps')
      return readContent(step, content, { isDraft: campaign.status === 'draft', slugs, warnings })
    })
    return { data: followUp(changed ?? noSuchStep(stepId)), meta: shownWarnings(warnings) }
  },
})

export const DeleteStep = capability({
  ...writing,
  name: 'delete_campaign_step',
  input: StepIdInput,
  output: FollowUpOutput,
  run: async (call, { id = 0, follow_up_id: stepId = 0 }) => {
    await findCampaign(call, id)
    const { accountId } = call.principal
    const removed = await call.store.campaignSteps.remove(accountId, id, stepId, (campaign, step) => {
      nextState(campaign.status, 'change_steps')
      checkRemovable(campaign, step)
    })
    return { data: followUp(removed ?? noSuchStep(stepId)), meta: {}, status: 204 as const }
  },
})

function noSuchStep(id: number): never {
  throw new AppError('not_found', `There is no follow-up with id ${id}.`)
}

function checkNextStep({ steps }: Campaign, step: number | undefined): void {
  if (steps.length >= MAX_STEPS) throw unusable(`A campaign has at most ${MAX_STEPS} steps.`)
  const next = (steps.at(-1) ?? -1) + 1
  if (step !== undefined && step !== next) throw unusable(`step must be ${next}, the next one.`, 'step')
}

function checkRemovable({ steps }: Campaign, { step, messagesSent }: CampaignStep): void {
  if (step === 0) throw unusable('The opening step cannot be deleted.')
  if (step !== steps.at(-1)) throw unusable('Only the last step can be deleted.')
  if (messagesSent > 0) throw unusable('A step whose messages have been sent cannot be deleted.')
}

const MAX_SUBJECT_LENGTH = 255
const MAX_BODY_LENGTH = 50_000

interface Judging {
  isDraft: boolean
  /** Of the account's custom attributes. */
  slugs: readonly string[]
  /** Collects what a draft may contain but a start refuses; in a started campaign it is refused here. */
  warnings: string[]
}

/** Parts that were not sent stay as they are. @throws AppError validation_failed. */
export function readContent(current: StepContent, given: StepWriting, judging: Judging): StepContent {
  const { subject = current.subject, body = current.body } = given
  if ((subject?.length ?? 0) > MAX_SUBJECT_LENGTH)
    throw unusable(`subject must have at most ${MAX_SUBJECT_LENGTH} characters.`, 'subject')
  if ((body?.length ?? 0) > MAX_BODY_LENGTH)
    throw unusable(`body must have at most ${MAX_BODY_LENGTH} characters.`, 'body')
  const { wait_days: waitDays = current.waitDays, message_format: messageFormat = current.messageFormat } = given
  checkTexts(writtenTexts({ subject, body, messageFormat }), judging)
  return { waitDays, subject, body, messageFormat }
}

/** The texts of a step that may have merge tags. */
export const writtenTexts = ({ subject, body, messageFormat }: Omit<StepContent, 'waitDays'>): WrittenText[] => [
  { field: 'subject', text: subject, format: 'text' },
  { field: 'body', text: body, format: messageFormat },
]

function checkTexts(texts: readonly WrittenText[], { isDraft, slugs, warnings }: Judging): void {
  for (const text of texts) {
    const warning = readTemplate(text, slugs)
    if (warning === null) continue
    if (!isDraft) throw unusable(warning, text.field)
    warnings.push(warning)
  }
}
