import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** How to start the browser for tests, screenshots and evaluations. */
export interface Chromium {
  executablePath: string
  /** Variables it needs in addition to those of this process: libraries and fonts that came with it. */
  env: Record<string, string>
}

const ROOT = join(import.meta.dirname, '../../..')
const CACHE = join(ROOT, 'node_modules/.cache')
const BROUGHT = '@sparticuz/chromium'

interface Manifest {
  devDependencies: Record<string, string>
}

/** Where browsers of this family are usually installed. */
const USUAL_PLACES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge'].flatMap((name) =>
    [...(process.env['PATH'] ?? '').split(delimiter), '/snap/bin'].map((folder) => join(folder, name)),
  ),
  darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((root) =>
    ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].map((path) =>
      join(process.env[root] ?? 'C:\\', path),
    ),
  ),
}

/**
 * Returns the browser of `QUARRY_CHROMIUM`; otherwise, on Linux x64, the one that `npm ci` installs; otherwise one
 * found on the machine.
 * @throws Error with one sentence that says what to set, if there is none
 */
export async function findChromium(): Promise<Chromium> {
  const wanted = process.env['QUARRY_CHROMIUM']
  if (wanted !== undefined && wanted !== '') {
    if (existsSync(wanted)) return { executablePath: wanted, env: {} }
    throw new Error(`QUARRY_CHROMIUM is ${wanted}, and there is no such file.`)
  }
  if (process.platform === 'linux' && process.arch === 'x64') return unpacked()
  const found = USUAL_PLACES[process.platform]?.find((path) => existsSync(path))
  if (found !== undefined) return { executablePath: found, env: {} }
  throw new Error(
    'No Chrome, Chromium or Edge was found: set QUARRY_CHROMIUM to the path of one, or QUARRY_BROWSER_TESTS=off to leave out what needs it.',
  )
}

/** Unpacks once per checkout, into a folder that appears as a whole or not at all: several runs may start at once. */
async function unpacked(): Promise<Chromium> {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest
  const folder = join(CACHE, `chromium-${devDependencies[BROUGHT]}`)
  if (!existsSync(folder)) {
    await mkdir(CACHE, { recursive: true })
    const work = await mkdtemp(join(CACHE, 'chromium-unpacking-'))
    try {
      await unpackInto(work)
      await writeFile(join(work, 'fonts.conf'), fontsConf(folder))
      await rename(work, folder)
    } catch (error) {
      await rm(work, { recursive: true, force: true })
      if (!existsSync(folder)) throw error // another run was faster
    }
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: [join(folder, 'al2023/lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(delimiter),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  }
}

/** Unpacks in a separate process: the package uses the temporary folder of its process, and sets variables there. */
async function unpackInto(folder: string): Promise<void> {
  const script = `import('${BROUGHT}').then(({ default: chromium }) => chromium.executablePath())`
  const env = {
    PATH: process.env['PATH'],
    TMPDIR: folder,
    HOME: folder,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x', // makes it bring its own system libraries
  }
  await promisify(execFile)(process.execPath, ['-e', script], { cwd: ROOT, env })
}

/** The bundled fonts and those of the machine: Chromium renders nothing without one. */
const fontsConf = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts/fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family><family>Liberation Mono</family></prefer></alias>
</fontconfig>
`
