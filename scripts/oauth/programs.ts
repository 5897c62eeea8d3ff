import { spawn } from 'node:child_process'
import type { Person } from './agree-in-browser.ts'

export interface Ended {
  code: number | null
  output: string
}

const DEADLINE_MS = 300_000
const ASKED = /https?:\/\/[!-~]+\/oauth\/authorize\?[!-~]+/

/**
 * Watches a program's output for the person who goes where it asks: programs print the address if they cannot open a
 * browser.
 */
export function agreeWhenAsked(person: Pick<Person, 'agree'>): (chunk: Buffer) => void {
  let written = ''
  let isAsked = false
  return (chunk) => {
    if (isAsked) return
    written += chunk.toString()
    // Only a complete line contains the complete address.
    const url = ASKED.exec(written.slice(0, written.lastIndexOf('\n') + 1))?.[0]
    if (url === undefined) return
    isAsked = true
    person.agree(url).catch((error: unknown) => console.error(`Nobody could agree: ${String(error)}`))
  }
}

/** Runs a program to its end, with a person who gives the consent it asks for. */
export function runProgram(
  command: string,
  args: readonly string[],
  { cwd, env = {}, person }: { cwd: string; env?: Record<string, string>; person: Pick<Person, 'agree'> },
): Promise<Ended> {
  const settings = { cwd, env: { ...process.env, ...env }, timeout: DEADLINE_MS }
  const child = spawn(command, args, { ...settings, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    const agree = agreeWhenAsked(person)
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      agree(chunk)
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}
