import { parseArgs } from 'node:util'

/**
 * `npm run demo`: the main tasks in five scenes, on a small internet of invented companies, all on loopback. It ends by
 * itself in less than a minute, and leaves nothing behind. The first line is printed at once; slow modules are loaded
 * afterwards.
 */

const help = `npm run demo: shows in less than a minute what Quarry does, on invented companies, without internet access.
npm run demo -- --stay: keeps the invented companies running and prints a link to try Quarry on them in a browser.`

const { help: isHelp, stay } = parseArgs({ options: { help: { type: 'boolean' }, stay: { type: 'boolean' } } }).values

if (isHelp === true) {
  console.log(help)
} else if (stay === true) {
  console.log('Starting Quarry with its own database, on a small internet of invented companies …')
  const { stayInDemo } = await import('./demo/demo-stay.ts')
  await stayInDemo().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
} else {
  console.log('Starting Quarry with its own database, on a small internet of invented companies …')
  const { playDemo } = await import('./demo/demo-play.ts')
  await playDemo()
}
