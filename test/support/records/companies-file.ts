import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '../../../src/context.ts'
import { importCompanies } from '../../../src/core/data/import-companies.ts'

/** Imports a CSV file of companies completely, or only tries it. */
export async function importCompaniesFile(
  context: Context,
  csv: string,
  { dryRun = false } = {},
): ReturnType<typeof importCompanies> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-companies-'))
  const source = join(folder, 'companies.csv')
  await writeFile(source, csv)
  const { signal } = new AbortController()
  const options = { columns: {}, dryRun, priority: false, signal, onProgress: () => undefined }
  return importCompanies(context, { source, ...options }).finally(() => rm(folder, { recursive: true }))
}
