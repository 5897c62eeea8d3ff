import { useCompileCache } from './lib/compile-cache.ts'

/** `quarry`: everything an operator does from a shell. What follows is loaded with the cache in place. */
useCompileCache()
await import('./cli/program.ts')
