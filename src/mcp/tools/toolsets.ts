import type { Principal, Scope } from '../../context.ts'
import type { Tool, Toolset } from './define-tool.ts'

/** Which tools a request wants to see; a selection can narrow the rights of a key but never widen them. */
export interface Selection {
  /** Null: all toolsets. */
  toolsets: ReadonlySet<string> | null
  readOnly: boolean
}

export type Selected = { ok: true; selection: Selection } | { ok: false; message: string }

/** The texts of selections, found in up to four places; repeated ones narrow further. */
export interface SelectionText {
  toolsets: readonly string[]
  readOnly: readonly string[]
}

const TRUE = new Set(['true', '1', 'on', 'yes'])
const FALSE = new Set(['false', '0', 'off', 'no'])

/** Shorthand for looking things up without changing anything: these toolsets, read-only. */
const RESEARCH = 'research'
const RESEARCH_TOOLSETS = ['search', 'verify']

const withoutShorthand = (word: string): string[] => (word === RESEARCH ? RESEARCH_TOOLSETS : [word])

/** Reads `search,verify` and `true` from URL and headers: toolsets intersect, and any read-only option applies. */
export function readSelection({ toolsets, readOnly }: SelectionText, known: readonly string[]): Selected {
  const words = toolsets.map((text) => text.split(',').map((word) => word.trim().toLowerCase()))
  const accepted = RESEARCH_TOOLSETS.every((name) => known.includes(name)) ? [...known, RESEARCH] : known
  const isResearch = accepted !== known && words.flat().includes(RESEARCH)
  const choices = isResearch ? words.map((some) => some.flatMap(withoutShorthand)) : words
  if (!choices.flat().every((word) => known.includes(word)))
    return { ok: false, message: `Unknown toolset. Accepted toolsets: ${accepted.join(', ')}.` }
  const chosen = known.filter((name) => choices.every((words) => words.includes(name)))
  const flags = readOnly.map((text) => text.trim().toLowerCase())
  if (!flags.every((flag) => TRUE.has(flag) || FALSE.has(flag)))
    return { ok: false, message: 'readonly must be true or false.' }
  return {
    ok: true,
    selection: {
      toolsets: choices.length === 0 ? null : new Set(chosen),
      readOnly: isResearch || flags.some((flag) => TRUE.has(flag)),
    },
  }
}

/**
 * The right a tool needs, always derived from its annotations: a tool that reaches outside and asks first sends; any other
 * writing tool writes, also if it only looks things up outside.
 */
function rightFor({ annotations, preview, sendsAtTimes }: Tool): Scope {
  if (annotations.readOnlyHint) return 'read'
  return annotations.openWorldHint && preview !== undefined && sendsAtTimes !== true ? 'send' : 'write'
}

/** `data:read`, `leads:write`, `campaigns:send`. */
const scopeOf = ({ area }: Pick<Toolset, 'area'>, tool: Tool): string => `${area}:${rightFor(tool)}`

/** A sentence that says which setting hides a tool, or what is named, from this caller, or null if none does. */
export function whyHidden(
  toolset: Toolset,
  tool: Tool,
  caller: Principal,
  selection: Selection,
  what = 'this tool',
): string | null {
  if (caller.testKey && tool.answersTestKey !== true) return 'The test key does not cover this tool.'
  const scope = scopeOf(toolset, tool)
  const right = rightFor(tool)
  if (!caller.scopes.has(right))
    return caller.app === undefined
      ? `This key does not have the scope ${scope}.`
      : `This app does not have the permission ${right}. Tick it in Quarry under Connected apps.`
  if (selection.readOnly && !tool.annotations.readOnlyHint)
    return `Read-only mode (X-MCP-Readonly or readonly) hides ${what}.`
  const unselected = selection.toolsets !== null && !selection.toolsets.has(toolset.name) && tool.always !== true
  return unselected ? `The toolset ${toolset.name} is not selected (X-MCP-Toolsets or toolsets).` : null
}

/** The scopes and toolsets that a caller sees. */
export const rightsOf = (visible: readonly { toolset: Toolset; tool: Tool }[]): Record<string, string[]> => ({
  scopes: [...new Set(visible.map(({ toolset, tool }) => scopeOf(toolset, tool)))],
  toolsets: [...new Set(visible.map(({ toolset }) => toolset.name))],
})
