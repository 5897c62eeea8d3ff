import { buffer } from 'node:stream/consumers'
import { renderLogo } from './logo-render.ts'

/** The program that `logo-process.ts` starts for each picture: an image on standard input, a PNG on standard output. */
const logo = await renderLogo(await buffer(process.stdin))
if (logo !== null) process.stdout.write(logo.png)
