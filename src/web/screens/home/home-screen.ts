import type { z } from 'zod'
import { GetOverview } from '../../../core/accounts/get-overview.ts'
import { GetUsage } from '../../../core/billing/usage.ts'
import { planOf } from '../../../core/billing/plans.ts'
import { isCompanyDomain } from '../../../core/search/domain-kind.ts'
import { connectCard } from '../../components/connect-card.ts'
import { askAgain } from '../../components/enhance.ts'
import { icon } from '../../components/icon.ts'
import { progressBar } from '../../components/meter.ts'
import { time } from '../../components/time.ts'
import { askFor, readFrom } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { domainOfAddress } from '../../../lib/addresses/email-address.ts'

type Overview = z.output<typeof GetOverview.output>['data']
type Item = Overview['needs'][number]
type Usage = z.output<typeof GetUsage.output>['data']

/** Running work changes; what waits for someone can wait for the next page. */
const ASK_AGAIN_MS = 5_000

/** The first page: one search box, running work, and waiting work. Also designed for the first day, when there is nothing yet. */
export const HomeScreen = screen({
  scope: 'read',
  title: ({ words }) => words.general.home,
  asks: (view) => ({
    overview: askFor(GetOverview),
    usage: view.part === null ? askFor(GetUsage) : null,
    // Users of a mail service have no company in common, so theirs is not an example.
    isOwnDomain:
      view.part === null
        ? readFrom(async (context, me) => isCompanyDomain(context, domainOfAddress(me?.login.email ?? '')))
        : null,
  }),
  refreshes: ({ overview }) => overview.data.running.length > 0 && 'by the reader',
  page: ({ overview, usage, isOwnDomain }, view) => {
    const { search, general } = view.words
    return html`<h1>${search.headline}</h1>
      <form role="search" action="${to('/search')}" class="row" aria-label="${search.headline}">
        <input type="search" name="q" required aria-label="${search.anything}" placeholder="${search.anything}" maxlength="1000" class="grow" />
        <button>${icon('search')}${general.search}</button>
      </form>
      <p class="muted small-text">${search.boxPrice} ${view.me?.login.shortcuts === false ? NOTHING : html`<span class="scripted">${search.boxKey}</span>`}</p>
      ${examples(view, isOwnDomain === true)}
      <div class="columns">
        ${connectCard(view)}
        <div class="stack">
          ${running(view, overview.data)}
          <section class="card">
            <h2>${search.needsYou}</h2>
            ${overview.data.needs.length === 0 ? html`<p class="muted">${search.allIsWell}</p>` : html`<ul class="plain">${overview.data.needs.map((item) => itemLine(view, item))}</ul>`}
          </section>
          ${usage === null ? NOTHING : usageTile(view, usage.data)}
        </div>
      </div>`
  },
  parts: { running: ({ overview }, view) => running(view, overview.data) },
})

function examples({ me, words }: View, isOwnDomain: boolean): Html {
  const { search } = words
  const email = me?.login.email ?? ''
  const domain = domainOfAddress(email)
  const lines = [
    ...(isOwnDomain ? [[search.tryCompany(domain), to(`/companies/${domain}`)] as const] : []),
    ...(isOwnDomain ? [] : [[search.tryDiscover, to('/discover', { query: search.tryDiscover })] as const]),
    [search.tryPerson(email), to(`/people/${encodeURIComponent(email)}`)] as const,
    [search.tryList, to('/verify')] as const,
    ...(isOwnDomain ? [] : [[search.tryImport, to('/imports')] as const]),
  ]
  return html`<section class="examples">
    <h2>${search.tryThis}</h2>
    <ul class="plain">
      ${lines.map(([label, href]) => html`<li><a href="${href}"><bdi>${label}</bdi></a></li>`)}
    </ul>
  </section>`
}

function running(view: View, { running: items }: Overview): Html {
  const { search } = view.words
  const again = items.length > 0 ? askAgain(view, { get: to('/'), target: 'running', afterMs: ASK_AGAIN_MS }) : NOTHING
  return html`<section class="card" id="running">
    <h2>${search.running}</h2>
    ${items.length === 0 ? html`<p class="muted">${search.nothingRuns}</p>` : html`<ul class="plain">${items.map((item) => itemLine(view, item))}</ul>`}${again}
  </section>`
}

function itemLine({ words, format }: View, { kind, name, since, done, total, link }: Item): Html {
  const { kinds, unnamed } = words.search
  const sentence = kinds[kind](done ?? 0, total ?? 0)
  const called = name ?? (Object.hasOwn(unnamed, kind) ? unnamed[kind as keyof typeof unnamed] : unnamed.other)
  const isRunning = kind === 'check' || kind === 'import' || kind === 'crawl' || kind === 'move'
  return html`<li>
    <a href="${link}"><bdi>${called}</bdi></a>: ${sentence}${since === null ? NOTHING : html` <small class="muted">${time(since, format)}</small>`}
    ${isRunning ? progressBar(done ?? 0, total === null || total === 0 ? null : total, sentence) : NOTHING}
  </li>`
}

function usageTile({ me, words, format }: View, { requests, reset_date: resetDate }: Usage): Html {
  const { search } = words
  const { used, available } = requests.credits
  const isLimited = planOf(me?.principal.plan ?? '').credits !== null
  return html`<section class="card">
    <h2>${search.creditsUsed}</h2>
    <p><strong>${format.number(used)}</strong> ${isLimited ? search.ofThese(format.number(available)) : html`<small class="muted">${search.unlimited}</small>`}</p>
    ${isLimited ? progressBar(used, available, search.creditsUsed) : NOTHING}
    ${isLimited ? html`<p class="muted">${search.resets(format.day(resetDate))}</p>` : NOTHING}
  </section>`
}
