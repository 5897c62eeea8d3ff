import { useTechnologyRules } from '../../engine/enrich/technology-rules.ts'

/**
 * Puts the operator's own rules for technologies in use, where there are any.
 * @throws Error with one sentence for the operator when they cannot be read.
 */
export function useOwnTechnologies({ techRulesDir }: { techRulesDir: string | null }): void {
  if (techRulesDir === null) return
  try {
    useTechnologyRules(techRulesDir)
  } catch (cause) {
    throw new Error(`QUARRY_TECH_RULES_DIR holds no rules that can be read: ${techRulesDir}`, { cause })
  }
}
