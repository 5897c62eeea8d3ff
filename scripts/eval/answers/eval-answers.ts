/**
 * `npm run eval:answers -- [--misses] [--lists PATH] [--threads off] [--schedule off] [--real off]`: what answers to
 * campaigns mean, and where their quoted part begins. Classes on written texts in seven languages (`answers/texts`),
 * half of them sealed: the bars apply to that half, and misses are shown only for the other. Folding on emails
 * generated in the formats of ten mail programs. Emails of lists, newsletters and trackers must not be taken for a
 * request to be removed or for an absence notice: generated ones, half of them sealed, and with `--lists` the plain
 * texts of a folder. Threads on answers that are read from real mailboxes into a separate database (`--threads off`
 * leaves them out). How long it takes until an answer has its effect, in a process as operators start it (`--schedule
 * off`). A conversation at a real Postfix and Dovecot, if the machine has them (`--real off`).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import readMailTask from '../../../src/core/answers/read-mail-task.ts'
import { classifyAnswer } from '../../../src/engine/answers/classify-answer.ts'
import type { AnswerClass } from '../../../src/engine/answers/classify-answer.ts'
import { foldQuoted } from '../../../src/engine/answers/fold-quoted.ts'
import { processorMs } from '../../support/processor-time.ts'
import { report } from '../../support/report.ts'
import { labelledAnswers } from './labelled-answers.ts'
import { asPost, listMails } from './list-mails.ts'
import { LANGUAGES } from './mail-programs.ts'
import { quotedMails } from './quoted-mails.ts'
import { installedServers } from '../mailboxes/oauth-mail-servers.ts'
import { EACH_WAY, realThread } from './real-thread.ts'
import { threadingFigures } from './threading-figures.ts'
import { OTHER_TEXTS, scheduleFigures } from './under-schedule.ts'

const CLASSES: readonly AnswerClass[] = [
  'remove_me',
  'out_of_office',
  'auto',
  'not_now',
  'not_interested',
  'interested',
  'other',
]
const AT = new Date('2026-11-23T10:00:00Z')
/** How often all texts are read to time one. */
const ROUNDS = 5

const { values } = parseArgs({
  options: {
    misses: { type: 'boolean' },
    lists: { type: 'string' },
    threads: { type: 'string', default: 'on' },
    schedule: { type: 'string', default: 'on' },
    real: { type: 'string', default: 'on' },
  },
})

const answers = labelledAnswers().map((answer) => ({ ...answer, said: classifyAnswer({ ...answer, at: AT }) }))
const open = answers.filter(({ sealed }) => !sealed)
const sealed = answers.filter((answer) => answer.sealed)

const rate = (part: number, whole: number): number => (whole === 0 ? 1 : Math.round((10_000 * part) / whole) / 10_000)

/** Returns precision and recall of a class over some answers. */
function figuresOf(
  rows: typeof answers,
  name: AnswerClass,
): { precision: number; recall: number; right: number; of: number } {
  const of = rows.filter(({ label }) => label === name)
  const said = rows.filter((row) => row.said.class === name)
  const right = of.filter((row) => row.said.class === name).length
  return { precision: rate(right, said.length), recall: rate(right, of.length), right, of: of.length }
}

const inText = ({ precision, recall }: { precision: number; recall: number }): string => `${precision} / ${recall}`
const accuracyOf = (rows: typeof answers): number =>
  rate(rows.filter(({ label, said }) => said.class === label).length, rows.length)

const folding = quotedMails().map((mail) => ({ ...mail, said: foldQuoted(mail.text) }))
const rightlyFolded = folding.filter(({ quotedAt, said }) => quotedAt === said)
/** New text is below the point where it folds. */
const hiding = folding.filter(({ quotedAt, said }) => said !== null && (quotedAt === null || said < quotedAt))

const negatives = await Promise.all(
  [...listMails(), ...(values.lists === undefined ? [] : textsBelow(values.lists).map(asPost))].map(async (mail) => {
    const read = await readMailTask({ raw: mail.raw, serverNames: [], now: AT })
    if (read === null) throw new Error('A list mail could not be read.')
    return { ...mail, said: read.answer, text: read.content.text }
  }),
)
const saidAmong = (name: AnswerClass): typeof negatives => negatives.filter(({ said }) => said.class === name)
const taken = saidAmong('remove_me')
const absent = saidAmong('out_of_office')
const inHalves = (mails: typeof negatives): string => {
  const count = (sealedHalf: boolean) => mails.filter((mail) => mail.sealed === sealedHalf).length
  return `${count(false)} open, ${count(true)} sealed`
}

function textsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
}

const startedAt = processorMs()
for (let round = 0; round < ROUNDS; round += 1) for (const answer of answers) classifyAnswer({ ...answer, at: AT })
const milliseconds = Math.round((1_000 * (processorMs() - startedAt)) / (ROUNDS * answers.length)) / 1_000

if (values.misses === true) {
  for (const { language, label, said, written } of open.filter((row) => row.said.class !== row.label))
    console.log(`${language} ${label}, said ${said.class} (${said.rule ?? 'no rule'}): ${written.slice(0, 200)}`)
  for (const { id, quotedAt, said } of folding.filter((mail) => mail.said !== mail.quotedAt))
    console.log(`folding of ${id}: at ${quotedAt ?? 'nothing'}, said ${said ?? 'nothing'}`)
  for (const { text, said, program } of [...taken, ...absent].filter((mail) => !mail.sealed))
    console.log(`${program} ${said.class} (${said.rule ?? ''}): ${text.slice(0, 300)}`)
}

const { wrong: wrongThreads, ...counted } = values.threads === 'off' ? { wrong: [] } : await threadingFigures()
const threads: Record<string, number> = counted
if (values.misses === true) for (const answer of wrongThreads) console.log(`thread of ${answer}`)
const THREAD_BARS = [
  { figure: 'threads', min: 0.99 },
  { figure: 'threadsWithoutHeaders', min: 0.95 },
  { figure: 'foreignConversations', max: 0 },
]

const scheduled: Record<string, number> = values.schedule === 'off' ? {} : await scheduleFigures()
const SCHEDULE_BARS = [
  { figure: 'wishShownAfter', max: 120 },
  { figure: 'othersRead', min: OTHER_TEXTS },
  { figure: 'othersRemoved', max: 0 },
  { figure: 'pausedAfterRefusal', max: 60 },
]

const servers = values.real === 'off' ? null : installedServers()
if (servers === null)
  console.log(
    '\n!!! REAL SERVERS ARE NOT PART OF THIS RUN: that needs root, Postfix and Dovecot (apt-get install postfix dovecot-imapd).',
  )
const real: Record<string, number> = servers === null ? {} : { ...(await realThread()) }
const REAL_BARS = [
  { figure: 'threadedMails', min: 2 * EACH_WAY, max: 2 * EACH_WAY },
  { figure: 'threadsByReferences', min: 1, max: 1 },
  { figure: 'threadsByReferencesAlone', min: 1, max: 1 },
]

const ofSealed = new Map(CLASSES.map((name) => [name, figuresOf(sealed, name)] as const))
const sealedFigures = (name: AnswerClass): { precision: number; recall: number } =>
  ofSealed.get(name) ?? { precision: 0, recall: 0 }

report({
  title: `answers: ${answers.length} written texts, ${folding.length} emails with quotes, ${negatives.length} list emails`,
  rows: [
    ['precision / recall', 'open half', 'sealed half', ...LANGUAGES],
    ...CLASSES.map((name) => [
      name,
      inText(figuresOf(open, name)),
      inText(sealedFigures(name)),
      ...LANGUAGES.map((language) =>
        inText(
          figuresOf(
            answers.filter((row) => row.language === language),
            name,
          ),
        ),
      ),
    ]),
    [
      'accuracy',
      accuracyOf(open),
      accuracyOf(sealed),
      ...LANGUAGES.map((one) => accuracyOf(answers.filter(({ language }) => language === one))),
    ],
    [
      'folding: boundary right',
      rate(rightlyFolded.length, folding.length),
      `${rightlyFolded.length} of ${folding.length}`,
    ],
    ['folding: new text hidden', hiding.length, ''],
    ['list mails', negatives.length, inHalves(negatives)],
    ['list mails taken for remove_me', taken.length, inHalves(taken)],
    ['list mails taken for out_of_office', absent.length, inHalves(absent)],
    ['milliseconds a mail', milliseconds, ''],
    ...Object.entries(threads).map(([name, value]) => [name, value, '']),
    ...Object.entries(scheduled).map(([name, value]) => [name, value, 'on schedule, times in seconds']),
    ...Object.entries(real).map(([name, value]) => [name, value, servers ?? '']),
  ],
  figures: {
    accuracy: accuracyOf(sealed),
    removeMePrecision: sealedFigures('remove_me').precision,
    removeMeRecall: sealedFigures('remove_me').recall,
    outOfOfficePrecision: sealedFigures('out_of_office').precision,
    outOfOfficeRecall: sealedFigures('out_of_office').recall,
    autoPrecision: sealedFigures('auto').precision,
    autoRecall: sealedFigures('auto').recall,
    interestedPrecision: sealedFigures('interested').precision,
    interestedRecall: sealedFigures('interested').recall,
    notNowPrecision: sealedFigures('not_now').precision,
    notInterestedPrecision: sealedFigures('not_interested').precision,
    folding: rate(rightlyFolded.length, folding.length),
    hidden: hiding.length,
    listMails: negatives.length,
    listMailsRemoved: taken.length,
    listMailsAway: absent.length,
    milliseconds,
    ...threads,
    ...scheduled,
    ...real,
  },
  bars: [
    ...(values.threads === 'off' ? [] : THREAD_BARS),
    ...(values.schedule === 'off' ? [] : SCHEDULE_BARS),
    ...(servers === null ? [] : REAL_BARS),
    { figure: 'removeMePrecision', min: 0.98 },
    { figure: 'removeMeRecall', min: 0.95 },
    { figure: 'outOfOfficePrecision', min: 0.98 },
    { figure: 'outOfOfficeRecall', min: 0.97 },
    { figure: 'autoPrecision', min: 0.98 },
    { figure: 'autoRecall', min: 0.97 },
    { figure: 'interestedPrecision', min: 0.9 },
    { figure: 'interestedRecall', min: 0.7 },
    { figure: 'notNowPrecision', min: 0.9 },
    { figure: 'notInterestedPrecision', min: 0.9 },
    { figure: 'folding', min: 0.95 },
    { figure: 'hidden', max: 0 },
    { figure: 'listMails', min: 1_000 },
    { figure: 'listMailsRemoved', max: 0 },
    { figure: 'listMailsAway', max: 0 },
    { figure: 'milliseconds', max: 1 },
  ],
})
