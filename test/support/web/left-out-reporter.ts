import type { Reporter, TestModule } from 'vitest/node'

/** Reports at the end of a run how many browser checks were skipped on request. */
export default class LeftOutReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (process.env['QUARRY_BROWSER_TESTS'] !== 'off') return
    const skipped = modules
      .filter(({ moduleId }) => moduleId.includes('/test/web/'))
      .flatMap(({ children }) => [...children.allTests('skipped')])
    console.log(`${skipped.length} checks with a browser did not run: QUARRY_BROWSER_TESTS is off.`)
  }
}
