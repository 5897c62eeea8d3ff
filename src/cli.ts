import { useCompileCache } from './lib/compile-cache.ts'

/** `quarry`: everything an operator does from a shell. What follows is loaded with the cache in place. */
useCompileCache()
const { program } = await import('./cli/program.ts')
const { fail } = await import('./cli/output.ts')
await program.parseAsync().catch(fail)
