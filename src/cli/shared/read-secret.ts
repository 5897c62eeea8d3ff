import { createInterface } from 'node:readline/promises'

/** Reads one line of standard input, because command lines are visible to everyone. */
export async function readSecret(name: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(`${name}: `)
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) return line
  return ''
}
