import { parseArgs } from 'node:util'
import { createAccount } from '../../src/core/accounts/accounts.ts'
import { launchBrowser, openContext } from '../../test/support/web/browser.ts'
import type { BrowserContext } from '../../test/support/web/browser.ts'
import { paintOnSlowProcessor } from '../../test/support/web/browser-checks.ts'
import type { Paint } from '../../test/support/web/browser-checks.ts'
import { HEAVIEST_BYTES, lookAt, lookWithoutScripts, MOST_REQUESTS, wrongOf } from '../../test/support/web/look-at.ts'
import { openWindows, SCREEN_STATES, screensIn } from '../../test/support/web/screen-states.ts'
import { addressOf } from '../../test/support/web/screens.ts'
import {
  keyboard,
  MOST_CLICKS,
  pointer,
  STRANGERS_WAYS,
  walkStrangersPath,
} from '../../test/support/web/strangers-path.ts'
import { cookiesOf, webVisitor } from '../../test/support/web/web-visitor.ts'
import { DOMAIN, startDemoWorld } from '../demo/demo-world.ts'
import { renderTable, report } from '../support/report.ts'
import { startScreenQuarry } from '../support/screen-quarry.ts'

/**
 * `npm run eval:web`: checks every screen in the router's table with a real browser, in every state, on a computer and
 * a phone, in light and dark; without scripts; and on a processor four times slower than this one, which needs a quiet
 * machine: where a page blocks too long, it is loaded again without styles and scripts, which shows what the machine
 * itself needs. Then it goes the way of a first-time user, from a domain to a draft, among the companies of the demo.
 * `--only TEXT` takes screens whose name contains the text; `--why` prints what is wrong.
 */

const { values: options } = parseArgs({ options: { only: { type: 'string' }, why: { type: 'boolean' } } })

interface Row {
  screen: string
  axe: number
  policy: number
  fit: number
  bytes: number
  requests: number
  hasChart: boolean
  /** Null if the same was checked in another state. */
  withoutScripts: boolean | null
  largestPaintMs: number
  layoutShift: number
  blockedMs: number
  /** The same page without its styles and scripts, which is this machine's part; null if the bar was met. */
  bareBlockedMs: number | null
}

/** Painting is measured in wall time, which includes other load: each page is measured this often, and the median counts. */
const PAINTS = 3

async function usualPaint(context: BrowserContext, address: string): Promise<Paint> {
  const paints: Paint[] = []
  for (let look = 0; look < PAINTS; look++) paints.push(await paintOnSlowProcessor(context, address))
  const median = (of: (paint: Paint) => number): number =>
    paints.map(of).toSorted((a, b) => a - b)[Math.floor(PAINTS / 2)] ?? NaN
  return {
    largestPaintMs: median(({ largestPaintMs }) => largestPaintMs),
    layoutShift: Math.max(...paints.map(({ layoutShift }) => layoutShift)),
    blockedMs: median(({ blockedMs }) => blockedMs),
  }
}

const MAX_BLOCKED_MS = 150

async function barePaint(context: BrowserContext, address: string): Promise<Paint> {
  const styles = '**/app/assets/**'
  await context.route(styles, (route) => route.abort())
  const paint = await usualPaint(context, address)
  await context.unroute(styles)
  return paint
}

const rows: Row[] = []
await using browser = await launchBrowser()
for (const state of SCREEN_STATES) {
  const screens = screensIn(state).filter(({ name }) => name.includes(options.only ?? ''))
  if (screens.length === 0) continue
  await using quarry = await startScreenQuarry()
  await using windows = await openWindows(browser, quarry, state)
  for (const shown of screens) {
    const address = addressOf(shown, windows.values)
    const looked = await lookAt(windows.usual(shown), address)
    const isRepeated = state === 'empty' && shown.who === 'signed in'
    const bare = isRepeated ? [] : await lookWithoutScripts(windows.withoutScripts(shown), address)
    const wrong = [...wrongOf(looked), ...bare]
    const paint = await usualPaint(windows.usual(shown), address)
    const isMissed = paint.blockedMs > MAX_BLOCKED_MS
    if (options.why === true) for (const one of wrong) console.log(`${shown.path}${shown.query} (${state}): ${one}`)
    rows.push({
      screen: `${shown.path}${shown.query} (${state})`,
      axe: looked.axe.length,
      policy: looked.complaints.length,
      fit: looked.fit.length,
      bytes: looked.bytes,
      requests: looked.requests,
      hasChart: looked.hasChart,
      withoutScripts: isRepeated ? null : bare.length === 0,
      ...paint,
      bareBlockedMs: isMissed ? (await barePaint(windows.usual(shown), address)).blockedMs : null,
    })
  }
}

/** How often a first-time user presses something on the way, each in a new account; null if the way could not be completed. */
const ways: { way: string; presses: number | null }[] = []
if (options.only === undefined) {
  await using world = await startDemoWorld()
  for (const [way, { tick, clicks: _, ...look }] of Object.entries(STRANGERS_WAYS)) {
    const { accountId } = await createAccount(world.context, 'unlimited')
    const { cookie } = await webVisitor(world, { accountId })
    const { keys, ...settings } = { keys: false, ...look }
    const own = { origin: world.origin, cookies: cookiesOf(cookie), ...settings }
    await using context = await openContext(browser, own)
    const page = await context.newPage()
    const hands = keys ? keyboard(page) : pointer()
    const walked = walkStrangersPath(page, hands, { domain: DOMAIN, list: 'Lumen', tick })
    const presses = await walked.then(
      () => hands.presses(),
      (error: Error) => {
        console.log(`${way}: ${error.message}`)
        return null
      },
    )
    ways.push({ way, presses })
  }
}

const sum = (of: (row: Row) => number): number => rows.reduce((all, row) => all + of(row), 0)
const most = (of: (row: Row) => number): number => Math.max(...rows.map(of))
const thousandths = (value: number): number => Math.round(value * 1000) / 1000
const bare = rows.filter(({ withoutScripts }) => withoutScripts !== null)

if (ways.length > 0)
  console.log(
    `\n${renderTable([['a stranger', 'presses'], ...ways.map(({ way, presses }) => [way, presses ?? 'does not arrive'])])}`,
  )
report({
  title: `${rows.length} screens and states`,
  rows: [
    ['screen', 'axe', 'policy', 'fit', 'bytes', 'requests', 'no scripts', 'paint ms', 'shift', 'blocked ms', 'bare'],
    ...rows.map((row) => [
      row.screen,
      row.axe,
      row.policy,
      row.fit,
      row.bytes,
      row.requests,
      row.withoutScripts === null ? '' : row.withoutScripts ? 'works' : 'no',
      Math.round(row.largestPaintMs),
      thousandths(row.layoutShift),
      Math.round(row.blockedMs),
      row.bareBlockedMs === null ? '' : Math.round(row.bareBlockedMs),
    ]),
  ],
  figures: {
    most_presses_of_strangers: Math.max(0, ...ways.map(({ presses }) => presses ?? Infinity)),
    screens: rows.length,
    axe_violations: sum(({ axe }) => axe),
    policy_violations: sum(({ policy }) => policy),
    misfits: sum(({ fit }) => fit),
    heaviest_bytes: most(({ bytes, hasChart }) => (hasChart ? 0 : bytes)),
    heaviest_bytes_with_chart: most(({ bytes, hasChart }) => (hasChart ? bytes : 0)),
    most_requests: most(({ requests }) => requests),
    failing_without_scripts: bare.filter(({ withoutScripts }) => withoutScripts === false).length,
    working_without_scripts: bare.filter(({ withoutScripts }) => withoutScripts === true).length,
    largest_paint_ms: Math.round(most(({ largestPaintMs }) => largestPaintMs)),
    layout_shift: thousandths(most(({ layoutShift }) => layoutShift)),
    blocked_ms: Math.round(most(({ blockedMs }) => blockedMs)),
    blocked_ms_bare: Math.round(most(({ bareBlockedMs }) => bareBlockedMs ?? 0)),
  },
  bars: [
    { figure: 'most_presses_of_strangers', max: MOST_CLICKS },
    { figure: 'axe_violations', max: 0 },
    { figure: 'policy_violations', max: 0 },
    { figure: 'misfits', max: 0 },
    { figure: 'heaviest_bytes', max: HEAVIEST_BYTES.plain },
    { figure: 'heaviest_bytes_with_chart', max: HEAVIEST_BYTES.chart },
    { figure: 'most_requests', max: MOST_REQUESTS },
    { figure: 'failing_without_scripts', max: 0 },
    { figure: 'largest_paint_ms', max: 1_500 },
    { figure: 'layout_shift', max: 0.02 },
    { figure: 'blocked_ms', max: MAX_BLOCKED_MS },
  ],
})
