import { createRequire } from 'node:module'

/**
 * Registers our reader of imports again: hooks registered last are asked first, and the one that Vitest has registered meanwhile
 * would tell the main process of each of the thousands of imports, for a mode that watches files.
 */
const require = createRequire(import.meta.url)
const path = require.resolve('../../bin/own-imports.cjs')
delete require.cache[path]
require(path)
