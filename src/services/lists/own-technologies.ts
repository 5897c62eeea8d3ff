import { existsSync, readFileSync, statSync } from 'node:fs'
import type { Config } from '../../config.ts'
import { readTechnologyRules, ruleFiles } from '../../engine/enrich/technology-rules.ts'
import type { TechnologyRule } from '../../engine/enrich/technology-rules.ts'
import type { Stores } from '../../db/stores.ts'
import { listFile } from './list-files.ts'
import { shareText } from './shared-lists.ts'

/** Where the operator's own rules are: in a folder, or in the data directory, if machines share them through the database. */
export interface OwnRulesPlace {
  techRulesDir: string | null
  dataDir: string
  isShared: boolean
}

export const ownRulesPlace = ({ techRulesDir, dataDir, databaseUrl }: Config): OwnRulesPlace => ({
  techRulesDir,
  dataDir,
  // With its own database, a process is alone.
  isShared: databaseUrl !== null,
})

/**
 * The technology rules, including the operator's own, if any.
 * @throws Error with one sentence for the operator if they cannot be read.
 */
export function technologyRules({ isShared, dataDir, techRulesDir }: OwnRulesPlace): TechnologyRule[] {
  const shared = isShared ? sharedRules(dataDir) : null
  return shared === null ? readTechnologyRules(ownRules(techRulesDir)) : readTechnologyRules(shared)
}

/** Shares the rules of a machine with `QUARRY_TECH_RULES_DIR` with all machines on its database; the last one to start wins. */
export async function shareTechnologyRules(
  store: Pick<Stores, 'settings'>,
  { isShared, techRulesDir }: OwnRulesPlace,
): Promise<void> {
  if (!isShared || techRulesDir === null) return
  await shareText(store, 'technologies', JSON.stringify(ownRules(techRulesDir)))
}

/** Texts of the rule files, checked to be readable. */
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

/** Null if no machine shares any, or if they could not be written here. */
function sharedRules(dataDir: string): string[] | null {
  const file = listFile(dataDir, 'technologies')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : null
}

/** When the shared rules were written here, in ms since 1970; null if there are none. */
export const sharedRulesDate = ({ isShared, dataDir }: OwnRulesPlace): number | null =>
  isShared ? (statSync(listFile(dataDir, 'technologies'), { throwIfNoEntry: false })?.mtimeMs ?? null) : null
