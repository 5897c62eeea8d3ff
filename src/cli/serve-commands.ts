import type { Command } from 'commander'

/** `serve` and `worker` are `npm start` with the role given. */
export function addServeCommands(program: Command): void {
  program
    .command('serve')
    .description('start the server (with QUARRY_ROLE=all, the default, a worker too)')
    .action(async () => {
      await import('../main.ts')
    })
  program
    .command('worker')
    .description('start a worker alone; as many as wanted may share one database')
    .action(async () => {
      process.env['QUARRY_ROLE'] = 'worker'
      await import('../main.ts')
    })
}
