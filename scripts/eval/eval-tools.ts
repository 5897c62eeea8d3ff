import { JSON_HEADERS, raw, resultOf, rpc } from '../../test/support/doors/mcp-client.ts'
import { startStandIn } from '../../test/mcp/stand-in.ts'
import { toolsets } from '../../tools/index.ts'
import { CARE_TASKS } from './tools/care-tasks.ts'
import { ANSWER_TASKS } from './tools/answer-tasks.ts'
import { MANY_TASKS } from './tools/many-tasks.ts'
import { SEARCH_TASKS } from './tools/search-tasks.ts'
import { RECORDED_TASKS } from './tools/recorded-tasks.ts'
import type { RecordedTask } from './tools/recorded-tasks.ts'
import { renderTable, report } from '../support/report.ts'
import { COUNTED_SENTENCES } from './tools/counted-sentences.ts'
import { actedInstead, REFUSED_CALLS } from './tools/refused-calls.ts'
import { connectAgents, tokensOf } from './tools/task-agent.ts'
import type { TaskAgent } from './tools/task-agent.ts'
import { startTaskWorld } from './tools/task-world.ts'

/**
 * `npm run eval:tools`: how well a model can choose among the tools, with each description checked against a rubric;
 * how much of its context the lists of tools take; and whether recorded tasks still reach their goals in as few calls
 * and tokens. No model is asked.
 */

interface Listed {
  name: string
  title: string
  description: string
  inputSchema: { properties: Record<string, { description?: string; type?: unknown }> }
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

const tools = toolsets.flatMap((toolset) => toolset.tools)
const MAX_DESCRIPTION = 600

/** What a description has to do; each function returns whether it does. */
const RUBRIC: Record<string, (tool: Listed) => boolean> = {
  purpose: ({ description }) => /^[A-Z][a-z]+ /.test(description),
  'when to use it': ({ description }) => /\bUse it\b/.test(description),
  'when not': ({ description }) => /\bNot for\b/.test(description),
  'a sibling for that': ({ name, description }) =>
    tools.some((other) => other.name !== name && description.includes(other.name)),
  'only tools there are': ({ description }) =>
    (description.match(/(?<!meta\.)\b[a-z]+_[a-z_]+\b/g) ?? []).every((word) => isKnown(word)),
  cost: ({ description }) => /\b(?:Costs|Free)\b/.test(description),
  'no order to a model': ({ description }) => !/\b(?:must|always|never)\b/i.test(description),
  length: ({ description }) => description.length <= MAX_DESCRIPTION,
  'arguments described': ({ inputSchema }) =>
    Object.values(inputSchema.properties).every(({ description, type }) => Boolean(description) && Boolean(type)),
}

/** Answers come last, because they are from people unknown to the tasks before. */
const ALL_TASKS = [...RECORDED_TASKS, ...CARE_TASKS, ...MANY_TASKS, ...SEARCH_TASKS, ...ANSWER_TASKS]

/** Whether a word is a tool, or an argument of one. */
const isKnown = (word: string): boolean => tools.some(({ name, input }) => name === word || word in input.shape)

await using app = await startStandIn({ toolsets, environment: { QUARRY_RATE_LIMIT_FACTOR: '0' } })

async function listed(path: string): Promise<Listed[]> {
  const answer = await raw(app.origin, { path, headers: JSON_HEADERS, body: rpc('tools/list') })
  return (resultOf(answer) as { tools: Listed[] }).tools
}

const all = await listed('/mcp')
const defects = all.flatMap((tool) =>
  Object.entries(RUBRIC).flatMap(([rule, holds]) => (holds(tool) ? [] : [`${tool.name}: ${rule}`])),
)
for (const defect of defects) console.log(`DEFECT ${defect}`)

const research = await listed('/mcp?toolsets=search,verify&readonly=true')
const verify = await listed('/mcp?toolsets=verify')
interface Outcome {
  task: RecordedTask
  /** Why the goal was missed. */
  missed: string | null
  calls: number
  tokens: number
  largest: number
}

interface Replayed {
  outcomes: Outcome[]
  /** Questions with a number that find nothing although they do without it, or not as many as they ask for. */
  lost: string[]
  /** Calls that acted although they must not. */
  acted: string[]
}

async function replay(): Promise<Replayed> {
  await using world = await startTaskWorld()
  const { newAgent, close } = await connectAgents(world)
  const outcomes: Outcome[] = []
  for (const task of ALL_TASKS) {
    await task.prepare?.(newAgent(), world)
    const agent = newAgent()
    const missed = await task.run(agent).then(
      () => null,
      (error: unknown) => String(error),
    )
    outcomes.push({ task, missed, ...agent.used() })
  }
  const lost = await lostSentences(newAgent())
  await close()
  return { outcomes, lost, acted: await actedInstead(world) }
}

/** How many rows a question finds; the same question is sent only once. */
async function lostSentences({ call }: TaskAgent): Promise<string[]> {
  const plain = new Map<string, number>()
  const rowsOf = async (query: string): Promise<number> =>
    ((await call('discover_companies', { query })).data as unknown[]).length
  const lost: string[] = []
  for (const sentence of COUNTED_SENTENCES) {
    const without = plain.get(sentence.plain) ?? (await rowsOf(sentence.plain))
    plain.set(sentence.plain, without)
    const rows = await rowsOf(sentence.counted)
    if (rows !== Math.min(sentence.count, without)) lost.push(`${sentence.counted}: ${rows} of ${without}`)
  }
  return lost
}

const { outcomes, lost, acted } = await replay()
for (const sentence of lost) console.log(`LOST ${sentence}`)
for (const call of acted) console.log(`ACTED ${call}`)
const overrun = ({ task, calls, tokens }: Outcome): boolean => calls > task.maxCalls || tokens > task.maxTokens
for (const { task, missed } of outcomes) if (missed !== null) console.log(`GOAL MISSED ${task.name}: ${missed}`)
console.log('\nRecorded tasks\n')
const headings = ['task', 'calls', 'at most', 'tokens', 'at most', 'largest', '']
const rowOf = (outcome: Outcome) => {
  const { task, missed, calls, tokens, largest } = outcome
  const end = missed !== null ? 'MISSED' : overrun(outcome) ? 'TOO MUCH' : 'ok'
  return [task.name, calls, task.maxCalls, tokens, task.maxTokens, largest, end]
}
console.log(renderTable([headings, ...outcomes.map(rowOf)]))

const figures = {
  tools: all.length,
  defects: defects.length,
  all_tokens: tokensOf({ tools: all }),
  all_bytes: bytesOf({ tools: all }),
  research_tokens: tokensOf({ tools: research }),
  verify_tokens: tokensOf({ tools: verify }),
  largest_tool_bytes: Math.max(...all.map(bytesOf)),
  descriptions_tokens: tokensOf(all.map(({ description }) => description)),
  tasks: outcomes.length,
  tasks_missed: outcomes.filter(({ missed }) => missed !== null).length,
  tasks_overrun: outcomes.filter(overrun).length,
  tasks_calls: outcomes.reduce((sum, { calls }) => sum + calls, 0),
  tasks_tokens: outcomes.reduce((sum, { tokens }) => sum + tokens, 0),
  sentences: COUNTED_SENTENCES.length,
  sentences_lost: lost.length,
  refusals: REFUSED_CALLS.length,
  refusals_acted: acted.length,
  largest_result_tokens: Math.max(...outcomes.map(({ largest }) => largest)),
}

report({
  title: 'The context size of tools, and what their descriptions lack',
  rows: [['tool', 'tokens', 'bytes'], ...all.map((tool) => [tool.name, tokensOf(tool), bytesOf(tool)])],
  figures,
  bars: [
    { figure: 'tools', max: 32 },
    { figure: 'defects', max: 0 },
    { figure: 'all_tokens', max: 14_000 },
    { figure: 'all_bytes', max: 60_000 },
    { figure: 'research_tokens', max: 5_000 },
    { figure: 'verify_tokens', max: 3_000 },
    { figure: 'largest_tool_bytes', max: 5_000 },
    { figure: 'tasks', min: 27 },
    { figure: 'tasks_missed', max: 0 },
    { figure: 'tasks_overrun', max: 0 },
    { figure: 'sentences', min: 200 },
    { figure: 'sentences_lost', max: 0 },
    { figure: 'refusals', min: 40 },
    { figure: 'refusals_acted', max: 0 },
    { figure: 'largest_result_tokens', max: 25_000 },
  ],
})
