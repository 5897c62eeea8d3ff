import { ResourceNotFoundError } from '@modelcontextprotocol/server'
import type { ReadResourceResult } from '@modelcontextprotocol/server'
import type { Call } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Catalogue, Entry } from '../tools/catalogue.ts'
import { protocolErrorOf } from '../tools/protocol-error.ts'
import { readFieldChoice } from '../tools/field-selection.ts'
import { structuredOf } from '../tools/tool-result.ts'
import type { Structured } from '../tools/tool-result.ts'
import { readSkill } from '../skills/skill-methods.ts'
import { readView } from '../views/views.ts'
import { EXPORT_TEMPLATE, exportAddress, readExportPart } from './export-parts.ts'
import { WORDS } from './word-lists.ts'
import type { CompletedKind } from './word-lists.ts'

/** Runs a free tool and returns what it would show, cleaned and cut in the same way. */
type Ask = (tool: string, given?: Record<string, unknown>) => Promise<Structured>

/** Facts to read without choosing a tool; reading never charges. */
interface Resource {
  uri: string
  name: string
  title: string
  description: string
  /** The tools it reads from; the resource is available to callers who see them. */
  needs: readonly string[]
  /** The kind of completion for the variable of a template. */
  completes?: CompletedKind
  read: (ask: Ask, variable: string, find: FindByName, entryOf: (tool: string) => Entry) => Promise<Structured>
}

/** The id of a record with this name. Throws AppError `not_found`. */
type FindByName = (tool: string, name: string) => Promise<{ id: number } & Record<string, unknown>>

const reference = (kind: keyof typeof WORDS, title: string, description: string, tool: string): Resource => ({
  uri: `quarry://reference/${kind}`,
  name: kind,
  title,
  description,
  needs: [tool],
  read: async () => ({ data: WORDS[kind].map(({ value }) => value), meta: {} }),
})

/** Most rows of a list that is read in full. */
const MAX_LISTS = 100
const MAX_LEADS = 50

const RESOURCES: readonly Resource[] = [
  {
    uri: 'quarry://account',
    name: 'account',
    title: 'Account',
    description: 'Plan, balance and usage of the account.',
    needs: ['get_account'],
    read: (ask) => ask('get_account'),
  },
  {
    uri: 'quarry://leads-lists',
    name: 'leads-lists',
    title: 'Leads lists',
    description: 'The newest lists of leads, with the number of leads in each.',
    needs: ['list_leads_lists'],
    read: (ask) => ask('list_leads_lists', { limit: MAX_LISTS }),
  },
  reference('industries', 'Industries', 'The exact industry names that filters accept.', 'discover_companies'),
  reference('technologies', 'Technologies', 'The exact technology names that filters accept.', 'discover_companies'),
  reference('departments', 'Departments', 'The exact department names that filters accept.', 'domain_search'),
  {
    uri: 'quarry://reference/synonyms',
    name: 'synonyms',
    title: 'Synonyms',
    description: 'Common names for the industries and technologies that filters accept.',
    needs: ['discover_companies'],
    read: async (_ask, _variable, _find, tool) => ({
      data: tool('discover_companies').tool.synonyms?.() ?? {},
      meta: {},
    }),
  },
]

const TEMPLATES: readonly Resource[] = [
  {
    uri: 'quarry://domains/{domain}',
    name: 'domain',
    title: 'Domain report',
    description: 'Number of addresses known for a domain, by department and seniority, and the progress of its crawl.',
    needs: ['email_count'],
    read: async (ask, domain) => {
      const { data, meta } = await ask('email_count', { domain })
      const next = 'domain_search lists the addresses; it costs credits for what it returns.'
      return { data, meta: { ...meta, next } }
    },
  },
  {
    uri: 'quarry://leads-lists/{name}',
    name: 'leads-list',
    title: 'Leads list',
    description: 'A leads list by name, with its newest 50 leads in brief.',
    needs: ['list_leads_lists', 'search_leads'],
    completes: 'lists',
    read: async (ask, name, find) => {
      const list = await find('list_leads_lists', name)
      const { data, meta } = await ask('search_leads', { leads_list_id: list.id, limit: MAX_LEADS })
      return { data: { ...list, ...(data as Record<string, unknown>) }, meta }
    },
  },
  {
    uri: 'quarry://campaigns/{id}',
    name: 'campaign',
    title: 'Campaign',
    description: 'A campaign as written, with the emails that the next recipients would get.',
    needs: ['preview_message'],
    read: (ask, id) => ask('preview_message', { campaign_id: id }),
  },
]

/** Read as the file itself, not as an answer. */
const EXPORT_FILE = {
  uri: EXPORT_TEMPLATE,
  name: 'export',
  title: 'Exported file',
  description: 'A file made by export_rows, in parts of 64 kB; its _meta names the next part.',
  needs: ['export_rows'],
}

const listed = ({ name, title, description }: Omit<Resource, 'read'>) => ({
  name,
  title,
  description,
  mimeType: 'application/json',
})

const seen = <Some extends Pick<Resource, 'needs'>>(resources: readonly Some[], visible: readonly Entry[]): Some[] =>
  resources.filter(({ needs }) => needs.every((name) => visible.some(({ tool }) => tool.name === name)))

export const listResources = (visible: readonly Entry[]) => ({
  resources: seen(RESOURCES, visible).map((resource) => ({ uri: resource.uri, ...listed(resource) })),
})

export const listTemplates = (visible: readonly Entry[]) => ({
  resourceTemplates: seen([...TEMPLATES, EXPORT_FILE], visible).map((template) => ({
    uriTemplate: template.uri,
    ...listed(template),
  })),
})

/** The kind of completion for a variable of a template; null for none. */
export function variableKind(uri: string, variable: string, visible: readonly Entry[]): CompletedKind | null {
  const template = seen(TEMPLATES, visible).find((candidate) => candidate.uri === uri)
  return template?.uri.endsWith(`{${variable}}`) === true ? (template.completes ?? null) : null
}

/**
 * Reads one resource.
 * @throws ProtocolError, also for an address that is not a resource of this caller.
 */
export async function readResource(
  uri: string,
  visible: readonly Entry[],
  catalogue: Catalogue,
  call: Call,
): Promise<ReadResourceResult> {
  const file = readSkill(uri, visible) ?? readView(uri, visible)
  if (file !== null) return file
  const part = await readExport(uri, visible, catalogue, call)
  if (part !== null) return part
  const found = findResource(uri, visible)
  if (found === null) throw noSuchResource(uri)
  const ask: Ask = async (tool, given = {}) => {
    const entry = entryOf(catalogue, tool)
    return structuredOf(entry, await entry.tool.run(call, given), readFieldChoice(entry, given, call.principal))
  }
  const find: FindByName = async (tool, name) => {
    const entry = entryOf(catalogue, tool)
    const record = await entry.tool.named?.find?.(call, name)
    if (record === undefined) throw noSuchResource(uri)
    const { data } = structuredOf(entry, { data: record.data, meta: {} }, null)
    return data as { id: number }
  }
  try {
    const text = JSON.stringify(
      await found.resource.read(ask, found.variable, find, (name) => entryOf(catalogue, name)),
    )
    return { contents: [{ uri, mimeType: 'application/json', text }] }
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.status === 404) throw noSuchResource(uri)
    throw protocolErrorOf(thrown)
  }
}

async function readExport(
  uri: string,
  visible: readonly Entry[],
  catalogue: Catalogue,
  call: Call,
): Promise<ReadResourceResult | null> {
  const address = exportAddress(uri)
  const { openExport } = entryOf(catalogue, 'export_rows').tool
  if (address === null || openExport === undefined || seen([EXPORT_FILE], visible).length === 0) return null
  return readExportPart(uri, address, openExport, call).catch((thrown: unknown) => {
    if (thrown instanceof AppError && thrown.status === 404) throw noSuchResource(uri)
    throw protocolErrorOf(thrown)
  })
}

const MAX_URI_ECHO = 200
/** −32602 in every revision: the SDK offers no choice. */
const noSuchResource = (uri: string) => new ResourceNotFoundError(uri.slice(0, MAX_URI_ECHO), 'No such resource.')

function entryOf(catalogue: Catalogue, name: string): Entry {
  const entry = catalogue.find(name)
  if (entry === undefined) throw new Error(`There is no tool ${name}.`)
  return entry
}

function findResource(uri: string, visible: readonly Entry[]): { resource: Resource; variable: string } | null {
  for (const resource of seen(RESOURCES, visible)) if (resource.uri === uri) return { resource, variable: '' }
  for (const resource of seen(TEMPLATES, visible)) {
    const prefix = resource.uri.slice(0, resource.uri.indexOf('{'))
    const variable = uri.startsWith(prefix) ? decodedVariable(uri.slice(prefix.length)) : ''
    if (variable !== '') return { resource, variable }
  }
  return null
}

function decodedVariable(text: string): string {
  if (text.includes('/')) return ''
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
