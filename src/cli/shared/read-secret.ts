import { createInterface } from 'node:readline/promises'

/** One line of standard input: what is on a command line is there for everybody to read. */
export async function readSecret(name: string): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write(`${name}: `)
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) return line
  return ''
}
