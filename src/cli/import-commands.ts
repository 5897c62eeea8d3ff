import type { Command } from 'commander'
import { addImportArchiveCommand } from './import-archive-command.ts'
import { addImportCrawlCommand } from './import-crawl-command.ts'
import { addImportCompaniesCommand, addImportPeopleCommand } from './import-rows-command.ts'

/** `quarry import …`: files that fill the index, and leads. */
export function addImportCommands(program: Command): void {
  const imports = program.command('import').description('import files into the index; run again to resume')
  addImportArchiveCommand(imports)
  addImportCrawlCommand(imports)
  addImportCompaniesCommand(imports)
  addImportPeopleCommand(imports)
}
