import type { Command } from 'commander'
import type { z } from 'zod'
import { perform } from '../core/capability/perform.ts'
import { ListChanges } from '../core/changes/list-changes.ts'
import { WatchCompanies } from '../core/changes/watch-companies.ts'
import type { WatchedOutput } from '../core/changes/watch-companies.ts'
import { ListWatches, RemoveWatches } from '../core/changes/watches.ts'
import { ASKED_TYPES } from '../core/changes/changes-input.ts'
import { positiveInteger, someOf } from './shared/arguments.ts'
import { asOperator } from './shared/as-operator.ts'
import { print, table } from './shared/output.ts'

interface ChangesFlags {
  list?: string
  type?: string
  since?: string
  limit: number
  cursor?: string
}

interface WatchFlags {
  list?: string
  type?: string
  every?: number
}

const DEFAULT_LIMIT = 25
const MOST = 100

/** `quarry changes` and `quarry watch …`, on behalf of the first account. */
export function addChangeCommands(program: Command): void {
  addChanges(program)
  const watch = program.command('watch').description("revisit companies' sites at regular intervals")
  addWatchAdd(watch)
  addWatchList(watch)
  addWatchRemove(watch)
}

function addChanges(program: Command): void {
  program
    .command('changes')
    .description('show what changed at a company: who joined, left or has a new title, and new locations and addresses')
    .argument('[domain]', "the company's domain (default: all watched companies)")
    .option('--list <id>', 'the companies of the leads in this list, instead of domains')
    .option('--type <list>', 'only these types, comma-separated, for example joined,left', someOf(ASKED_TYPES))
    .option('--since <date>', 'only changes found since this date')
    .option('--limit <n>', `number of changes to show, up to ${MOST}`, positiveInteger, DEFAULT_LIMIT)
    .option('--cursor <id>', 'continue where the last answer ended')
    .action(async (domain: string | undefined, flags: ChangesFlags, command: Command) => {
      const { list, ...rest } = flags
      await asOperator(async (call) => {
        const answer = await perform(ListChanges, call, { ...companiesOf(domain, list), ...rest })
        print(command, answer, changeLines(answer))
      })
    })
}

function addWatchAdd(watch: Command): void {
  watch
    .command('add')
    .description('watch companies; the webhook event "change.detected" reports each change')
    .argument('[domains...]', 'company domains')
    .option('--list <id>', 'the companies of the leads in this list, instead of domains')
    .option('--every <days>', 'days between visits (default: 7)', positiveInteger)
    .option('--type <list>', 'send webhooks only for these types of change, comma-separated', someOf(ASKED_TYPES))
    .action(async (domains: string[], { list, every, type }: WatchFlags, command: Command) => {
      await asOperator(async (call) => {
        const wanted = { ...whichOf(domains, list), every_days: every, types: type }
        const answer = await perform(WatchCompanies, call, wanted)
        const { added, watched } = answer.data
        print(command, answer, [`${added} added. ${room(watched, answer.meta.limit)}`, ...leftOutLines(answer.meta)])
      })
    })
}

function addWatchList(watch: Command): void {
  watch
    .command('list')
    .description('list the watched companies')
    .option('--limit <n>', `number of companies to show, up to ${MOST}`, positiveInteger, MOST)
    .option('--offset <n>', 'number of companies to skip', positiveInteger)
    .action(async (flags: Record<string, unknown>, command: Command) => {
      await asOperator(async (call) => {
        const answer = await perform(ListWatches, call, flags)
        const rows = answer.data.map((each) => [
          each.domain,
          `${each.every_days} days`,
          each.types?.join(', ') ?? 'all',
          each.last_visited_at?.slice(0, 10) ?? 'never',
          each.next_visit_at.slice(0, 10),
        ])
        const listed = rows.length === 0 ? [] : table([['DOMAIN', 'EVERY', 'TYPES', 'READ', 'NEXT'], ...rows])
        print(command, answer, [...listed, room(answer.meta.total, answer.meta.most)])
      })
    })
}

function addWatchRemove(watch: Command): void {
  watch
    .command('remove')
    .description('stop watching companies')
    .argument('[domains...]', 'company domains')
    .option('--list <id>', 'the companies of the leads in this list, instead of domains')
    .action(async (domains: string[], { list }: WatchFlags, command: Command) => {
      await asOperator(async (call) => {
        const answer = await perform(RemoveWatches, call, whichOf(domains, list))
        const { removed, watched } = answer.data
        print(command, answer, [`${removed} removed. ${room(watched, answer.meta.limit)}`])
      })
    })
}

const companiesOf = (domain: string | undefined, list: string | undefined) =>
  domain === undefined && list === undefined ? { watched: true } : { domain, leads_list_id: list }

const whichOf = (domains: readonly string[], list: string | undefined) => ({
  domains: domains.length === 0 ? undefined : domains,
  leads_list_id: list,
})

const room = (watched: number, most: number): string => `Watched: ${watched} of at most ${most} companies.`

function leftOutLines({ left_out: named, left_out_count: count }: z.output<typeof WatchedOutput>['meta']): string[] {
  const rows = table(named.map(({ domain, reason }) => [domain, REASONS[reason]]))
  return count > named.length ? [...rows, `and ${count - named.length} more left out`] : rows
}

const REASONS = {
  opted_out: 'left out: it opted out',
  webmail: 'left out: a mail provider that many companies use',
  public_suffix: 'left out: a public suffix, under which companies register their domains',
  limit: "left out: the plan's limit is reached",
} as const

type Changes = z.output<typeof ListChanges.output>

function changeLines({ data, meta }: Changes): string[] {
  const none =
    meta.watched === false ? 'No changes known. To revisit the site regularly: quarry watch add' : 'No changes known.'
  if (data.length === 0) return [none]
  const rows = data.map((change) => [
    change.happened_between[1],
    change.domain,
    change.type + (change.undone_at === null ? '' : ' (undone)'),
    change.person === null ? '' : [change.person.full_name, change.person.email].filter(Boolean).join(' '),
    [change.before, change.after].map((side) => side ?? '').join(' → '),
  ])
  const more = meta.next_cursor === null ? [] : [`To see more: --cursor ${meta.next_cursor}`]
  return [...table([['BY', 'DOMAIN', 'CHANGE', 'PERSON', 'BEFORE → AFTER'], ...rows]), ...more]
}
