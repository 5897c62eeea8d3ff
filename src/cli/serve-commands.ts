import type { Command } from 'commander'

/** `serve` and `worker` are `npm start` with a given role. */
export function addServeCommands(program: Command): void {
  program
    .command('serve')
    .description('start the server (and, with the default QUARRY_ROLE=all, a worker)')
    .action(async () => {
      await import('../main.ts')
    })
  program
    .command('worker')
    .description('start only a worker; any number can share a database')
    .action(async () => {
      process.env['QUARRY_ROLE'] = 'worker'
      await import('../main.ts')
    })
}
