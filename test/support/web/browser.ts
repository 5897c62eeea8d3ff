import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, BrowserContextOptions, Cookie, Page } from 'playwright-core'
import { prepareLooks } from './browser-checks.ts'
import { findChromium } from './chromium.ts'
import type { Chromium } from './chromium.ts'

export type { Browser, BrowserContext, Page } from 'playwright-core'

export interface ContextOptions {
  /** Of the server; every address is read against it. */
  origin: string
  /** What a sign-in has set. */
  cookies?: readonly Pick<Cookie, 'name' | 'value'>[]
  /** CSS pixels. */
  width?: number
  /** Pixels of a picture for each of them. Default: 1. */
  scale?: number
  script?: boolean
  theme?: 'light' | 'dark'
  /** BCP 47; what the browser asks pages in. */
  language?: string
}

const HEIGHT = 900
/** Longer than a page takes on a machine with ten times the work it can do. */
const PATIENCE_MS = 60_000

/**
 * Starts the browser. Its sandbox is off because tests run as root in containers, where it cannot be on; web security stays
 * on, and so do processes of their own for pages: what is measured is what people have.
 */
export async function launchBrowser(found?: Chromium): Promise<Browser> {
  const { executablePath, env } = found ?? (await findChromium())
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    timeout: PATIENCE_MS,
    env: { ...process.env, ...env },
  })
}

/** A browser profile of its own: nothing is cached, nobody is signed in but by the cookies given. */
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

/** Waits until the page at a path has come as a whole. An address that has the path in its query only is another page. */
export const arriveAt = (page: Page, path: string): Promise<void> =>
  page.waitForURL(({ pathname }) => pathname === path)
