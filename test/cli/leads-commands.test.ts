import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { startApp } from '../support/app.ts'
import { openShell, runQuarry } from '../support/docs/quarry-shell.ts'
import { childEnvironment, NODE_OPTIONS, startChild } from '../support/process/child-quarry.ts'
import { quarryHouse } from '../support/process/quarry-house.ts'

const ROOT = join(import.meta.dirname, '../..')

test('leads are imported from a file and exported again on the command line', async () => {
  await using app = await startApp()
  const dir = await mkdtemp(join(tmpdir(), 'quarry-leads-'))
  const file = join(dir, 'people.csv')
  await writeFile(file, 'Address;Given;Shoe\nines@lumen.example;Ines;41\nnobody;Rui;\n')
  const env = { DATABASE_URL: app.database.connectionString, QUARRY_CRAWL: 'off' }
  const shell = openShell(env)
  const { quarry } = shell
  const mapping = ['--map', 'Address=email', '--map', 'Given=first_name']
  const trial = await quarry('import', 'leads', file, ...mapping, '--list', 'Fair', '--dry-run')
  expect([trial.code, trial.err]).toEqual([0, ''])
  expect(trial.out).toMatch(
    /^Dry run, nothing was written: 1 new, .* 1 rejected, of 2 rows\.\nNo field is filled from "Shoe": .*\nline 3 +Address +The cell/,
  )
  const done = await quarry('import', 'leads', file, ...mapping, '--list', 'Fair', '--json')
  expect(JSON.parse(done.out)).toMatchObject({ status: 'done', created: 1, failed: 1, errors: [{ line: 3 }] })
  const csv = await quarry('export', 'leads')
  expect(csv.out.split('\n').map((line) => line.split(',').slice(1, 3).join())).toEqual([
    'email,first_name',
    'ines@lumen.example,Ines',
    '',
  ])
  const lines = (await quarry('export', 'leads', '--format', 'jsonl')).out
  expect(JSON.parse(lines)).toMatchObject({ leads_list: { name: 'Fair' } })
  expect(JSON.parse((await quarry('export', 'leads', '--json')).out)).toMatchObject({ leads_list: { name: 'Fair' } })
  const nobody = await quarry('export', 'leads', '--filter', 'first_name=Rui', '--filter', 'sending_status[]=sent')
  expect([nobody.code, nobody.out.split('\n')]).toEqual([0, [expect.stringMatching(/^id,email/), '']])
  const unknown = await quarry('export', 'leads', '--filter', 'shoe=41')
  expect([unknown.code, unknown.err]).toEqual([1, 'quarry: There is no filter named shoe.\n'])
  const wrong = await quarry('import', 'leads', file)
  expect([wrong.code, wrong.err]).toEqual([1, 'quarry: csv must have a column of email addresses; map one to email.\n'])
  const piped = { args: ['import', 'leads', '-', '--json'], env, input: 'email,first_name\nines@lumen.example,Inês\n' }
  expect(JSON.parse((await runQuarry(piped)).out)).toMatchObject({ name: 'standard input', status: 'done', updated: 1 })
  const again = await runQuarry({ args: ['import', 'leads', '-', '--json'], env, input: lines })
  expect(JSON.parse(again.out)).toMatchObject({ status: 'done', updated: 1, failed: 0 })
  await rm(dir, { recursive: true })
})

test('an export read only in part ends silently, and leaves no database running', async () => {
  await using house = await quarryHouse({ furnished: true })
  const env = { QUARRY_DATA_DIR: house.dataDir }
  const file = join(house.dir, 'people.csv')
  // More than fits in a pipe.
  const rows = Array.from({ length: 3_000 }, (_, i) => `p${i}@maker.example,${'Maker '.repeat(40)}`)
  await writeFile(file, ['email,company', ...rows].join('\n'))
  await using filled = startChild('cli.ts', ['import', 'leads', file], env)
  expect(await filled.end()).toBe(0)

  const stdio = ['ignore', 'pipe', 'pipe'] as const
  const child = spawn(process.execPath, [...NODE_OPTIONS, 'src/cli.ts', 'export', 'leads'], {
    cwd: ROOT,
    env: { ...childEnvironment(), ...env },
    stdio: [...stdio],
  })
  const [closed, errors] = [once(child, 'close'), text(child.stderr)]
  for await (const _ of child.stdout) break
  expect([await closed, await errors]).toEqual([[141, null], ''])
  expect(existsSync(join(house.dataDir, 'postgres/postmaster.pid'))).toBe(false)
})

test('an import interrupted while rows arrive imports nothing, and is not left waiting for more', async () => {
  await using app = await startApp({ env: { QUARRY_ROLE: 'server' } })
  const { pool } = app.context.database
  const child = spawn(process.execPath, [...NODE_OPTIONS, 'src/cli.ts', 'import', 'leads', '-'], {
    cwd: ROOT,
    env: { ...childEnvironment(), DATABASE_URL: app.database.connectionString },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const [closed, errors] = [once(child, 'close'), text(child.stderr)]
  child.stdin.write(`email\n${Array.from({ length: 20_000 }, (_, i) => `p${i}@maker.example\n`).join('')}`)
  const arrived = `select from leads_imports where status = 'uploading' and total >= 1000`
  await vi.waitUntil(async () => (await pool.query(arrived)).rowCount === 1, { timeout: 60_000, interval: 20 })
  child.kill('SIGINT')
  expect([await closed, await errors]).toEqual([[1, null], 'quarry: Interrupted. Nothing was imported.\n'])
  const { rows } = await pool.query('select status, problem from leads_imports')
  expect(rows).toEqual([{ status: 'failed', problem: 'The upload was interrupted.' }])
})
