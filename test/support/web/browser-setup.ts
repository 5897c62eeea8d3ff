import type { TestProject } from 'vitest/node'
import { findChromium } from './chromium.ts'
import type { Chromium } from './chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The browser of this run, ready to be started, or why there is none; null with `QUARRY_BROWSER_TESTS=off`. */
    chromium: Chromium | { missing: string } | null
  }
}

/** Finds the browser once for the run, and unpacks it if it is packed. */
export default async function setUpBrowser(project: TestProject): Promise<void> {
  const off = process.env['QUARRY_BROWSER_TESTS'] === 'off'
  project.provide('chromium', off ? null : await findChromium().catch(({ message }: Error) => ({ missing: message })))
}
