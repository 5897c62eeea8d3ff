import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

interface SourceFile {
  /** From the root: `src/core/capability/perform.ts`. */
  path: string
  lines: number
  imports: { target: string; typeOnly: boolean; specifier: string }[]
}

const IMPORT = /^(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?'([^']+)'/gm
const DYNAMIC_IMPORT = /\bimport\(\s*'([^']+)'\s*\)/g

const files: SourceFile[] = ['src', 'tools'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readSource(join(folder, name))),
)

function readSource(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const imports = [
    ...Array.from(text.matchAll(IMPORT), ([, type, specifier = '']) => ({ specifier, typeOnly: type !== undefined })),
    ...Array.from(text.matchAll(DYNAMIC_IMPORT), ([, specifier = '']) => ({ specifier, typeOnly: false })),
  ]
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map((found) => ({ ...found, target: normalize(join(dirname(path), found.specifier)) }))
  return { path, lines: text.split('\n').length - 1, imports }
}

/** The part of the house a file belongs to: `core`, `engine`, `tools`, or the file itself for those at the top of `src`. */
function layerOf(path: string): string {
  const [top = '', second = ''] = path.split('/')
  if (top === 'tools') return 'tools'
  return second.replace(/\.ts$/, '')
}

/** What each layer may import; `types:` only for types. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  main: ['lib', 'serve'],
  serve: ['quarry', 'greeting', 'config', 'lib'],
  cli: ['cli', 'main', 'core', 'context', 'config', 'errors', 'lib'],
  quarry: ['tools', 'http', 'jobs', 'core', 'context', 'config'],
  greeting: [],
  tools: ['tools', 'core', 'mcp'],
  http: ['http', 'api', 'mcp', 'core', 'context', 'config', 'errors', 'lib'],
  api: ['api', 'core', 'context', 'config', 'errors', 'lib'],
  jobs: ['jobs', 'core', 'engine', 'context', 'errors', 'lib'],
  mcp: ['mcp', 'context', 'errors', 'lib'],
  core: ['core', 'engine', 'errors', 'lib', 'types:context', 'types:config', 'types:db'],
  context: ['config', 'db', 'net', 'lib'],
  engine: ['engine', 'net', 'errors', 'lib'],
  db: ['db', 'errors', 'lib'],
  net: ['net', 'errors', 'lib'],
  lib: ['lib', 'types:errors'],
  errors: [],
  config: ['lib'],
}

/** Files above 300 lines need a reason here. */
const LONG_FILES: Record<string, string> = {}

describe('the architecture', () => {
  test('every import stays within what its layer may use', () => {
    const wrong = files.flatMap(({ path, imports }) => {
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

  test('tools know nothing of the MCP door but how to define one', () => {
    const wrong = files
      .filter(({ path }) => path.startsWith('tools/'))
      .flatMap(({ path, imports }) => imports.map(({ target }) => ({ path, target })))
      .filter(({ target }) => target.startsWith('src/mcp/') && target !== 'src/mcp/tools/define-tool.ts')
    expect(wrong).toEqual([])
  })

  test('every relative import ends in .ts and names a file that is there', () => {
    const known = new Set(files.map((file) => file.path))
    const wrong = files.flatMap(({ path, imports }) =>
      imports.filter(({ target }) => !known.has(target)).map(({ specifier }) => `${path}: ${specifier}`),
    )
    expect(wrong).toEqual([])
  })

  test('no imports run in a circle', () => {
    const graph = new Map(
      files.map(({ path, imports }) => [path, imports.filter((found) => !found.typeOnly).map((found) => found.target)]),
    )
    expect(circles(graph)).toEqual([])
  })

  test('no file is longer than 300 lines', () => {
    const long = files.filter(({ path, lines }) => lines > 300 && !(path in LONG_FILES))
    expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([])
  })

  test('nine of ten files are under 200 lines', () => {
    expect(files.filter(({ lines }) => lines < 200).length / files.length).toBeGreaterThan(0.9)
  })

  test('file names are unique, so that "go to file" lands', () => {
    const names = Map.groupBy(files, ({ path }) => path.slice(path.lastIndexOf('/') + 1))
    const shared = [...names].filter(([, same]) => same.length > 1).map(([, same]) => same.map(({ path }) => path))
    expect(shared.filter((paths) => !paths.every(isPairOfDoors))).toEqual([])
  })

  test('only config.ts reads the environment, and only the stores speak SQL', () => {
    const reading = files.filter(({ path }) => path !== 'src/config.ts' && /process\.env\b/.test(textOf(path)))
    expect(reading.map(({ path }) => path)).toEqual(['src/cli/serve-commands.ts'])
    const sql = files.filter(
      ({ path }) =>
        !path.startsWith('src/db/') && /\b(?:select|delete) .{1,80}\bfrom\s+[a-z_]+\s+where\b/s.test(textOf(path)),
    )
    expect(sql.map(({ path }) => path)).toEqual([])
  })
})

/** A tool and the core function behind it are named alike on purpose. */
const isPairOfDoors = (path: string): boolean => path.startsWith('tools/') || path.startsWith('src/core/')

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Depth-first search; each circle once, as the path that closes it. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const walk = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path)
    if (start >= 0) found.push([...trail.slice(start), path].map((step) => relative('src', step)).join(' → '))
    if (start >= 0 || done.has(path)) return
    for (const next of graph.get(path) ?? []) walk(next, [...trail, path])
    done.add(path)
  }
  for (const path of graph.keys()) walk(path, [])
  return found
}
