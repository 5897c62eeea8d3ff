import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { createOperatorLists, refreshLists, useFetchedLists } from '../services/lists/operator-lists.ts'
import type { ListState } from '../services/lists/operator-lists.ts'
import { print, table } from './shared/output.ts'
import { withContext } from './shared/with-context.ts'

export function addListsCommands(program: Command): void {
  const lists = program
    .command('lists')
    .description('manage the lists of disposable, webmail and alias domains and of role names')
  lists
    .command('show')
    .description('show where each list comes from')
    .action(async (_: unknown, command: Command) =>
      show(command, await useFetchedLists(createOperatorLists(), readConfig().dataDir)),
    )
  lists
    .command('refresh')
    .description('download newer lists from the URLs in QUARRY_LIST_URL_…; running servers use them within a minute')
    .action(async (_: unknown, command: Command) => {
      const { states, urls } = await withContext(async (context) => ({
        states: await refreshLists(context),
        urls: context.config.listUrls,
      }))
      show(command, states)
      if (states.some(({ name, problem }) => problem !== null && urls[name] !== null)) process.exitCode = 1
    })
}

function show(command: Command, states: ListState[]): void {
  const rows = states.map(({ name, domains, source, problem }) => [name, String(domains), source, problem ?? ''])
  print(command, states, table([['LIST', 'ENTRIES', 'SOURCE', 'PROBLEM'], ...rows]))
}
