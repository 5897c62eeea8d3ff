import { defineConfig } from 'vitest/config'
import all from './vitest.config.ts'

/** `npm run check:cluster`: what asks through a front door, on databases whose tables lie on several nodes. */
export default defineConfig({
  test: {
    ...all.test,
    globalSetup: [
      'test/support/compile-cache-setup.ts',
      'test/support/memory-setup.ts',
      'test/support/cluster-setup.ts',
    ],
    include: [
      'test/{api,core,mcp,story}/**/*.test.ts',
      'test/db/companies-merge.test.ts',
      'test/process/{upgrade,from-nodes}.test.ts',
    ],
  },
})
