import { buffer } from 'node:stream/consumers'
import { FRUITLESS_CPU_MS, TOO_COSTLY_CODE } from './logo-cost.ts'
import { renderLogo } from './logo-render.ts'

/** The program that `logo-process.ts` starts for each picture: an image on standard input, a PNG on standard output. */
const logo = await renderLogo(await buffer(process.stdin))
if (logo !== null) process.stdout.write(logo.png)
else {
  const { user, system } = process.cpuUsage() // in microseconds
  if (user + system > FRUITLESS_CPU_MS * 1_000) process.exitCode = TOO_COSTLY_CODE
}
