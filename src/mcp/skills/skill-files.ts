import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * The skills in the folder `skills`: for agents, how to do work that takes several tools. Prompts use parts of the same texts.
 */

const FOLDER = new URL('../../../skills/', import.meta.url)
const NAMES = ['prospect', 'clean-a-list', 'run-a-campaign', 'privacy-request', 'stay-within-a-budget'] as const

export type SkillName = (typeof NAMES)[number]

/** One `SKILL.md` (Agent Skills; SEP-2640). */
export interface SkillFile {
  name: SkillName
  /** `skill://NAME/SKILL.md` */
  uri: string
  frontmatter: { name: string; description: string; license: string; metadata: { tools: string } }
  text: string
  /** `sha256:` and the digest of the file in hexadecimal. */
  digest: string
  /** Bytes. */
  size: number
  /** A caller who does not see all of these tools does not see the skill. */
  needs: readonly string[]
}

/** Steps of a skill under one heading, as in the file. */
export interface Steps {
  lines: readonly string[]
  /** The tools they name in backticks. */
  needs: readonly string[]
}

export const SKILL_FILES: readonly SkillFile[] = NAMES.map(readSkillFile)

function readSkillFile(name: SkillName): SkillFile {
  const bytes = readFileSync(new URL(`${name}/SKILL.md`, FOLDER))
  const text = bytes.toString('utf8')
  const head = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? ''
  const field = (key: string): string => new RegExp(`^ *${key}: ['"]?(.+?)['"]?$`, 'm').exec(head)?.[1] ?? ''
  const tools = field('tools')
  return {
    name,
    uri: `skill://${name}/SKILL.md`,
    frontmatter: {
      name: field('name'),
      description: field('description'),
      license: field('license'),
      metadata: { tools },
    },
    text,
    digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    size: bytes.length,
    needs: tools.split(' '),
  }
}

/**
 * The numbered lines under `## Steps: HEADING`.
 * @throws Error when the skill has no such section.
 */
export function stepsOf(skill: SkillName, heading: string): Steps {
  const { text = '' } = SKILL_FILES.find(({ name }) => name === skill) ?? {}
  const part = text.split(/^## /m).find((each) => each.startsWith(`Steps: ${heading}\n`))
  const lines = part?.split('\n').filter((line) => /^\d+\. /.test(line)) ?? []
  if (lines.length === 0) throw new Error(`The skill ${skill} has no steps called "${heading}".`)
  const needs = Array.from(lines.join('\n').matchAll(/`([a-z]+(?:_[a-z]+)+)`/g), ([, tool = '']) => tool)
  return { lines: lines.map((line) => line.replaceAll('`', '')), needs: [...new Set(needs)] }
}
