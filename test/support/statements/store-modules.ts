import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Copies of modules that expose what the modules keep private. */
export interface StoreModules extends AsyncDisposable {
  /** For files beside the copies; deleted at the end. */
  dir: string
  /** Returns what these expressions evaluate to at the top level of a module. */
  valuesIn: (path: string, expressions: readonly string[]) => Promise<unknown[]>
}

// Packages are resolved from here as from the stores.
const CACHE = resolve(import.meta.dirname, '../../../node_modules/.cache')

export async function openStoreModules(): Promise<StoreModules> {
  await mkdir(CACHE, { recursive: true })
  const dir = await mkdtemp(join(CACHE, 'stores-'))
  let copies = 0
  return {
    dir,
    valuesIn: async (path, expressions) => {
      const copy = join(dir, `copy-${copies++}.mjs`)
      await writeFile(copy, copyOf(path, await readFile(path, 'utf8'), expressions))
      const loaded = (await import(/* @vite-ignore */ pathToFileURL(copy).href)) as { VALUES: unknown[] }
      return loaded.VALUES
    },
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true }),
  }
}

const copyOf = (path: string, source: string, expressions: readonly string[]): string =>
  stripTypeScriptTypes(`${source}\nexport const VALUES = [\n${expressions.join(',\n')}\n]\n`)
    .replaceAll(/(\bfrom |\bimport\()'(\.{1,2}\/[^']+)'/g, (_, before: string, specifier: string) => {
      return `${before}'${pathToFileURL(resolve(dirname(path), specifier)).href}'`
    })
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
