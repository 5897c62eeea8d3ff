import { createHash, createHmac } from 'node:crypto'
import { acceptedContent, CLIENT_CAPABILITIES_META_KEY, inputRequired } from '@modelcontextprotocol/server'
import type { ClientCapabilities, InputRequiredResult } from '@modelcontextprotocol/server'
import type { Call } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { MINUTE_MS } from '../../lib/process/clock.ts'
import { saying } from '../../lib/input/input-fields.ts'
import { isSameText } from '../../lib/text/same-text.ts'
import type { AskedBy } from './asked-by.ts'
import type { Preview, Tool, ToolAnswer } from './define-tool.ts'

/**
 * Tools whose effect cannot be undone act only when confirmed: where the client can ask its user, by an answer to our question;
 * otherwise by the argument `confirm`, which the model sets (unless `QUARRY_MCP_CONFIRM` says otherwise). The question is in
 * the result (2026-07-28, `input_required`), and the retry returns the sealed state, so this server remembers nothing in
 * between.
 */

/** How long a question can be answered. */
const GOOD_FOR_MS = 10 * MINUTE_MS

/** The argument that every such tool has, and its aliases. */
export const CONFIRM = 'confirm'
export const CONFIRM_ALIASES = { confirmed: CONFIRM }

/** What came with a call besides its arguments. */
export interface ConfirmationAsking {
  /** The client can show a form to its user and call again. */
  canAsk: boolean
  /** The state of an earlier question, as returned; null on a first call. */
  state: string | null
  /** The user said yes. */
  accepted: boolean
}

/** @param modern the request uses a revision that has `input_required`. */
export function askingOf({ mcpReq }: AskedBy, modern: boolean): ConfirmationAsking {
  const envelope: Record<string, unknown> = mcpReq.envelope ?? {}
  const able = (envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined)?.elicitation
  const state = modern ? mcpReq.requestState() : undefined
  return {
    canAsk: modern && able !== undefined && (Object.keys(able).length === 0 || 'form' in able),
    state: typeof state === 'string' ? state : null,
    accepted: acceptedContent(mcpReq.inputResponses, CONFIRM)?.[CONFIRM] === true,
  }
}

/** Removes `confirm` from the arguments: the core does not know it. */
function withoutConfirm(given: Record<string, unknown>): { args: Record<string, unknown>; confirmed: boolean } {
  const { [CONFIRM]: confirm = false, ...args } = given
  const word = typeof confirm === 'string' ? confirm.toLowerCase() : confirm
  if (![true, false, 'true', 'false'].includes(word as boolean | string))
    throw new AppError('wrong_params', saying('confirm must be true or false.', confirm), { field: CONFIRM })
  return { args, confirmed: word === true || word === 'true' }
}

/**
 * Runs a tool that asks first.
 * @returns the tool's answer with what it did in `meta.effect`, the preview (data null), or the question to the user.
 * @throws AppError wrong_params for a state that was changed, belongs to another call or key, or is too old; forbidden if a
 * person has to be asked and the client cannot do so.
 */
export async function runConfirmed(
  tool: Tool & Required<Pick<Tool, 'preview'>>,
  call: Call,
  given: Record<string, unknown>,
  { canAsk, state, accepted }: ConfirmationAsking,
): Promise<ToolAnswer | InputRequiredResult> {
  const { args, confirmed: argument } = withoutConfirm(given)
  const { mcpConfirm: mode } = call.config
  const confirmed = argument && (mode === 'argument' || !canAsk)
  const { data: preview } = await tool.preview(call, args)
  if (preview === null) return tool.run(call, args)
  if (mode === 'human' && !canAsk) throw new AppError('forbidden', NEEDS_A_PERSON)
  const question = { call, tool: tool.name, args, effect: digestOf(preview.effect) }
  const previewed = state === null || confirmed ? null : readState(question, state)
  const isWanted = confirmed || (previewed === question.effect && accepted)
  const isSeen = preview.isNew !== true || previewed !== null
  if (isWanted && isSeen && preview.outdated !== true) return acted(await tool.run(call, args), preview)
  // A user who said no is not asked again; one who said yes to other numbers is, unless no answer would help.
  const isDeclined = previewed !== null && !accepted
  if (!canAsk || isDeclined || confirmed || preview.outdated === true) return onlyPreview(preview, isDeclined, argument)
  return inputRequired({
    requestState: writeState(question),
    inputRequests: { [CONFIRM]: inputRequired.elicit({ message: preview.question, requestedSchema: FORM }) },
  })
}

const NEEDS_A_PERSON =
  'This installation requires a person to confirm what cannot be undone, but this client cannot ask its user. Use a client with elicitation, or the JSON API.'

const FORM = {
  type: 'object' as const,
  properties: { [CONFIRM]: { type: 'boolean' as const, title: 'Yes, do it' } },
  required: [CONFIRM],
}

/** @param confirms the model sent `confirm`, which an outdated number makes void. */
const onlyPreview = ({ effect, outdated = false }: Preview, declined: boolean, confirms: boolean): ToolAnswer => ({
  data: null,
  meta: { confirmed: false, ...(declined && { declined }), ...(outdated && confirms && { outdated }), effect },
})

const acted = ({ meta, ...answer }: ToolAnswer, { effect }: Preview): ToolAnswer => ({
  ...answer,
  meta: { ...meta, confirmed: true, effect: withoutLists(effect) },
})

/** Examples and records were in the preview: the result has numbers, ids and words. */
const withoutLists = (effect: Preview['effect']): Preview['effect'] =>
  Object.fromEntries(Object.entries(effect).filter(([, value]) => typeof value !== 'object' || value === null))

interface Question {
  call: Pick<Call, 'principal' | 'clock' | 'linkKey'>
  tool: string
  args: Record<string, unknown>
  /** Digest of the preview. */
  effect: string
}

/** `EXPIRES.EFFECT.MAC`: the expiry, the digest of the preview, and a MAC that binds both to this key and call. */
function writeState(question: Question): string {
  const expiresAt = question.call.clock.now().getTime() + GOOD_FOR_MS
  return sealed(question, expiresAt, question.effect)
}

/** The state as text. Comparing the whole text accepts only one spelling, whereas base64 alone allows several (RFC 4648 3.5). */
const sealed = (question: Question, expiresAt: number, effect: string): string =>
  `${expiresAt}.${effect}.${macOf(question, expiresAt, effect).toString('base64url')}`

const STATE = /^(\d{1,15})\.([\w-]{43})\.[\w-]{43}$/

/** @returns the digest of the earlier preview. */
function readState(question: Question, state: string): string {
  const [, expires = '', effect = ''] = STATE.exec(state) ?? []
  const isOurs = expires !== '' && isSameText(state, sealed(question, Number(expires), effect))
  if (!isOurs || Number(expires) < question.call.clock.now().getTime())
    throw new AppError(
      'wrong_params',
      'This confirmation has expired or belongs to another call. Call again for a new preview.',
    )
  return effect
}

function macOf({ call, tool, args }: Question, expiresAt: number, effect: string): Buffer {
  const key = createHmac('sha256', call.linkKey).update('confirmation of a tool').digest()
  const { accountId, userId, keyId, app } = call.principal
  const subject = [accountId, userId, app?.id ?? keyId, tool, canonical(args), expiresAt, effect]
  return createHmac('sha256', key).update(JSON.stringify(subject)).digest()
}

const digestOf = (effect: Preview['effect']): string =>
  createHash('sha256')
    .update(JSON.stringify(canonical(effect)))
    .digest('base64url')

/** Sorts keys, so that the same call written in two ways is the same call. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, canonical(inner)])
}
