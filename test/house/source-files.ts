import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** The source as these tests read it. */

export const ROOT = join(import.meta.dirname, '../..')

export interface SourceFile {
  /** Relative to the root: `src/core/capability/perform.ts`. */
  path: string
  text: string
  lines: number
  imports: { target: string; typeOnly: boolean; specifier: string }[]
}

const IMPORT = /^(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?'([^']+)'/gm
const DYNAMIC_IMPORT = /\bimport\(\s*'([^']+)'\s*\)/g

const readAll = (folders: readonly string[]): SourceFile[] =>
  folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readSource(join(folder, name))),
  )

/** What Quarry consists of. */
export const sourceFiles: readonly SourceFile[] = readAll(['src', 'tools'])

/** What tries and measures it. */
export const workshopFiles: readonly SourceFile[] = readAll(['scripts', 'test'])

function readSource(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const imports = [
    ...Array.from(text.matchAll(IMPORT), ([, type, specifier = '']) => ({ specifier, typeOnly: type !== undefined })),
    ...Array.from(text.matchAll(DYNAMIC_IMPORT), ([, specifier = '']) => ({ specifier, typeOnly: false })),
  ]
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map((found) => ({ ...found, target: normalize(join(dirname(path), found.specifier)) }))
  return { path, text, lines: text.split('\n').length - 1, imports }
}

/** Folders whose files count as rooms of their own. */
const FLOORS: ReadonlySet<string> = new Set(['src', 'src/db', 'src/engine/extract', 'src/net'])

/** Returns the room of a file: its folder, relative to the root. */
export function roomOf(path: string): string {
  const folder = dirname(path)
  return FLOORS.has(folder) ? path.replace(/\.ts$/, '') : folder
}

/** Searches depth-first; returns each circle once, as the path that closes it. */
export function circlesIn(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const found: string[] = []
  const done = new Set<string>()
  const walk = (name: string, trail: readonly string[]): void => {
    const start = trail.indexOf(name)
    if (start >= 0) found.push([...trail.slice(start), name].join(' → '))
    if (start >= 0 || done.has(name)) return
    for (const next of graph.get(name) ?? []) walk(next, [...trail, name])
    done.add(name)
  }
  for (const name of graph.keys()) walk(name, [])
  return found
}

/** Returns the paths of the files below a folder of `src` or `tools`, relative to the root. */
export const filesBelow = (folder: string): string[] =>
  sourceFiles
    .map(({ path }) => path)
    .filter((path) => path.startsWith(`${folder}/`))
    .toSorted()

/** @throws Error if there is none. */
export function fileAt(path: string): SourceFile {
  const found = sourceFiles.find((file) => file.path === path)
  if (found === undefined) throw new Error(`There is no file ${path}.`)
  return found
}
