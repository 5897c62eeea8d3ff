import type { OptoutNeeds } from '../optouts/optout-needs.ts'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import type { Campaign } from '../../db/campaigns/campaigns-store.ts'
import type { MessageContent } from '../../db/campaigns/outbox-results-store.ts'
import { dayStart } from '../../engine/send/send-decision.ts'
import { TEST_MESSAGE_ID } from '../../engine/send/signed-link.ts'
import { AppError } from '../../errors.ts'
import { parseTypedAddress } from '../../lib/addresses/email-address.ts'
import type { EmailAddress } from '../../lib/addresses/email-address.ts'
import { asText, idField } from '../../lib/input/field-kinds.ts'
import { field, missingParameter, quoted, read, refuse } from '../../lib/input/input-fields.ts'
import { capability } from '../capability/capability.ts'
import { problemSentence } from '../mailboxes/connection-problem.ts'
import { giveDayPlaceBack, takeDayPlace } from '../mailboxes/mail-at-once.ts'
import { findMailbox } from '../mailboxes/mailboxes.ts'
import { dailyCeiling, demandSendingPolicy } from '../mailboxes/sending-policy.ts'
import { isNoToken, submitFrom } from '../mailboxes/submit-from.ts'
import { isAddressOptedOut } from '../optouts/opted-out.ts'
import { campaignId } from './campaign-input.ts'
import { unusable } from './campaign-rules.ts'
import { withInheritedSubjects } from './campaign-steps.ts'
import { findCampaign } from './campaigns.ts'
import { composeMessage } from './compose-message.ts'

const address = (name: string, description: string) =>
  field<EmailAddress>({ type: 'string', description }, (raw) => {
    const found = parseTypedAddress(asText(raw) ?? '')
    return found === null
      ? refuse('invalid_email', `${name}: ${quoted(raw)} is not a valid email address.`)
      : read(found)
  })

/**
 * Sends one step to the caller's own address: that of their login, or of a mailbox of the account. It counts towards the daily
 * limit of the sending mailbox; nothing in it is tracked, and no copy is made.
 */
export const SendTestMessage = capability({
  name: 'send_test_message',
  group: 'campaigns',
  scope: 'send',
  input: z.object({
    id: campaignId,
    follow_up_id: idField('The step. Default: the first one.'),
    recipient: address('recipient', 'The address whose values are filled in. Default: the one it is sent to.'),
    to: address('to', "Your own address or that of one of the account's mailboxes."),
  }),
  output: z.object({
    data: z.object({ to: z.string(), from: z.string(), step: z.int(), subject: z.string() }),
    meta: z.object({}),
  }),
  waits: true,
  run: async (call, { id = 0, follow_up_id: stepId, recipient, to }) => {
    const campaign = await findCampaign(call, id)
    if (to === undefined) throw AppError.forParameters([missingParameter('to')])
    await demandOwn(call, to)
    const mailboxId = campaign.mailboxIds[0] ?? noMailbox()
    const mailbox = await findMailbox(call, mailboxId)
    demandSendingPolicy(call, { email: mailbox.email })
    if (mailbox.sending_status === 'paused') throw unusable(`${mailbox.email} is paused: resume it first.`)
    const step = await stepOf(call, campaign, stepId)
    const email = (recipient ?? to).full
    const found = await call.store.testMails.content(
      { ...campaign, mailboxId },
      { campaignId: id, step: step.step, email },
    )
    const content = { ...(found ?? noStep(stepId)), subject: step.subject }
    const subject = await deliver(call, { mailboxId, content, to: to.full })
    await call.database.pool.together()
    return { data: { to: to.full, from: mailbox.email, step: step.step, subject }, meta: {} }
  },
})

/** @throws AppError validation_failed for anybody else's address, and for one that opted out of this installation. */
async function demandOwn(call: OptoutNeeds & Part<'principal', 'testMails'>, to: EmailAddress): Promise<void> {
  const own = await call.store.testMails.ownAddresses(call.principal)
  if (!own.includes(to.full))
    throw unusable('A test can only be sent to your own address or one of your mailboxes.', 'to')
  if (await isAddressOptedOut(call, to))
    throw unusable('The owner of this address asked that no mail be sent to it.', 'to')
}

/** With a subject that stands alone: a follow-up would reply to an email that nobody received. */
async function stepOf(call: Part<never, 'campaignSteps'>, campaign: Campaign, stepId: number | undefined) {
  const steps = await call.store.campaignSteps.list(campaign.accountId, campaign.id)
  const index = stepId === undefined ? 0 : steps.findIndex(({ id }) => id === stepId)
  const { step, subject } = steps[index] ?? noStep(stepId)
  const inherited = withInheritedSubjects(steps)[index]?.subject ?? ''
  return { step, subject: subject ?? (/^re:/i.test(inherited) ? inherited : `Re: ${inherited}`) }
}

interface TestMessage {
  mailboxId: number
  content: MessageContent
  to: string
}

/** @returns the subject as sent. @throws AppError validation_failed with the reason why it was not sent. */
async function deliver(call: Call, { mailboxId, content, to }: TestMessage): Promise<string> {
  const { accountId, userId } = call.principal
  const { email } = content.mailbox
  const headerId = `<${randomUUID()}@${email.slice(email.lastIndexOf('@') + 1)}>`
  const now = call.clock.now()
  const request = { accountId, mailboxId, messageId: TEST_MESSAGE_ID, headerId, date: now, to }
  const plain = { ...content, tracked: false, trackedLinks: false }
  const composed = await composeMessage(call, request, plain)
  if (composed.outcome === 'refused') throw unusable(composed.problem)
  const ceiling = dailyCeiling(call, content.mailbox.daily_limit)
  const since = dayStart(content.mailboxZone, now)
  const isFull = () => unusable(`${email} has reached its sending limit for today.`)
  const place = await takeDayPlace(call, { accountId, mailboxId, userId }, { since, ceiling, now }, isFull)
  const mail = { envelope: { from: email, to }, raw: composed.mail.raw }
  const result = await submitFrom(call, { accountId, mailboxId, ...content }, mail)
  if (isNoToken(result) || result.outcome === 'no_session') {
    await giveDayPlaceBack(call, place)
    throw unusable(isNoToken(result) ? result.problem : problemSentence('smtp', result.problem))
  }
  if (result.outcome === 'uncertain')
    throw unusable('The server did not confirm the message: check whether it arrived.')
  if (result.outcome !== 'accepted') throw unusable(`The server of ${email} refused the message: ${result.replyCode}.`)
  return composed.subject
}

function noMailbox(): never {
  throw unusable('A campaign needs a connected mailbox.')
}

function noStep(id: number | undefined): never {
  throw new AppError('not_found', `There is no follow-up with id ${id ?? 0}.`)
}
