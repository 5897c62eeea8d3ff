import { useCompileCache } from './lib/process/compile-cache.ts'

/** `npm start`. What follows is loaded with the cache in place. */
useCompileCache()
await import('./serve.ts')
