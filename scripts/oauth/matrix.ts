import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from './programs.ts'

/** A row of the matrix: what is tested under its number, and how much of it fails. */
export interface MatrixRow {
  row: string
  tests: number
  failed: number
  says: string
}

interface VitestReport {
  testResults: { assertionResults: { ancestorTitles: string[]; title: string; status: string }[] }[]
}

const ROWS = 41
const ROOT = join(import.meta.dirname, '../..')

/** Runs `test/oauth`; the title of each test, or of its group, begins with its rows (`M33: …`). */
export async function matrix(folder: string): Promise<{ rows: MatrixRow[]; others: MatrixRow }> {
  const file = join(folder, 'matrix.json')
  const person = { agree: () => Promise.reject(new Error('Tests have browsers of their own.')) }
  const args = ['run', 'test/oauth', '--reporter=json', `--outputFile=${file}`]
  const { output } = await runProgram(join(ROOT, 'node_modules/.bin/vitest'), args, { cwd: ROOT, person })
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(output.slice(-2_000))
  })
  const { testResults } = JSON.parse(text) as VitestReport
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failing = tests.filter(({ status }) => status !== 'passed')
  for (const { title, status } of failing) console.error(`${status}: ${title}`)
  const rowOf = (row: string, of: typeof tests): MatrixRow => ({
    row,
    tests: of.length,
    failed: of.filter(({ status }) => status !== 'passed').length,
    says: of[0]?.title.replace(/^(?:M\d\d(?:, )?)+: /, '').slice(0, 90) ?? 'is not tested',
  })
  const numbersOf = ({ ancestorTitles, title }: (typeof tests)[number]): string[] =>
    [...ancestorTitles, title].flatMap((named) => /^(?:M\d\d(?:, )?)+(?=:)/.exec(named)?.[0].split(', ') ?? [])
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const row = `M${String(index + 1).padStart(2, '0')}`
    return rowOf(
      row,
      tests.filter((test) => numbersOf(test).includes(row)),
    )
  })
  return {
    rows,
    others: rowOf(
      'others',
      tests.filter((test) => numbersOf(test).length === 0),
    ),
  }
}
