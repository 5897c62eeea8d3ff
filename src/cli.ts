import { Command } from 'commander'
import { addAccountCommands } from './cli/account-commands.ts'
import { addClaimCommands } from './cli/claim-commands.ts'
import { addCrawlCommand } from './cli/crawl-command.ts'
import { addDoctorCommand } from './cli/doctor-command.ts'
import { addImportCommands } from './cli/import-commands.ts'
import { addKeyCommands } from './cli/key-commands.ts'
import { addLeadsCommands } from './cli/leads-commands.ts'
import { addListsCommands } from './cli/lists-commands.ts'
import { fail } from './cli/output.ts'
import { addSearchCommand } from './cli/search-command.ts'
import { addServeCommands } from './cli/serve-commands.ts'
import { addVerifyCommand } from './cli/verify-command.ts'
import { VERSION } from './config.ts'

/** `quarry`: everything an operator does from a shell. It works beside a running server. */
const program = new Command('quarry')
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

await program.parseAsync().catch(fail)
