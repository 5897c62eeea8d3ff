import type { RiskNeeds } from './bounce-risks.ts'
import type { OptoutNeeds } from '../optouts/optout-needs.ts'
import { z } from 'zod'
import type { Part } from '../../context.ts'
import type { AnswerFile } from '../capability/capability.ts'
import { capability } from '../capability/capability.ts'
import { csvOfAnswers } from './address-csv.ts'
import { BulkIdInput } from './bulk-input.ts'
import { BulkJobOutput, describeJob } from './bulk-output.ts'
import { findBulk, listVerification } from './bulk-verifications.ts'
import { bulkResults } from './get-bulk-results.ts'

/** Answers in memory at a time. */
const SLICE = 1_000

type ExportOutput = z.output<typeof BulkJobOutput> & { file: AnswerFile }

/** All answers of a list as one file, read while it is sent. */
export const ExportBulkResults = capability({
  ...listVerification,
  name: 'export_bulk_results',
  input: BulkIdInput,
  output: BulkJobOutput.extend({ file: z.custom<AnswerFile>() }),
  run: async (call, { id = 0 }): Promise<ExportOutput> => {
    const job = await findBulk(call, id)
    const chunks = written(call, id, job.total)
    const file = { name: `check-${id}.csv`, type: 'text/csv; charset=utf-8', chunks }
    return { data: describeJob(job), meta: {}, file }
  },
})

async function* written(
  call: OptoutNeeds & RiskNeeds & Part<'principal', 'bulk' | 'bulkKinds'>,
  id: number,
  total: number,
): AsyncGenerator<string> {
  for (let offset = 0; offset === 0 || offset < total; offset += SLICE)
    yield csvOfAnswers(await bulkResults(call, id, { limit: SLICE, offset }), { header: offset === 0 })
}
