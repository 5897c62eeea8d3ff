import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, BrowserContextOptions, Cookie, Page } from 'playwright-core'
import { prepareLooks } from './browser-checks.ts'
import { findChromium } from './chromium.ts'
import type { Chromium } from './chromium.ts'

export type { Browser, BrowserContext, Page } from 'playwright-core'

export interface ContextOptions {
  /** The server's origin; every address is relative to it. */
  origin: string
  /** The cookies of a sign-in. */
  cookies?: readonly Pick<Cookie, 'name' | 'value'>[]
  /** CSS pixels. */
  width?: number
  /** Picture pixels per CSS pixel. Default: 1. */
  scale?: number
  script?: boolean
  theme?: 'light' | 'dark'
  /** BCP 47; the language in which the browser requests pages. */
  language?: string
}

const HEIGHT = 900
/** Longer than a page takes on a machine with ten times the work it can do. */
const PATIENCE_MS = 60_000

/**
 * Starts the browser. Its sandbox is off because tests run as root in containers, where it cannot be on; web security
 * and process isolation stay on, so that what is measured is what users have.
 * @param more further arguments of the browser
 */
export async function launchBrowser(found?: Chromium, more: readonly string[] = []): Promise<Browser> {
  const { executablePath, env } = found ?? (await findChromium())
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...more],
    timeout: PATIENCE_MS,
    env: { ...process.env, ...env },
  })
}

/** Opens a new browser profile: nothing is cached, and only the given cookies are signed in. */
export async function openContext(browser: Browser, options: ContextOptions): Promise<BrowserContext> {
  const { origin, cookies = [], width = 1440, scale = 1, script = true, theme = 'light', language = 'en-US' } = options
  const settings: BrowserContextOptions = {
    baseURL: origin,
    viewport: { width, height: HEIGHT },
    deviceScaleFactor: scale,
    javaScriptEnabled: script,
    colorScheme: theme,
    locale: language,
    timezoneId: 'Europe/Lisbon',
    reducedMotion: 'reduce',
  }
  const context = await browser.newContext(settings)
  context.setDefaultTimeout(PATIENCE_MS)
  await prepareLooks(context)
  await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url: origin })))
  return context
}

/** Waits until the page at a path has loaded completely. An address with the path only in its query is another page. */
export const arriveAt = (page: Page, path: string): Promise<void> =>
  page.waitForURL(({ pathname }) => pathname === path)
