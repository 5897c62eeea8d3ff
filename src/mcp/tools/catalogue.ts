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

/** A tool with everything that is computed once at start. */
export interface Entry {
  tool: Tool
  toolset: Toolset
  published: PublishedTool
  /** Accepted arguments by name, in the form in which they are read. */
  shape: Readonly<Record<string, PublishedSchema>>
  /** The fields that `fields` can select. */
  selectable: readonly string[]
  /** Every field that answers may contain, at any depth. */
  answerFields: ReadonlySet<string>
  /** The tool without its writing arguments, if it has any. */
  reading: Entry | null
}

/** All tools, converted once per process; requests only look things up. */
export interface Catalogue {
  toolsetNames: readonly string[]
  /** In list order, each in its full form. */
  entries: readonly Entry[]
  /** By listed name or alias; `seenBy` says which form of the tool a caller gets. */
  find: (name: string) => Entry | undefined
  /** What a caller sees, in stable order; cached for each combination of rights and selection. */
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

/** The form of a tool that a caller gets: the read-only one if writing is hidden from them. */
export function seenBy(entry: Entry, caller: Principal, selection: Selection): Entry {
  const { reading, toolset, tool } = entry
  return reading !== null && whyHidden(toolset, tool, caller, selection) !== null ? reading : entry
}

/** The tool without its writing arguments; null if it has none. */
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

/** The address of a tool's view; the flat key is for hosts from before 2026. */
const viewMeta = (view: string) => {
  const resourceUri = `ui://quarry/${view}`
  return { ui: { resourceUri }, 'ui/resourceUri': resourceUri }
}
