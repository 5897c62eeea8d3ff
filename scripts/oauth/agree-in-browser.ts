import type { Browser, BrowserContext } from 'playwright-core'
import { openContext } from '../../test/support/web/browser.ts'
import { cookiesOf } from '../../test/support/web/web-visitor.ts'

/** A signed-in person at a real browser. */
export interface Person extends AsyncDisposable {
  /** Goes to the address that an app opens, presses Allow, and waits until the app has its answer. */
  agree: (authorizationUrl: string) => Promise<void>
}

const AGAIN_AFTER_MS = 1_000

export async function openPerson(
  browser: Browser,
  { origin, cookie }: Record<'origin' | 'cookie', string>,
): Promise<Person> {
  const context: BrowserContext = await openContext(browser, { origin, cookies: cookiesOf(cookie) })
  return {
    agree: async (authorizationUrl) => {
      const page = await context.newPage()
      await page.goto(authorizationUrl)
      const isAnswer = (url: string): boolean => new URL(url).searchParams.has('code') && !url.startsWith(`${origin}/`)
      const answered = page.waitForResponse((response) => isAnswer(response.url()))
      // Apps may show the address before they listen: a person would load the page again.
      page.on('requestfailed', (request) => {
        if (isAnswer(request.url()))
          setTimeout(() => void page.goto(request.url()).catch(() => undefined), AGAIN_AFTER_MS)
      })
      await page.locator('button[name=decision][value=allow]').click()
      await answered
      await page.close()
    },
    [Symbol.asyncDispose]: () => context.close(),
  }
}
