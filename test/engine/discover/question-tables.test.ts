import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** A separate process, because this one has answered questions before. */
const WORKER = join(import.meta.dirname, '../../support/process/questions-worker.ts')
const QUESTIONS = [
  'family owned bakeries in Lyon with 10-50 employees',
  'cybersec firms in isreal founded after 2019',
  'companies like Lumenworks in Brandenburg',
  'Softwarehäuser in Österreich, die Kubernetes einsetzen',
  'biotehc startups in cambrige that raised a seed round',
]

test('once the tables are loaded, no question waits for a file', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [WORKER, ...QUESTIONS])
  const { steps, before, after } = JSON.parse(stdout) as Record<string, number>
  expect(steps).toBeGreaterThan(2)
  expect(before).toBeGreaterThan(5)
  expect(after).toBe(0)
})
