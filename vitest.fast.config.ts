import { defineConfig } from 'vitest/config'
import all from './vitest.config.ts'

/** `npm run test:fast`: what needs no database and starts no process, without the few that take seconds. */
export default defineConfig({
  test: {
    ...all.test,
    globalSetup: ['test/support/compile-cache-setup.ts'],
    include: ['test/{engine,lib,net}/**/*.test.ts'],
    exclude: [
      'test/**/{archive-reader,hostile-crawl,schedule,*-hostile,*-floods}.test.ts', // work by the megabyte
      'test/**/{logo-process,off-thread}.test.ts', // processes and threads
    ],
  },
})
