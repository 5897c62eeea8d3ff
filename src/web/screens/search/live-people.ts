import type { z } from 'zod'
import type { GetCrawl } from '../../../core/crawl/get-crawl.ts'
import type { DomainSearchOutput } from '../../../core/search/domain-search-output.ts'
import type { BulkJobOutput } from '../../../core/verify/bulk-output.ts'
import { planOf } from '../../../core/billing/plans.ts'
import { AppError } from '../../../errors.ts'
import { empty } from '../../components/empty.ts'
import { askAgain, pollAfterMs } from '../../components/enhance.ts'
import { problemList } from '../../components/field.ts'
import { jsonLink } from '../../components/json-box.ts'
import { progressBar } from '../../components/meter.ts'
import { pager } from '../../components/pager.ts'
import { known } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { changed, to } from '../../page/page-query.ts'
import { sentenceOf } from '../../page/problems.ts'
import type { Refresh } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { hasFilters, PEOPLE_PER_PAGE } from './people-filters.ts'
import { peopleActions } from './people-actions.ts'
import { peopleTable } from './people-table.ts'
import { tickedOf } from './person-words.ts'
import { isUnfinished } from '../../../lib/process/job-kind.ts'

/** What changes while a site is read and addresses are checked. */
export interface LivePeople {
  search: DomainSearchOutput | AppError | null
  crawl: z.output<typeof GetCrawl.output> | null
  check: z.output<typeof BulkJobOutput> | AppError | null
}

/**
 * The people so far, with the progress; `isLive` while something can still change. Those whose check is awaited stay selected
 * when the page reloads; those who are being selected while the site is read would not.
 */
export function livePeople(found: LivePeople): { isLive: boolean; refreshes: Refresh; render: (view: View) => Html } {
  const isChecking = isUnfinished(known(found.check)?.data)
  const isCrawling = isUnfinished(found.crawl?.data) && known(found.search) !== null
  const isLive = isChecking || isCrawling
  const isSelecting = !isChecking && (known(found.search)?.data.emails.length ?? 0) > 0
  return {
    isLive,
    refreshes: isLive && (isSelecting ? 'by the reader' : true),
    render: (view) => rendered(view, found, { isChecking, isCrawling }),
  }
}

function rendered(
  view: View,
  found: LivePeople,
  { isChecking, isCrawling }: { isChecking: boolean; isCrawling: boolean },
): Html {
  const again =
    isChecking || isCrawling
      ? askAgain(view, {
          get: to(view.path, { ...view.query, people: null }),
          target: 'live',
          afterMs: pollAfterMs(runningForMs(view, found)),
          include: 'ticks',
        })
      : NOTHING
  return html`<div id="live" class="stack">
    ${again}    ${crawlLine(view, found, isCrawling)}${checkLine(view, found, isChecking)}${peopleOrWhyNot(view, found, { isChecking, isCrawling })}
  </div>`
}

function runningForMs({ now }: View, { search, check }: LivePeople): number {
  const since = [known(search)?.meta.crawl?.started_at, known(check)?.data.created_at].flatMap((at) => at ?? [])
  return Math.min(...since.map((at) => now.getTime() - Date.parse(at)), Infinity)
}

function crawlLine({ words }: View, { crawl }: LivePeople, isCrawling: boolean): Html {
  if (crawl === null) return NOTHING
  const { status, reason, pages, expected_pages: expected, addresses } = crawl.data
  const { search } = words
  if (status === 'blocked') return html`<p class="muted">${search.blocked}</p>`
  if (status === 'failed') return html`<p class="muted">${search.failed}</p>`
  if (!isCrawling) return NOTHING
  if (reason === 'no_network') return html`<p class="muted">${search.offNetwork}</p>`
  const sentence = status === 'running' && pages > 0 ? search.reading(pages, expected, addresses) : search.waiting
  return html`<p class="row" role="status">${sentence} ${progressBar(pages, pages === 0 ? null : expected, sentence)}</p>`
}

function checkLine({ words }: View, { check }: LivePeople, isChecking: boolean): Html {
  const job = known(check)?.data
  if (job === undefined || !isChecking) return NOTHING
  const sentence = words.search.checkRunning(job.done, job.total)
  return html`<p class="row" role="status">${sentence} ${progressBar(job.done, job.total, sentence)}</p>`
}

function peopleOrWhyNot(
  view: View,
  { search, crawl }: LivePeople,
  { isChecking, isCrawling }: { isChecking: boolean; isCrawling: boolean },
): Html {
  const { words } = view
  if (search === null) {
    const show = html`<a class="button" href="${to(view.path, view.query)}">${words.search.showPeople}</a>`
    return empty('person', words.search.searchPrice, show)
  }
  if (search instanceof AppError)
    return html`<p role="alert" class="warning">${search.errors.map((error) => sentenceOf(error, words)).join(' ')}</p>`
  const domain = view.params['domain'] ?? ''
  if (search.data.emails.length === 0) return nobody(view, isCrawling, crawl?.data.pages ?? 0)
  const ticked = tickedOf(view)
  return html`${problemList(view)}
    <form method="post" action="${to(`${view.path}/check`, { ...view.query, people: null })}" class="stack">
      ${peopleTable(view, { domain, people: search.data.emails, ticked, isChecking })}
      ${pages(view, search.meta)}
      ${peopleActions(view, { company: search.data.organization ?? domain, people: search.data.emails, ticked })}
    </form>
    <div class="row muted"><small>${words.search.searchPrice}</small> ${jsonLink(view)}</div>`
}

function pages(view: View, { results, limit, offset }: DomainSearchOutput['meta']): Html {
  const at = (place: number) => to(view.path, { ...view.query, people: null, check: null, offset: place })
  const isPremium = planOf(view.me?.principal.plan ?? '').premium
  return pager(
    {
      previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
      next: isPremium && offset + limit < results ? at(offset + limit) : null,
      here: view.words.general.page(Math.floor(offset / PEOPLE_PER_PAGE) + 1),
    },
    view,
  )
}

function nobody(view: View, isCrawling: boolean, pagesRead: number): Html {
  const { search } = view.words
  if (isCrawling) return NOTHING
  if (hasFilters(view.query))
    return empty(
      'filter',
      search.nobodyFits,
      html`<a class="button" href="${to(view.path)}">${search.withoutFilters}</a>`,
    )
  const why = pagesRead > 0 ? [search.nobody, search.readPages(pagesRead), search.nobodyNamed] : [search.nobody]
  const byName = html`<a class="button" href="${to('/find', changed({}, { company: view.params['domain'] }))}">${search.tryName}</a>`
  return empty('person', why.join(' '), byName)
}
