/**
 * `npm run eval:replies -- PATH [--misses]`: what SMTP replies mean, against a labelled set (`PATH/replies.jsonl`, or a
 * file of such lines). A line has `text` (code first), `code`, `enhanced`, `stage`, `label`, `also` and `kind`; only
 * replies that servers really send (`real`, `provider`) count, and only the five labels that a verdict depends on.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { classifyReply, type ReplyInput } from '../../src/engine/verify/reply-classifier.ts'
import { type ReplyClass } from '../../src/engine/verify/reply-class.ts'
import { failureKind } from '../../src/engine/send/failure-kind.ts'
import type { FailureKind } from '../../src/engine/send/failure-kind.ts'
import { ownValue } from '../../src/lib/text/own-value.ts'
import { processorMs } from '../support/processor-time.ts'
import { report } from '../support/report.ts'

interface LabelledReply {
  id: string
  text: string
  code: number
  stage: ReplyInput['stage']
  label: string
  also?: string[]
  kind: string
}

const SCORED_LABELS = ['blocked', 'user_unknown', 'temporary', 'mailbox_full', 'disabled']
const SCORED_KINDS = new Set(['real', 'provider'])
/** Labels that must never make a mailbox invalid. */
const SAFE_LABELS = new Set(['blocked', 'temporary', 'mailbox_full'])
/** How often the whole set is read to time one reply. */
const ROUNDS = 50

/** Quarry's classes as labels. */
const LABEL_OF: Readonly<Record<ReplyClass, string>> = {
  accepted: 'accepted',
  cannot_verify: 'accepted',
  user_unknown: 'user_unknown',
  user_unknown_soft: 'user_unknown',
  disabled: 'disabled',
  mailbox_full: 'mailbox_full',
  exists_busy: 'temporary',
  greylisted: 'temporary',
  rate_limited: 'temporary',
  temporary: 'temporary',
  blocked: 'blocked',
  rdns_helo: 'blocked',
  sender_refused: 'blocked',
  domain_refuses_mail: 'domain',
  relay_denied: 'relay',
  unknown: 'other',
  protocol_error: 'other',
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { misses: { type: 'boolean' } } })
const [path] = positionals
if (path === undefined) throw new Error('Name the labelled replies: npm run eval:replies -- PATH')

const file = statSync(path).isDirectory() ? join(path, 'replies.jsonl') : path
const replies = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line) as LabelledReply)

const inputs = replies.map(inputOf)
let exceptions = 0
const judged = replies.map((reply, index) => {
  const verdict = judge(inputs[index])
  const predicted = verdict === null ? 'exception' : LABEL_OF[verdict.class]
  return { ...reply, verdict, predicted, right: [reply.label, ...(reply.also ?? [])].includes(predicted) }
})

/** Removes code and enhanced code from the text, as the SMTP client does. */
function inputOf({ text, code, stage }: LabelledReply): ReplyInput {
  const words = text.slice(4)
  const enhanced = /^[245]\.\d{1,3}\.\d{1,3}(?!\S)/.exec(words)?.[0] ?? null
  return { stage, code, enhanced, lines: [words] }
}

function judge(input: ReplyInput | undefined): ReturnType<typeof classifyReply> | null {
  try {
    return input === undefined ? null : classifyReply(input)
  } catch {
    exceptions += 1
    return null
  }
}

const scored = judged.filter(({ label, kind }) => SCORED_LABELS.includes(label) && SCORED_KINDS.has(kind))
const unknown = scored.filter(({ label }) => label === 'user_unknown')
const saidUnknown = scored.filter(({ predicted }) => predicted === 'user_unknown')
const safe = scored.filter(({ label }) => SAFE_LABELS.has(label))
const falseInvalid = safe.filter(({ predicted, right }) => isInvalid(predicted) && !right)
const unscoredInvalid = judged.filter(
  ({ label, kind, predicted, right }) =>
    SAFE_LABELS.has(label) && !SCORED_KINDS.has(kind) && predicted === 'user_unknown' && !right,
)

function isInvalid(predicted: string): boolean {
  return predicted === 'user_unknown' || predicted === 'disabled'
}

const startedAt = processorMs()
for (let round = 0; round < ROUNDS; round += 1) for (const input of inputs) judge(input)
const microseconds = (1_000 * (processorMs() - startedAt)) / (ROUNDS * inputs.length)

if (values.misses === true) {
  for (const { id, text, label, predicted, verdict, kind } of judged.filter(({ right }) => !right)) {
    console.log(`${kind} ${id}: ${label}, said ${predicted} (${verdict?.rule ?? 'exception'}): ${text.slice(0, 250)}`)
  }
}

/** What happens to an email refused in this way, and which kinds are right for each label. */
const KINDS_OF: Readonly<Record<string, readonly FailureKind[]>> = {
  user_unknown: ['address'],
  disabled: ['address'],
  mailbox_full: ['full'],
  blocked: ['policy', 'sender_limit', 'sender_auth'],
  temporary: ['other', 'policy', 'sender_limit'],
}
const refusedForGood = replies
  .map((reply, index) => ({ ...reply, input: inputs[index] }))
  .filter(({ code }) => code >= 500)
  .map(({ label, also, kind, input, text }) => {
    const failure = input === undefined ? 'other' : failureKind({ ...input, side: 'report' })
    const right = [label, ...(also ?? [])].some((one) => ownValue(KINDS_OF, one)?.includes(failure) === true)
    return { label, kind, failure, right, text }
  })
const judgedKinds = refusedForGood.filter(({ label, kind }) => SCORED_LABELS.includes(label) && SCORED_KINDS.has(kind))
const rightKinds = judgedKinds.filter(({ right }) => right)
const wronglyDead = refusedForGood.filter(
  ({ label, failure, right }) => SAFE_LABELS.has(label) && failure === 'address' && !right,
)
if (values.misses === true)
  for (const { label, failure, text } of judgedKinds.filter(({ right }) => !right))
    console.log(`failure kind: ${label}, said ${failure}: ${text.slice(0, 250)}`)

const rate = (part: number, whole: number): number => (whole === 0 ? 1 : Math.round((10_000 * part) / whole) / 10_000)
const rightOf = (rows: typeof judged): number => rows.filter(({ right }) => right).length
const row = (name: string, part: number, whole: number) => [name, rate(part, whole), `${part} of ${whole}`]
const byLabel = SCORED_LABELS.map((label) => scored.filter((one) => one.label === label))
const otherKinds = ['phrase', 'unit', 'testbed'].map((kind) =>
  judged.filter((one) => one.kind === kind && SCORED_LABELS.includes(one.label)),
)

report({
  title: `SMTP replies: ${replies.length} labelled, ${scored.length} scored`,
  rows: [
    ['figure', 'value', 'counts'],
    row('accuracy', rightOf(scored), scored.length),
    row('user-unknown precision', rightOf(saidUnknown), saidUnknown.length),
    row('user-unknown recall', rightOf(unknown), unknown.length),
    row('false invalid', falseInvalid.length, safe.length),
    row('failure kind of a 5xx', rightKinds.length, judgedKinds.length),
    row('addresses taken for dead', wronglyDead.length, refusedForGood.length),
    ...byLabel.map((rows, index) => row(`  ${SCORED_LABELS[index]}`, rightOf(rows), rows.length)),
    ...otherKinds.map((rows) => row(`not scored: ${rows[0]?.kind ?? 'none'}`, rightOf(rows), rows.length)),
    ['microseconds a reply', Math.round(microseconds * 10) / 10, ''],
  ],
  figures: {
    accuracy: rate(rightOf(scored), scored.length),
    precision: rate(rightOf(saidUnknown), saidUnknown.length),
    recall: rate(rightOf(unknown), unknown.length),
    falseInvalid: rate(falseInvalid.length, safe.length),
    unscoredInvalid: unscoredInvalid.length,
    failureKinds: rate(rightKinds.length, judgedKinds.length),
    wronglyDead: wronglyDead.length,
    exceptions,
    microseconds: Math.round(microseconds * 10) / 10,
  },
  bars: [
    { figure: 'accuracy', min: 0.9 },
    { figure: 'precision', min: 0.98 },
    { figure: 'recall', min: 0.92 },
    { figure: 'falseInvalid', max: 0.01 },
    { figure: 'unscoredInvalid', max: 0 },
    { figure: 'failureKinds', min: 0.97 },
    { figure: 'wronglyDead', max: 0 },
    { figure: 'exceptions', max: 0 },
    { figure: 'microseconds', max: 50 },
  ],
})
