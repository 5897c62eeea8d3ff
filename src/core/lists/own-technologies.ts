import { existsSync, readFileSync, statSync } from 'node:fs'
import type { Config } from '../../config.ts'
import { readTechnologyRules, ruleFiles } from '../../engine/enrich/technology-rules.ts'
import type { TechnologyRule } from '../../engine/enrich/technology-rules.ts'
import type { Stores } from '../../db/stores.ts'
import { listFile } from './list-files.ts'
import { shareText } from './shared-lists.ts'

/** Where the operator's own rules are: in a folder, or in the data directory as all machines of a database share them. */
export interface OwnRulesPlace {
  techRulesDir: string | null
  dataDir: string
  isShared: boolean
}

export const ownRulesPlace = ({ techRulesDir, dataDir, databaseUrl }: Config): OwnRulesPlace => ({
  techRulesDir,
  dataDir,
  // A process with its own database is alone.
  isShared: databaseUrl !== null,
})

/**
 * The rules for technologies, with the operator's own where there are any.
 * @throws Error with one sentence for the operator when they cannot be read.
 */
export function technologyRules({ isShared, dataDir, techRulesDir }: OwnRulesPlace): TechnologyRule[] {
  const shared = isShared ? sharedRules(dataDir) : null
  return shared === null ? readTechnologyRules(ownRules(techRulesDir)) : readTechnologyRules(shared)
}

/** What a machine with `QUARRY_TECH_RULES_DIR` has is for all machines on its database; the last to start is right. */
export async function shareTechnologyRules(
  store: Pick<Stores, 'settings'>,
  { isShared, techRulesDir }: OwnRulesPlace,
): Promise<void> {
  if (!isShared || techRulesDir === null) return
  await shareText(store, 'technologies', JSON.stringify(ownRules(techRulesDir)))
}

/** Texts of files; all of them can be read. */
function ownRules(techRulesDir: string | null): string[] {
  if (techRulesDir === null) return []
  try {
    const own = ruleFiles(techRulesDir)
    readTechnologyRules(own)
    return own
  } catch (cause) {
    throw new Error(`QUARRY_TECH_RULES_DIR contains no readable rules: ${techRulesDir}`, { cause })
  }
}

/** Null where nobody shares any, or they could not be written here. */
function sharedRules(dataDir: string): string[] | null {
  const file = listFile(dataDir, 'technologies')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : null
}

/** When the shared rules were written here, ms since 1970; null where there are none. */
export const sharedRulesDate = ({ isShared, dataDir }: OwnRulesPlace): number | null =>
  isShared ? (statSync(listFile(dataDir, 'technologies'), { throwIfNoEntry: false })?.mtimeMs ?? null) : null
