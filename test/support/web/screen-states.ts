import type { Context } from '../../../src/context.ts'
import type { Browser, BrowserContext } from './browser.ts'
import { openContext } from './browser.ts'
import { fillAccount } from './full-account.ts'
import type { PathValues } from './full-account.ts'
import { giveOwnRecords } from './own-records.ts'
import { SHOWN_SCREENS } from './screens.ts'
import type { ShownScreen } from './screens.ts'
import { cookiesOf, webVisitor } from './web-visitor.ts'

/** Before anyone can sign in, for a new user, and for one who works with Quarry. */
export const SCREEN_STATES = ['new', 'empty', 'full'] as const
export type ScreenState = (typeof SCREEN_STATES)[number]

/** Returns the screens that exist in a state. */
export const screensIn = (state: ScreenState): readonly ShownScreen[] =>
  SHOWN_SCREENS.filter(({ who, needsRecord }) => {
    if (state === 'new') return who === 'first'
    return state === 'full' ? who === 'signed in' : who !== 'first' && !needsRecord
  })

/** Windows of one browser on one Quarry, signed in and signed out. */
export interface Windows extends AsyncDisposable {
  values: PathValues
  usual: (shown: Pick<ShownScreen, 'who'>) => BrowserContext
  /** On a phone, in German. */
  withoutScripts: (shown: Pick<ShownScreen, 'who'>) => BrowserContext
}

/** Brings a Quarry into a state, and opens windows on it. */
export async function openWindows(
  browser: Browser,
  quarry: { context: Context; origin: string; key: string },
  state: ScreenState,
): Promise<Windows> {
  const values = state === 'full' ? await fillAccount(quarry) : {}
  const visitor = state === 'new' ? null : await webVisitor(quarry, { operator: true, email: 'maya@studio.example' })
  if (state === 'full' && visitor !== null) await giveOwnRecords(quarry.context, visitor)
  const cookies = visitor === null ? [] : cookiesOf(visitor.cookie)
  const usual = { origin: quarry.origin }
  const plain = { ...usual, script: false, language: 'de-DE', width: 360 }
  const pair = async (look: typeof usual) =>
    [await openContext(browser, { ...look, cookies }), await openContext(browser, look)] as const
  const pairs = [await pair(usual), await pair(plain)] as const
  const of =
    ([signedIn, stranger]: (typeof pairs)[number]) =>
    ({ who }: Pick<ShownScreen, 'who'>) =>
      who === 'signed in' ? signedIn : stranger
  return {
    values,
    usual: of(pairs[0]),
    withoutScripts: of(pairs[1]),
    async [Symbol.asyncDispose]() {
      for (const context of pairs.flat()) await context.close()
    },
  }
}
