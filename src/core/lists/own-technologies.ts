import { readTechnologyRules } from '../../engine/enrich/technology-rules.ts'
import type { TechnologyRule } from '../../engine/enrich/technology-rules.ts'

/**
 * The rules for technologies, with the operator's own where there are any.
 * @throws Error with one sentence for the operator when they cannot be read.
 */
export function technologyRules(techRulesDir: string | null): TechnologyRule[] {
  try {
    return readTechnologyRules(techRulesDir)
  } catch (cause) {
    throw new Error(`QUARRY_TECH_RULES_DIR contains no readable rules: ${techRulesDir}`, { cause })
  }
}
