import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { createContext } from '../context.ts'
import type { Context } from '../context.ts'
import { createLog } from '../log.ts'
import { checkDisk } from '../core/operate/doctor.ts'
import type { DoctorFinding } from '../core/operate/doctor.ts'
import { examine } from '../core/operate/run-doctor.ts'
import { print } from './shared/output.ts'

const MARKS = { ok: 'ok  ', warning: 'warn', problem: 'fail' } as const

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check the database, DNS, port 25, HELO name, sender, disk and clock, and explain any problem')
    .action(async (_: unknown, command: Command) => {
      const findings = await examination()
      print(
        command,
        findings,
        findings.map(({ name, state, sentence }) => `${MARKS[state]}  ${name.padEnd(10)} ${sentence}`),
      )
      if (findings.some((finding) => finding.state === 'problem')) process.exitCode = 1
    })
}

/** Storage may be what is broken, so the other checks run without it. */
async function examination(): Promise<DoctorFinding[]> {
  const config = readConfig()
  let context: Context
  try {
    context = await createContext(config, { log: createLog({ logLevel: 'silent' }) })
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error)
    return [{ name: 'database', state: 'problem', sentence }, await checkDisk(config)]
  }
  try {
    return await examine(context)
  } finally {
    await context.close()
  }
}
