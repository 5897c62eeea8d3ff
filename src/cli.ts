import { useCompileCache } from './lib/process/compile-cache.ts'

/** The `quarry` command: everything an operator does from a shell. The imports below run once the compile cache is on. */
useCompileCache()
const { createProgram } = await import('./cli/program.ts')
const { fail, outputFailed } = await import('./cli/shared/output.ts')
const words = process.argv.slice(2)
const asksVersion = words[0] === '--version' || words[0] === '-V'
const word = words.find((argument) => !argument.startsWith('-'))
const program = await createProgram(asksVersion ? null : word)
process.stdout.once('error', outputFailed).on('error', () => undefined)
await program.parseAsync().catch(fail)
