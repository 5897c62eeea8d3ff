import { GetAccount } from '../../../core/accounts/get-account.ts'
import { GetUsageHistory } from '../../../core/billing/usage-history.ts'
import { chart, chartHead } from '../../components/chart.ts'
import { progressBar } from '../../components/meter.ts'
import { sparkline } from '../../components/sparkline.ts'
import { askFor } from '../../page/ask.ts'
import type { Found } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { changed, to } from '../../page/page-query.ts'
import { screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { settingsTabs } from '../../components/settings-tabs.ts'

const RANGES = [7, 30, 92] as const
const DEFAULT_RANGE = 30
/** The limit reported for unlimited plans. */
const UNLIMITED = 100_000_000

const rangeOf = ({ query }: View): number => RANGES.find((days) => String(days) === query['days']) ?? DEFAULT_RANGE

const asks = (view: View) => ({
  account: askFor(GetAccount),
  history: askFor(GetUsageHistory, { days: rangeOf(view) }),
})
type Known = Found<ReturnType<typeof asks>>

/** The plan, how much of it is used, and on which days. */
export const UsageScreen = screen({
  scope: 'read',
  title: ({ words }) => words.settings.usage.title,
  head: chartHead,
  asks,
  page: (found, view) => {
    const { usage } = view.words.settings
    return html`<h1>${usage.title}</h1>
      ${settingsTabs(view)} ${tiles(found, view)}
      <p class="muted">${usage.prices}</p>
      <header class="row apart">
        <h2>${usage.byDay}</h2>
        <ul class="tabs-line">
          ${RANGES.map(
            (days) =>
              html`<li>
                <a href="${to(view.path, changed(view.query, { days }))}"${days === rangeOf(view) ? html` aria-current="true"` : NOTHING}>${usage.days(days)}</a>
              </li>`,
          )}
        </ul>
      </header>
      ${days(found, view)}`
  },
})

function tiles({ account, history }: Known, { words, format }: View): Html {
  const { usage } = words.settings
  const { plan_name, reset_date, requests } = account.data
  const { credits, searches, verifications } = requests
  const isLimited = credits.available < UNLIMITED
  return html`<dl class="tiles">
    <div class="tile">
      <dt>${usage.plan}</dt>
      <dd class="word">${plan_name}</dd>
    </div>
    <div class="tile">
      <dt>${usage.credits}</dt>
      <dd>
        ${isLimited ? usage.ofAll(format.number(credits.used), format.number(credits.available)) : format.number(credits.used)}
        ${isLimited ? progressBar(credits.used, credits.available, usage.credits) : html`<small class="muted">${usage.unlimited}</small>`}
      </dd>
    </div>
    <div class="tile">
      <dt>${usage.searches}</dt>
      <dd>${format.number(searches.used)}${sparkline(history.data.map((day) => day.searches))}</dd>
    </div>
    <div class="tile">
      <dt>${usage.verifications}</dt>
      <dd>${format.number(verifications.used)}${sparkline(history.data.map((day) => day.verifications))}</dd>
    </div>
    <div class="tile">
      <dt>${usage.resets}</dt>
      <dd class="word">${format.day(reset_date)}</dd>
    </div>
  </dl>`
}

function days({ history }: Known, view: View): Html {
  const { usage } = view.words.settings
  const { data } = history
  if (data.every(({ searches, verifications }) => searches + verifications === 0))
    return html`<p class="muted">${usage.nothing}</p>`
  return chart(view, {
    label: usage.byDay,
    days: data.map(({ date }) => date),
    series: [
      { label: usage.searches, values: data.map(({ searches }) => searches) },
      { label: usage.verifications, values: data.map(({ verifications }) => verifications) },
    ],
    words: { day: usage.day, asTable: usage.asTable },
  })
}
