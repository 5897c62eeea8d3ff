import { Command } from 'commander'
import { VERSION } from '../config.ts'
import { addAccountCommands } from './account-commands.ts'
import { addClaimCommands } from './claim-commands.ts'
import { addCrawlCommand } from './crawl-command.ts'
import { addDoctorCommand } from './doctor-command.ts'
import { addExportCommands } from './export-commands.ts'
import { addImportCommands } from './import-commands.ts'
import { addKeyCommands } from './key-commands.ts'
import { addLeadsCommands } from './leads-commands.ts'
import { addListsCommands } from './lists-commands.ts'
import { addMailboxCommands } from './mailbox-commands.ts'
import { addSearchCommand } from './search-command.ts'
import { addServeCommands } from './serve-commands.ts'
import { addVerifyCommand } from './verify-command.ts'

/** The commands. They work beside a running server. */
export const program = new Command('quarry')
  .description('Open, self-hosted email intelligence: who works at a company, and how to reach them.')
  .version(VERSION)
  .option('--json', 'print results as JSON')
  .showHelpAfterError('(quarry --help lists the commands)')

addServeCommands(program)
addSearchCommand(program)
addCrawlCommand(program)
addVerifyCommand(program)
addImportCommands(program)
addKeyCommands(program)
addAccountCommands(program)
addClaimCommands(program)
addListsCommands(program)
addDoctorCommand(program)
addLeadsCommands(program)
addMailboxCommands(program)
addExportCommands(program)
