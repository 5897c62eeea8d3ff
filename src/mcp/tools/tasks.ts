import { CLIENT_CAPABILITIES_META_KEY, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { CallToolResult, ClientCapabilities, Result, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Call } from '../../context.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'
import { AppError, toAppError } from '../../errors.ts'
import type { AskedBy } from './asked-by.ts'
import { seenBy } from './catalogue.ts'
import type { Catalogue, Entry } from './catalogue.ts'
import type { ToolJob } from './define-tool.ts'
import { callOfVisit } from './mcp-door.ts'
import type { McpDoor, Visit } from './mcp-door.ts'
import { protocolErrorOf } from './protocol-error.ts'
import { toolError } from './tool-result.ts'
import { whyHidden } from './toolsets.ts'
import { isUnfinished } from '../../lib/process/job-kind.ts'

/**
 * The extension `io.modelcontextprotocol/tasks` (SEP-2663, text of 2026-08-21): a longer job is answered with a task, which the
 * client polls. Nothing is stored for it: a task is one of our jobs, so it survives a restart.
 */

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'

/** Work that finishes within this time is answered as usual. */
const TASK_AFTER_MS = 2 * SECOND_MS
/** How long a result can be read; the job itself is kept longer. */
const TTL_MS = DAY_MS

/** Missing Required Client Capability. */
const MISSING_CAPABILITY = -32_021

/** Problems in parameters are reported in our own words. */
export const TaskParams = z.looseObject({ taskId: z.unknown().optional() })

/** A tool whose work can become a task. */
export type TaskEntry = Entry & { tool: { job: ToolJob } }

const isOfTasks = (entry: Entry): entry is TaskEntry => entry.tool.job !== undefined

const declaresTasks = ({ mcpReq }: AskedBy): boolean => {
  const envelope: Record<string, unknown> = mcpReq.envelope ?? {}
  const able = envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined
  return able?.extensions?.[TASKS_EXTENSION] !== undefined
}

/**
 * Whether this call may be answered with a task: it is of 2026-07-28, from a client that declares support, and not about an
 * existing job.
 */
export const mayBeTask = (entry: Entry, visit: Visit, context: AskedBy, given: object): entry is TaskEntry =>
  isOfTasks(entry) && visit.closingCancels && !('job_id' in given) && declaresTasks(context)

/** A call that waits for its job no longer than necessary to confirm that it exists. */
export function impatient(call: Call): Call {
  const { verification } = call.config
  const waitMs = Math.min(verification.waitMs, TASK_AFTER_MS)
  return { ...call, progress: null, config: { ...call.config, verification: { ...verification, waitMs } } }
}

/** The answer in place of the call's result: the job is stored, so its task can be polled at once. */
export async function createdTask({ tool }: TaskEntry, call: Call, id: number): Promise<CallToolResult> {
  const job = await tool.job.find(call, id)
  return { resultType: 'task', ...described(`${tool.job.kind}-${id}`, job, call) } as unknown as CallToolResult
}

const described = (taskId: string, job: Awaited<ReturnType<ToolJob['find']>>, { clock }: Call) => {
  const now = clock.now()
  return {
    taskId,
    status: 'working',
    statusMessage: `${job.done} of ${job.total} done.`,
    createdAt: job.createdAt.toISOString(),
    lastUpdatedAt: now.toISOString(),
    ttlMs: TTL_MS,
    pollIntervalMs: pauseAt(now.getTime() - job.createdAt.getTime()),
  }
}

/** A job that has run for long will not end within two seconds. */
const pauseAt = (ageMs: number): number => {
  if (ageMs < MINUTE_MS / 2) return 2 * SECOND_MS
  return ageMs < 5 * MINUTE_MS ? 5 * SECOND_MS : 10 * SECOND_MS
}

export interface TaskService {
  door: Pick<McpDoor, 'context'>
  catalogue: Catalogue
}

interface FoundTask {
  entry: TaskEntry
  taskId: string
  id: number
  call: Call
  job: Awaited<ReturnType<ToolJob['find']>>
}

/**
 * @throws ProtocolError −32021 for a client that did not declare the extension with this request; −32602 for a task that this
 * caller cannot see, because it never existed, is another caller's, or is too old.
 */
async function findTask(
  { door, catalogue }: TaskService,
  visit: Visit,
  taskId: unknown,
  context: ServerContext,
): Promise<FoundTask> {
  if (!declaresTasks(context))
    throw new ProtocolError(MISSING_CAPABILITY, 'This request did not declare the tasks extension.', {
      requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } },
    })
  const [, kind = '', digits = ''] = /^([a-z]{1,20})-(\d{1,9})$/.exec(typeof taskId === 'string' ? taskId : '') ?? []
  const entry = catalogue.entries
    .map((each) => seenBy(each, visit.caller, visit.selection))
    .filter(isOfTasks)
    .find(({ tool }) => tool.job.kind === kind)
  if (entry === undefined || whyHidden(entry.toolset, entry.tool, visit.caller, visit.selection) !== null)
    throw noSuchTask()
  const call = callOfVisit(door.context, visit, { signal: context.mcpReq.signal })
  const id = Number(digits)
  const job = await entry.tool.job.find(call, id).catch((thrown: unknown) => {
    throw isMissing(thrown) ? noSuchTask() : protocolErrorOf(thrown)
  })
  if (call.clock.now().getTime() - job.createdAt.getTime() > TTL_MS) throw noSuchTask()
  return { entry, taskId: `${kind}-${digits}`, id, call, job }
}

const noSuchTask = () => new ProtocolError(ProtocolErrorCode.InvalidParams, 'No such task.')

const isMissing = (thrown: unknown): boolean => thrown instanceof AppError && thrown.status === 404

/** The result of a job, the same as from the tool itself when called with `job_id`. */
export type ResultOfJob = (entry: Entry, call: Call, id: number) => Promise<CallToolResult>

/** Answers `tasks/get`. */
export async function getTask(
  service: TaskService,
  visit: Visit,
  taskId: unknown,
  context: ServerContext,
  resultOf: ResultOfJob,
): Promise<Result> {
  const found = await findTask(service, visit, taskId, context)
  const { entry, call, id, job } = found
  const task = { resultType: 'complete', ...described(found.taskId, job, call) }
  if (isUnfinished(job)) return task
  const { pollIntervalMs: _pause, ...ended } = task
  if (job.status === 'cancelled') return { ...ended, status: 'cancelled' }
  try {
    return { ...ended, status: 'completed', result: await resultOf(entry, call, id) }
  } catch (thrown) {
    return { ...ended, status: 'completed', result: toolError(toAppError(thrown), visit.requestId) }
  }
}

/** Answers `tasks/cancel`: what is done stays and is charged. A finished task does not change. */
export async function cancelTask(
  service: TaskService,
  visit: Visit,
  taskId: unknown,
  context: ServerContext,
): Promise<Result> {
  const { entry, call, id } = await findTask(service, visit, taskId, context)
  await entry.tool.job.cancel(call, id).catch((thrown: unknown) => {
    throw isMissing(thrown) ? noSuchTask() : protocolErrorOf(thrown)
  })
  return { resultType: 'complete' }
}

/** Answers `tasks/update`: tasks never ask questions, so there is nothing to read. */
export async function updateTask(
  service: TaskService,
  visit: Visit,
  taskId: unknown,
  context: ServerContext,
): Promise<Result> {
  await findTask(service, visit, taskId, context)
  return { resultType: 'complete' }
}
