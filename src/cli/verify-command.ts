import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { addressesOfCsv, csvOfAnswers } from '../core/verify/address-csv.ts'
import type { ShownJob } from '../core/verify/bulk-output.ts'
import { bulkAnswers, followBulk } from '../core/verify/follow-bulk.ts'
import { perform } from '../core/capability/perform.ts'
import { StartBulk } from '../core/verify/bulk-verifications.ts'
import { rowsOfFile } from '../core/verify/sent-rows.ts'
import { AppError } from '../errors.ts'
import { quoted } from '../lib/input/input-fields.ts'
import { demandFiles } from './shared/given-paths.ts'
import { wantsJson, writeOut } from './shared/output.ts'
import { operatorCall } from './shared/as-operator.ts'
import { stoppedBySignal } from './shared/stopped-by-signal.ts'
import { withContext } from './shared/with-context.ts'

const MAX_NAME_LENGTH = 100

export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description(
      'verify one address or a CSV or .xlsx file of addresses (column email); print the results as CSV or JSON lines',
    )
    .argument('<file|email>', 'CSV or .xlsx file with a header row, or an email address')
    .action(async (target: string, _: unknown, command: Command) => {
      const emails = await addressesOf(target)
      const { signal } = stoppedBySignal(new Error('Interrupted. A running server continues with the list.'))
      await withContext(async (context) => {
        await context.queue.start()
        const call = await operatorCall(context, { signal })
        const name = basename(target).slice(0, MAX_NAME_LENGTH)
        const { data: started } = await perform(StartBulk, call, { emails, name })
        const [showProgress, sayWhy] = [progressBar(), reasonToWait(context)]
        const job = await followBulk(call, started.id, signal, (shown) => {
          showProgress(shown)
          sayWhy(shown)
        })
        if (process.stderr.isTTY) process.stderr.write('\n')
        const write = wantsJson(command) ? jsonWriter() : csvWriter()
        for await (const rows of bulkAnswers(call, job)) await write(rows)
      })
    })
}

/** A file may be named like an address, so an existing file takes precedence. */
async function addressesOf(target: string): Promise<string[]> {
  if (!existsSync(target)) {
    if (ADDRESS.test(target)) return [target]
    if (!/[./\\]/.test(target))
      throw new AppError('invalid_email', `"${quoted(target)}" is neither a file nor an email address.`)
  }
  await demandFiles([target])
  return addressesOfCsv(rowsOfFile(target))
}

const ADDRESS = /^[^\s@/]+@[^\s@/]+$/

type Writer = (rows: Parameters<typeof csvOfAnswers>[0]) => Promise<void>

function csvWriter(): Writer {
  let header = true
  return async (rows) => {
    await writeOut(csvOfAnswers(rows, { header }))
    header = false
  }
}

/** One line per answer, so that no list is too long. */
const jsonWriter = (): Writer => (rows) => writeOut(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))

/** If nothing has moved for this long, the cause is looked for. */
const STANDSTILL_MS = 2_000

/** Reports once that the list waits for a resolver, and what to do. */
function reasonToWait({ dns }: Pick<Context, 'dns'>): (job: ShownJob) => void {
  let [done, since] = [-1, 0]
  let isSaid = false
  return (job) => {
    const now = performance.now()
    if (job.done !== done) [done, since] = [job.done, now]
    if (isSaid || now - since < STANDSTILL_MS) return
    since = now
    void dns.witness.ask().then(() => {
      const problem = dns.witness.problem()
      if (problem === null || isSaid) return
      isSaid = true
      process.stderr.write(`${process.stderr.isTTY ? '\r\x1b[K' : ''}Waiting. ${problem}\n`)
    })
  }
}

const BAR_WIDTH = 30

/** One line that is rewritten on a terminal; nothing elsewhere. */
function progressBar(): (job: ShownJob) => void {
  const startedAt = performance.now()
  if (!process.stderr.isTTY) return () => undefined
  return ({ done, total }) => {
    const filled = Math.floor((BAR_WIDTH * done) / total)
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
    const bar = '='.repeat(filled).padEnd(BAR_WIDTH)
    process.stderr.write(`\r\x1b[K[${bar}] ${done} of ${total} addresses, ${seconds} s`)
  }
}
