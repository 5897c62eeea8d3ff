import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.ts'

/** Longer than anything takes on a machine with ten times the work it can do: who waits so long has been forgotten. */
const FORGOTTEN_MS = 480_000

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: [
      'test/support/compile-cache-setup.ts',
      'test/support/memory-setup.ts',
      'test/support/postgres-setup.ts',
      'test/support/web/browser-setup.ts',
    ],
    reporters: ['default', './test/support/web/left-out-reporter.ts'],
    setupFiles: ['test/support/own-imports-setup.ts', 'test/support/property-seed.ts'],
    testTimeout: FORGOTTEN_MS,
    hookTimeout: FORGOTTEN_MS,
    expect: { poll: { timeout: FORGOTTEN_MS / 4 } },
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // As in production: with a larger young generation less is collected, and our imports are found at once.
    execArgv: ['--max-semi-space-size=32', '--require', join(import.meta.dirname, 'bin/own-imports.cjs')],
    maxWorkers: 4,
    // Files share what a worker has loaded, and Node runs the TypeScript as it does in production.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
})
