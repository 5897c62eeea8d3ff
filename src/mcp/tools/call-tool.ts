import { isInputRequiredResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { CallToolRequest, CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Call } from '../../context.ts'
import { AppError, toAppError } from '../../errors.ts'
import { isAbsent } from '../../lib/input/input-fields.ts'
import { nearestWords } from '../../lib/text/nearest-words.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'
import type { AskedBy } from './asked-by.ts'
import { seenBy } from './catalogue.ts'
import type { Catalogue, Entry } from './catalogue.ts'
import { askingOf, runConfirmed } from './confirmation.ts'
import { withToolDeadline } from './deadline.ts'
import type { Tool, ToolAnswer } from './define-tool.ts'
import { callOfVisit } from './mcp-door.ts'
import type { McpDoor, Visit } from './mcp-door.ts'
import { progressTeller } from './progress.ts'
import { checkOwnFields, maxRowsOf, readFieldChoice } from './field-selection.ts'
import { readArguments } from './read-arguments.ts'
import { withinBudget } from './spending.ts'
import { createdTask, impatient, mayBeTask } from './tasks.ts'
import type { ResultOfJob, TaskEntry } from './tasks.ts'
import { toolError, toolResult, withLinks } from './tool-result.ts'
import { rightsOf, whyHidden } from './toolsets.ts'

/** Hosts abandon a silent call after 30 s or 60 s; with progress messages they wait longer. */
const DEADLINE_MS = 25 * SECOND_MS
const DEADLINE_WITH_PROGRESS_MS = 110 * SECOND_MS
/** How long a search may wait for a first crawl when the client receives progress messages. */
const CRAWL_WAIT_WITH_PROGRESS_MS = 25 * SECOND_MS

/** What `tools/call` needs from the door. */
export interface ToolService {
  door: Pick<McpDoor, 'context' | 'countRefusal'>
  catalogue: Catalogue
}

/**
 * Answers one `tools/call`. Every failure inside a tool becomes a result; no exception reaches the SDK, which would send its
 * message to the client.
 * @throws ProtocolError −32602 for a name that no tool has.
 */
export async function callTool(
  service: ToolService,
  visit: Visit,
  { name, arguments: given = {} }: CallToolRequest['params'],
  context: AskedBy,
): Promise<CallToolResult | InputRequiredResult> {
  const entry = service.catalogue.find(name)
  if (entry === undefined) throw noSuchTool(name, toolNames(service, visit))
  try {
    return await answer(service, visit, entry, given, context)
  } catch (thrown) {
    const error = toAppError(thrown)
    for (const { id } of error.errors) service.door.countRefusal(id)
    if (error.id === 'rate_limit_exceeded') visit.noteRefusal()
    if (error.status >= 500)
      service.door.context.log.error({ err: error.cause ?? error, requestId: visit.requestId }, `${name} failed`)
    const tools = toolNames(service, visit)
    return toolError(error, visit.requestId, { accepted: entry.shape, hints: entry.tool.hints, tools })
  }
}

const toolNames = ({ catalogue }: ToolService, { caller, selection }: Visit): string[] =>
  catalogue.visible(caller, selection).map(({ tool }) => tool.name)

function noSuchTool(name: string, tools: readonly string[]): ProtocolError {
  const similar = tools.length === 0 ? '' : ` Most similar: ${nearestWords(tools, name).join(', ')}.`
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `No such tool.${similar}`)
}

async function answer(
  { door, catalogue }: ToolService,
  visit: Visit,
  listed: Entry,
  sent: Record<string, unknown>,
  context: AskedBy,
): Promise<CallToolResult | InputRequiredResult> {
  const entry = seenBy(listed, visit.caller, visit.selection)
  refuseHidden(entry, visit)
  // An argument that writes, for a tool that this caller sees in its read-only form.
  const written = listed === entry ? [] : Object.keys(listed.shape).filter((name) => !Object.hasOwn(entry.shape, name))
  const hidden = written.find((name) => !isAbsent(ownValue(sent, name)))
  if (hidden !== undefined) refuseHidden(listed, visit, hidden)
  const { args: given, ignored, cleared } = readArguments(entry, sent)
  const choice = readFieldChoice(entry, given, visit.caller)
  const { fields: _fields, ...raw } = given
  const token = visit.acceptsStream ? context.mcpReq._meta?.progressToken : undefined
  const progress =
    token === undefined
      ? null
      : progressTeller((message) => {
          const told = context.mcpReq.notify({
            method: 'notifications/progress',
            params: { progressToken: token, ...message },
          })
          told.catch(() => undefined) // The client left; the result will fail in the same way.
        })
  // A result can ask its caller a question only on the revision where closing the connection cancels the call.
  const run = ({ preview, ...tool }: Tool, call: Call, args: Record<string, unknown>) =>
    preview === undefined
      ? tool.run(call, args)
      : runConfirmed({ ...tool, preview }, call, args, askingOf(context, visit.closingCancels))
  try {
    const answered = await withToolDeadline(
      progress === null ? DEADLINE_MS : DEADLINE_WITH_PROGRESS_MS,
      visit.closingCancels ? context.mcpReq.signal : null,
      async (signal) => {
        const patient = callOfVisit(door.context, visit, {
          signal,
          maxRows: maxRowsOf(choice),
          ...(progress === null ? {} : { progress: progress.tell, crawlWaitMs: CRAWL_WAIT_WITH_PROGRESS_MS }),
        })
        const call = mayBeTask(entry, visit, context, given) ? impatient(patient) : patient
        await checkOwnFields(entry, choice, call)
        const budgeted = await withinBudget(entry.tool, call, choice === null ? given : { ...raw, ...choice.more })
        if ('told' in budgeted) return budgeted.told
        const answered = await run(entry.tool, call, budgeted.args)
        if (call === patient || !goesOn(answered) || !mayBeTask(entry, visit, context, given)) return answered
        return { begun: entry, call, id: Number(answered.meta['job_id']) } satisfies Begun
      },
    )
    if (isBegun(answered)) return await createdTask(answered.begun, answered.call, answered.id)
    if (isInputRequiredResult(answered)) return answered
    const right = checked(entry, answered)
    if (entry.tool.showsRights === true)
      Object.assign(right.meta, rightsOf(catalogue.visible(visit.caller, visit.selection)))
    Object.assign(right.meta, ignored.length > 0 && { ignored }, cleared.length > 0 && { cleared })
    const result = toolResult(entry, right, choice)
    return visit.closingCancels ? withLinks(entry, right, result) : result
  } finally {
    progress?.stop()
  }
}

/** @throws AppError forbidden, saying which setting hides the tool, or the argument. */
function refuseHidden({ toolset, tool }: Entry, { caller, selection }: Visit, argument?: string): void {
  const hidden = whyHidden(toolset, tool, caller, selection, argument)
  if (hidden !== null) throw new AppError('forbidden', hidden)
}

/** HTTP status 202: the work continues. */
const ACCEPTED = 202

/** Work that is answered with a task. */
interface Begun {
  begun: TaskEntry
  call: Call
  id: number
}

const isBegun = (answered: ToolAnswer | InputRequiredResult | Begun): answered is Begun => 'begun' in answered

const goesOn = (answered: ToolAnswer | InputRequiredResult): answered is ToolAnswer =>
  !isInputRequiredResult(answered) && answered.status === ACCEPTED

/** The result of a finished job, the same as from a call with its `job_id`. */
export const resultOfJob: ResultOfJob = async (entry, call, id) => {
  const given = { job_id: id }
  return toolResult(
    entry,
    checked(entry, await entry.tool.run(call, given)),
    readFieldChoice(entry, given, call.principal),
  )
}

const Outcome = z.object({ data: z.unknown(), meta: z.record(z.string(), z.unknown()) })

/** Only fields of the schema leave; an answer that does not match it is our fault, not the caller's. */
function checked({ tool }: Entry, { data, meta, ...rest }: ToolAnswer): ToolAnswer {
  if (meta['performed'] === false) return { data, meta, ...rest }
  if (tool.preview === undefined) return { ...Outcome.parse(tool.output.parse({ data, meta })), ...rest }
  const { confirmed, declined, outdated, effect } = meta
  const why = { ...(declined === true && { declined }), ...(outdated === true && { outdated }) }
  if (data === null) return { data, meta: { confirmed, ...why, effect }, ...rest }
  const right = Outcome.parse(tool.output.parse({ data, meta }))
  return { ...right, meta: { ...right.meta, confirmed, effect }, ...rest }
}
