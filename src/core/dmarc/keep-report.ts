/** Who sends from a domain: receivers' reports (DMARC, RFC 9990), which arrive by mail, and their totals. */

import type { Part } from '../../context.ts'
import type { AggregateReport } from '../../engine/dmarc/report-xml.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'
import { OffThreadError, threadTask } from '../../lib/process/off-thread.ts'
import type readReportTask from './read-report-task.ts'

/** What storing receivers' reports that arrive by mail needs. */
export type DmarcNeeds = Part<'clock' | 'log' | 'offThread' | 'stopping', 'dmarcReports'>

const READ_REPORT = threadTask<typeof readReportTask>(new URL('./read-report-task.ts', import.meta.url), {
  timeMs: 30 * SECOND_MS,
})

/**
 * Stores an email's report about a domain of the account; ignores anything else in it, and one from a forged sender.
 * @param serverNames possible names of the mailbox's server
 */
export async function keepReport(
  context: DmarcNeeds,
  accountId: number,
  mail: { raw: Uint8Array; serverNames: readonly string[] },
): Promise<void> {
  const reading = await readReport(context, mail)
  if (reading === null) return
  if ('refused' in reading) return context.log.info({ accountId, reason: reading.refused }, 'A report was not read.')
  const { report } = reading
  if (!(await isOwn(context, accountId, report.domain))) return
  await context.store.dmarcReports.add({ accountId, ...report }, context.clock.now())
}

async function readReport(
  { offThread, stopping }: DmarcNeeds,
  mail: { raw: Uint8Array; serverNames: readonly string[] },
) {
  try {
    return await offThread.run(READ_REPORT, mail, { signal: stopping.signal, handOver: mail.raw })
  } catch (error) {
    if (error instanceof OffThreadError && error.reason !== 'stopped') return { refused: error.reason } as const
    throw error
  }
}

/** Whether it is a mailbox's domain, or one above it whose policy applies to it. */
async function isOwn({ store }: DmarcNeeds, accountId: number, domain: AggregateReport['domain']): Promise<boolean> {
  const own = await store.dmarcReports.domainsOf(accountId)
  return own.some((known) => {
    const registered = registrableDomain(known)
    return (
      known === domain || (known.endsWith(`.${domain}`) && (domain === registered || domain.endsWith(`.${registered}`)))
    )
  })
}
