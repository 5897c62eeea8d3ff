import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { ReadResourceResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { SECOND_MS } from '../../lib/process/clock.ts'
import type { Entry } from '../tools/catalogue.ts'
import { SKILL_FILES } from './skill-files.ts'
import type { SkillFile } from './skill-files.ts'

/** The extension `io.modelcontextprotocol/skills` (SEP-2640, final 2026-09-13): two methods, and files that are resources. */

export const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills'

/** Problems in parameters are reported in our own words. */
export const SkillParams = z.looseObject({ uri: z.unknown().optional() })

/** They change only with the running version and are the same for everyone who sees them. */
const CACHED = { ttlMs: 300 * SECOND_MS, cacheScope: 'public' } as const

const seen = (visible: readonly Entry[]): SkillFile[] => {
  const tools = new Set(visible.map(({ tool }) => tool.name))
  return SKILL_FILES.filter(({ needs }) => needs.every((name) => tools.has(name)))
}

const entryOf = ({ uri, frontmatter, digest, size }: SkillFile) => ({
  uri,
  frontmatter,
  resources: [{ uri, digest, size }],
})

export const listSkills = (visible: readonly Entry[]) => ({ skills: seen(visible).map(entryOf), ...CACHED })

/** @throws ProtocolError −32602 for a skill that does not exist for this caller. */
export function getSkill(uri: unknown, visible: readonly Entry[]) {
  const found = seen(visible).find((skill) => skill.uri === uri)
  if (found === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'No such skill.')
  return { skill: entryOf(found), ...CACHED }
}

/** The file at the address of a skill, or null if there is none for this caller. */
export function readSkill(uri: string, visible: readonly Entry[]): ReadResourceResult | null {
  const found = seen(visible).find((skill) => skill.uri === uri)
  return found === undefined ? null : { contents: [{ uri, mimeType: 'text/markdown', text: found.text }] }
}
