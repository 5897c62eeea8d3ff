import { Command } from 'commander'
import { VERSION } from '../config.ts'
import { addExamples } from './examples.ts'

interface Part {
  /** The first words of its commands. */
  words: readonly string[]
  load: () => Promise<(program: Command) => void>
}

/** In the order of the help. */
const PARTS: readonly Part[] = [
  { words: ['serve', 'worker'], load: async () => (await import('./serve-commands.ts')).addServeCommands },
  { words: ['mcp'], load: async () => (await import('./mcp/mcp-command.ts')).addMcpCommand },
  { words: ['search'], load: async () => (await import('./search-command.ts')).addSearchCommand },
  { words: ['crawl'], load: async () => (await import('./crawl-command.ts')).addCrawlCommand },
  { words: ['changes', 'watch'], load: async () => (await import('./change-commands.ts')).addChangeCommands },
  { words: ['verify'], load: async () => (await import('./verify-command.ts')).addVerifyCommand },
  { words: ['import'], load: async () => (await import('./import-commands.ts')).addImportCommands },
  { words: ['apps'], load: async () => (await import('./app-commands.ts')).addAppCommands },
  { words: ['keys'], load: async () => (await import('./key-commands.ts')).addKeyCommands },
  { words: ['accounts'], load: async () => (await import('./account-commands.ts')).addAccountCommands },
  { words: ['users'], load: async () => (await import('./user-commands.ts')).addUserCommands },
  { words: ['optouts', 'claims'], load: async () => (await import('./optout-commands.ts')).addOptoutCommands },
  { words: ['unsubscribes'], load: async () => (await import('./unsubscribe-commands.ts')).addUnsubscribeCommands },
  { words: ['backup', 'restore'], load: async () => (await import('./backup-commands.ts')).addBackupCommands },
  { words: ['secrets'], load: async () => (await import('./secrets-commands.ts')).addSecretsCommands },
  { words: ['db'], load: async () => (await import('./db-commands.ts')).addDbCommands },
  { words: ['lists'], load: async () => (await import('./lists-commands.ts')).addListsCommands },
  { words: ['doctor'], load: async () => (await import('./doctor-command.ts')).addDoctorCommand },
  { words: ['import', 'export'], load: async () => (await import('./leads-commands.ts')).addLeadsCommands },
  { words: ['domain'], load: async () => (await import('./domain-commands.ts')).addDomainCommands },
  { words: ['mailbox'], load: async () => (await import('./mailbox-commands.ts')).addMailboxCommands },
  { words: ['answers'], load: async () => (await import('./answer-commands.ts')).addAnswerCommands },
  { words: ['export'], load: async () => (await import('./export-commands.ts')).addExportCommands },
]

/**
 * The commands. They work alongside a running server.
 * @param word the first word of a command line, to load only what it needs; without a known word all commands are loaded, for
 * null none.
 */
export async function createProgram(word?: string | null): Promise<Command> {
  const program = new Command('quarry')
    .description('Open, self-hosted email intelligence: who works at a company and how to reach them.')
    .version(VERSION)
    .option('--json', 'print results as JSON')
    .showHelpAfterError('(quarry --help lists the commands)')
  const asked = PARTS.filter(({ words }) => words.some((each) => each === word))
  const needed = asked.length > 0 ? asked : PARTS
  for (const { load } of word === null ? [] : needed) (await load())(program)
  addExamples(program)
  return program
}
