import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Principal } from '../../context.ts'
import type { Tool, Toolset } from './define-tool.ts'
import { argumentShape, publishInput } from './publish-input.ts'
import { answerFieldsOf, publishOutput, selectableFields } from './publish-schema.ts'
import type { ObjectSchema, PublishedSchema } from './publish-schema.ts'
import { whyHidden } from './toolsets.ts'
import type { Selection } from './toolsets.ts'

/** A tool as it is listed. */
type PublishedTool = ListedTool & { inputSchema: ObjectSchema }

/** A tool with everything about it that is computed once, at start. */
export interface Entry {
  tool: Tool
  toolset: Toolset
  published: PublishedTool
  /** Accepted arguments by name, as they are read. */
  shape: Readonly<Record<string, PublishedSchema>>
  /** What `fields` chooses from. */
  selectable: readonly string[]
  /** Every field that answers may have, at any depth. */
  answerFields: ReadonlySet<string>
  /** The tool without its arguments that write, where it has some. */
  reading: Entry | null
}

/** All tools, converted once in a process; requests only look things up. */
export interface Catalogue {
  toolsetNames: readonly string[]
  /** In the order of the list, each in its full form. */
  entries: readonly Entry[]
  /** Listed names and aliases; `seenBy` says which form of the tool a caller has. */
  find: (name: string) => Entry | undefined
  /** What a caller sees, in stable order; remembered for each combination of rights and selection. */
  visible: (caller: Principal, selection: Selection) => readonly Entry[]
}

export function buildCatalogue(toolsets: readonly Toolset[]): Catalogue {
  const known = built.get(toolsets)
  if (known !== undefined) return known
  const catalogue = convert(toolsets)
  built.set(toolsets, catalogue)
  return catalogue
}

const built = new WeakMap<readonly Toolset[], Catalogue>()

function convert(toolsets: readonly Toolset[]): Catalogue {
  const entries = toolsets.flatMap((toolset) => toolset.tools.map((tool) => entryOf(toolset, tool)))
  const byName = new Map<string, Entry>()
  for (const entry of entries)
    for (const name of [entry.tool.name, ...(entry.tool.toolAliases ?? [])]) {
      if (byName.has(name)) throw new Error(`Two tools answer to ${name}.`)
      byName.set(name, entry)
    }
  const remembered = new Map<string, readonly Entry[]>()
  return {
    toolsetNames: toolsets.map(({ name }) => name),
    entries,
    find: (name) => byName.get(name),
    visible(caller, selection) {
      const key = [caller.testKey, [...caller.scopes], selection.readOnly, [...(selection.toolsets ?? ['all'])]].join(
        ' ',
      )
      const known = remembered.get(key)
      if (known !== undefined) return known
      const forms = entries.map((entry) => seenBy(entry, caller, selection))
      const seen = forms.filter(
        ({ toolset, tool }) => tool.unlisted !== true && whyHidden(toolset, tool, caller, selection) === null,
      )
      remembered.set(key, seen)
      return seen
    },
  }
}

/** The form of a tool that a caller has: where writing is hidden from them, the one that only reads. */
export function seenBy(entry: Entry, caller: Principal, selection: Selection): Entry {
  const { reading, toolset, tool } = entry
  return reading !== null && whyHidden(toolset, tool, caller, selection) !== null ? reading : entry
}

/** The tool as it is without its arguments that write; null for one that has none. */
function readingForm(tool: Tool): Tool | null {
  const { writes, ...others } = tool
  if (writes === undefined) return null
  const kept = Object.entries(tool.input.shape).filter(([name]) => !writes.arguments.includes(name))
  return {
    ...others,
    input: z.object(Object.fromEntries(kept)),
    description: tool.description.replace(`${writes.sentence} `, ''),
    annotations: { ...tool.annotations, readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  }
}

function entryOf(toolset: Toolset, tool: Tool): Entry {
  const selectable = selectableFields(tool)
  const shape = argumentShape(tool, selectable)
  const inputSchema = publishInput(tool, shape)
  const { name, title, description, annotations } = tool
  const outputSchema = publishOutput(tool)
  const reading = readingForm(tool)
  const shown = tool.view === undefined ? {} : { _meta: viewMeta(tool.view) }
  const published = { name, title, description, inputSchema, outputSchema, annotations, ...shown } as PublishedTool
  return {
    tool,
    toolset,
    published,
    shape,
    selectable,
    answerFields: answerFieldsOf(tool),
    reading: reading === null ? null : entryOf(toolset, reading),
  }
}

/** Where the page of a tool is; the flat key is for hosts of before 2026. */
const viewMeta = (view: string) => {
  const resourceUri = `ui://quarry/${view}`
  return { ui: { resourceUri }, 'ui/resourceUri': resourceUri }
}
