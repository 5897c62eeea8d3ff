import { inject, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import type { Browser } from './browser.ts'

/** False if `QUARRY_BROWSER_TESTS` is off: nothing has to be prepared. */
export const hasBrowser = inject('chromium') !== null

/** `test`, skipped by `QUARRY_BROWSER_TESTS=off`; the summary of the run says how many were skipped. */
export const browserTest = test.skipIf(!hasBrowser)

/** A page of a test is gone before code that was optimised for it pays; its scripts do the same without. */
const UNOPTIMISED = ['--js-flags=--no-opt,--no-maglev']

let running: Promise<Browser> | null = null

/** The browser of this worker: all test files open their contexts in it, in turn. It ends with the process. */
export function browser(): Promise<Browser> {
  const found = inject('chromium')
  if (found === null) throw new Error('QUARRY_BROWSER_TESTS is off: use browserTest.')
  if ('missing' in found) throw new Error(found.missing)
  running ??= launchBrowser(found, UNOPTIMISED)
  return running
}
