import { ownValue } from '../../../lib/text/own-value.ts'
import { ListCrawls, RequestCrawl } from '../../../core/crawl/crawls.ts'
import { dataTable } from '../../components/data-table.ts'
import { empty } from '../../components/empty.ts'
import { choice, hidden, inputField, problemList } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { pager } from '../../components/pager.ts'
import { stateChip } from '../../components/state-chip.ts'
import { time } from '../../components/time.ts'
import { askFor } from '../../page/ask.ts'
import type { Found } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import type { Words } from '../../words/words.ts'
import { offsetPages } from '../settings/offset-pages.ts'
import { systemTabs } from './system-tabs.ts'

const STATUSES = ['queued', 'running', 'done', 'blocked', 'failed'] as const
const CONDITIONS = { queued: 'waiting', running: 'waiting', done: 'good', blocked: 'warning', failed: 'bad' } as const

const statusOf = ({ query }: View) => STATUSES.find((status) => status === query['status'])

const asks = (view: View) => ({
  crawls: askFor(ListCrawls, { status: statusOf(view), limit: 50, offset: view.query['offset'] }),
})
type Crawl = Found<ReturnType<typeof asks>>['crawls']['data'][number]

/** The requested sites and their progress. */
export const CrawlsScreen = screen({
  scope: 'operator',
  title: ({ words }) => words.system.crawls.title,
  asks,
  page: ({ crawls: { data, meta } }, view) => {
    const { crawls } = view.words.system
    return html`<header class="row apart">
        <h1>${crawls.title}</h1>
        <a class="button" href="${to('/system/crawls/new')}">${icon('add')}${crawls.ask}</a>
      </header>
      ${systemTabs(view)}
      <form action="${to('/system/crawls')}" class="filters">
        ${choice(view, {
          name: 'status',
          label: crawls.filter,
          value: statusOf(view) ?? '',
          choices: [
            ['', view.words.general.all],
            ...STATUSES.map((status) => [status, crawls.states[status]] as const),
          ],
        })}
        <button class="outline">${view.words.general.apply}</button>
      </form>
      ${
        data.length === 0
          ? empty('discover', statusOf(view) === undefined ? crawls.none : crawls.noneOfKind)
          : dataTable({
              label: crawls.title,
              people: true,
              heads: [crawls.domain, crawls.state, crawls.pages, crawls.addresses, crawls.asked, crawls.next, ''],
              rows: data.map((crawl) => row(crawl, view)),
            })
      }
      ${pager(offsetPages(view, meta), view)}`
  },
})

function row(crawl: Crawl, { words, format }: View): Html {
  const { crawls } = words.system
  const { domain, status, reason } = crawl
  const isOver = status !== 'queued' && status !== 'running'
  return html`<tr>
    <td><a href="${to(`/companies/${domain}`)}"><bdi>${domain}</bdi></a></td>
    <td>${stateChip(CONDITIONS[status], crawls.states[status])} ${reason === null ? NOTHING : html`<small class="muted">${reasonWord(crawl.status, reason, crawls)}</small>`}</td>
    <td data-label="${crawls.pages}">${format.number(crawl.pages)}</td>
    <td data-label="${crawls.addresses}">${format.number(crawl.addresses)}</td>
    <td data-label="${crawls.asked}">${time(crawl.requested_at, format)}</td>
    <td data-label="${crawls.next}">${crawl.next_crawl_at === null ? '–' : format.day(crawl.next_crawl_at)}</td>
    <td>${isOver ? html`<a href="${to('/system/crawls/new', { domain })}" aria-label="${crawls.again}: ${domain}">${crawls.again}</a>` : NOTHING}</td>
  </tr>`
}

/** A refusal without its own word is an opt-out. */
const reasonWord = (
  status: Crawl['status'],
  reason: string,
  { reasons, optedOut }: Words['system']['crawls'],
): string => ownValue<string>(reasons, reason) ?? (status === 'blocked' ? optedOut : reason)

/** Which site to read now. */
export const NewCrawlScreen = screen({
  scope: 'operator',
  confirmed: true,
  title: ({ words }) => words.system.crawls.ask,
  page: (_, view) => {
    const { crawls } = view.words.system
    return html`<h1>${crawls.ask}</h1>
      ${systemTabs(view)}
      <section class="narrow">
        <p>${crawls.askIntro}</p>
        ${problemList(view)}
        <form method="post" action="${to('/system/crawls/new')}">
          ${hidden({ once: view.once })}
          ${inputField(view, { name: 'domain', label: crawls.domain, value: view.query['domain'], required: true, first: true, placeholder: 'birch.example' })}
          <div class="row">
            <button>${crawls.again}</button>
            <a class="button outline" href="${to('/system/crawls')}">${view.words.general.cancel}</a>
          </div>
        </form>
      </section>`
  },
})

export const RequestCrawlForm = form({
  uses: [RequestCrawl],
  confirmed: true,
  on: { path: '/system/crawls/new', screen: NewCrawlScreen },
  act: async ({ perform, fields }) => {
    const { data } = await perform(RequestCrawl, { domain: fieldText(fields, 'domain') })
    const word = data.requested ? 'system.crawlRequested' : 'system.crawlUnderWay'
    return see(to('/system/crawls'), notice(word, { domain: data.domain }))
  },
})
