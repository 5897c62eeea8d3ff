import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { circlesIn, sourceFiles, workshopFiles } from './source-files.ts'

/** Returns the layer of a file: `core`, `engine`, `tools`, or the file itself for those directly in `src`. */
function layerOf(path: string): string {
  const [top = '', second = ''] = path.split('/')
  if (top === 'tools') return 'tools'
  return second.replace(/\.ts$/, '')
}

/** What each layer may import; `types:` means only for types. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  main: ['config', 'greeting', 'lib', 'quarry'],
  cli: ['cli', 'main', 'quarry', 'core', 'services', 'context', 'log', 'config', 'errors', 'lib'],
  quarry: ['tools', 'http', 'oauth', 'jobs', 'core', 'services', 'context', 'config', 'lib'],
  greeting: [],
  tools: ['tools', 'core', 'mcp'],
  http: ['http', 'api', 'mcp', 'web', 'core', 'context', 'config', 'errors', 'lib', 'types:oauth'],
  oauth: ['oauth', 'core', 'context', 'errors', 'lib', 'types:config'],
  web: ['web', 'core', 'context', 'errors', 'lib', 'types:config'],
  api: ['api', 'core', 'context', 'config', 'errors', 'lib'],
  jobs: ['jobs', 'core', 'engine', 'context', 'errors', 'lib'],
  mcp: ['mcp', 'context', 'errors', 'lib'],
  core: ['core', 'services', 'engine', 'errors', 'lib', 'types:context', 'types:config', 'types:db'],
  context: ['config', 'services', 'db', 'engine', 'log', 'net', 'network', 'lib'],
  services: ['services', 'engine', 'errors', 'lib', 'types:config', 'types:db'],
  log: ['config', 'lib'],
  network: ['config', 'engine', 'lib', 'net'],
  engine: ['engine', 'net', 'errors', 'lib'],
  db: ['db', 'errors', 'lib'],
  net: ['net', 'errors', 'lib'],
  lib: ['lib', 'types:errors'],
  errors: [],
  config: ['lib'],
}

/** Files longer than 300 lines need a reason here. */
const LONG_FILES: Record<string, string> = {}

describe('the architecture', () => {
  test('every import stays within what its layer may use', () => {
    const wrong = sourceFiles.flatMap(({ path, imports }) => {
      const allowed = MAY_IMPORT[layerOf(path)] ?? []
      return imports
        .filter(({ target, typeOnly }) => {
          const layer = layerOf(target)
          return !allowed.includes(layer) && !(typeOnly && allowed.includes(`types:${layer}`))
        })
        .map(({ target }) => `${path} imports ${target}`)
    })
    expect(wrong).toEqual([])
  })

  test('tools use nothing of the MCP door except how to define a tool', () => {
    const wrong = sourceFiles
      .filter(({ path }) => path.startsWith('tools/'))
      .flatMap(({ path, imports }) => imports.map(({ target }) => ({ path, target })))
      .filter(({ target }) => target.startsWith('src/mcp/') && target !== 'src/mcp/tools/define-tool.ts')
    expect(wrong).toEqual([])
  })

  test('every relative import ends in .ts and names an existing file', () => {
    const known = new Set(sourceFiles.map((file) => file.path))
    const wrong = sourceFiles.flatMap(({ path, imports }) =>
      imports.filter(({ target }) => !known.has(target)).map(({ specifier }) => `${path}: ${specifier}`),
    )
    expect(wrong).toEqual([])
  })

  test('there are no circular imports, not even of types', () => {
    const files = [...sourceFiles, ...workshopFiles]
    const graph = new Map(files.map(({ path, imports }) => [path, imports.map(({ target }) => target)]))
    expect(circlesIn(graph)).toEqual([])
  })

  test('folders of scripts and tests do not use each other in a circle', () => {
    const byFolder = Map.groupBy(workshopFiles, ({ path }) => dirname(path))
    const graph = new Map(
      Array.from(byFolder, ([folder, files]) => {
        const used = files.flatMap(({ imports }) => imports.map(({ target }) => dirname(target)))
        return [folder, new Set(used.filter((other) => other !== folder && byFolder.has(other)))]
      }),
    )
    expect(circlesIn(graph)).toEqual([])
  })

  test('no file is longer than 300 lines', () => {
    const long = sourceFiles.filter(({ path, lines }) => lines > 300 && !(path in LONG_FILES))
    expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([])
  })

  test('nine in ten files are under 200 lines', () => {
    expect(sourceFiles.filter(({ lines }) => lines < 200).length / sourceFiles.length).toBeGreaterThan(0.9)
  })

  test('file names are unique, so that "go to file" works', () => {
    const names = Map.groupBy(sourceFiles, ({ path }) => path.slice(path.lastIndexOf('/') + 1))
    const shared = [...names].filter(([, same]) => same.length > 1).map(([, same]) => same.map(({ path }) => path))
    expect(shared.filter((paths) => !paths.every(isPairOfDoors))).toEqual([])
  })

  test('only config.ts reads the environment, and only the stores speak SQL', () => {
    const reading = sourceFiles.filter(({ path, text }) => path !== 'src/config.ts' && /process\.env\b/.test(text))
    expect(reading.map(({ path }) => path)).toEqual(['src/cli/serve-commands.ts'])
    const sql = sourceFiles.filter(
      ({ path, text }) =>
        !path.startsWith('src/db/') &&
        /\b(?:select|delete) .{1,80}\bfrom\s+[a-z_]+\s+where\b|\b(?:pool|client)\.query\b/s.test(text),
    )
    expect(sql.map(({ path }) => path)).toEqual([])
  })

  test('time limits use `timeLimit`: signals derived from `AbortSignal.timeout` may never be released', () => {
    const using = sourceFiles.filter(({ text }) => text.includes('AbortSignal.timeout('))
    expect(using.map(({ path }) => path)).toEqual([])
  })
})

/** A tool and its core function have the same name on purpose. */
const isPairOfDoors = (path: string): boolean => path.startsWith('tools/') || path.startsWith('src/core/')
