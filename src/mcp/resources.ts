import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server'
import type { ReadResourceResult } from '@modelcontextprotocol/server'
import type { Call } from '../context.ts'
import { AppError, toAppError } from '../errors.ts'
import type { Catalogue, Entry } from './catalogue.ts'
import { cleanData, cleanRecord } from './clean-data.ts'
import type { ToolAnswer } from './define-tool.ts'

/** Facts to read without choosing a tool; reading never charges. Each is made from a free tool that the caller sees. */
interface Resource {
  uri: string
  name: string
  title: string
  description: string
  /** The tool behind it; the resource is there for whoever sees the tool. */
  tool: string
  read: (entry: Entry, call: Call, variable: string) => Promise<Pick<ToolAnswer, 'data' | 'meta'>>
}

const RESOURCES: readonly Resource[] = [
  {
    uri: 'quarry://account',
    name: 'account',
    title: 'Account',
    description: 'Plan, balance and usage of the account.',
    tool: 'get_account',
    read: ({ tool }, call) => tool.run(call, {}),
  },
  {
    uri: 'quarry://reference/departments',
    name: 'departments',
    title: 'Departments',
    description: 'The exact department names that filters accept.',
    tool: 'domain_search',
    read: async (entry) => ({ data: departmentsOf(entry), meta: {} }),
  },
]

const TEMPLATES: readonly Resource[] = [
  {
    uri: 'quarry://domains/{domain}',
    name: 'domain',
    title: 'Domain report',
    description: 'How many addresses are known for a domain, by department and seniority, and how far its crawl is.',
    tool: 'email_count',
    read: async ({ tool }, call, domain) => {
      const { data, meta } = await tool.run(call, { domain })
      const next = 'domain_search lists the addresses; it costs credits for what it returns.'
      return { data, meta: { ...meta, next } }
    },
  },
]

/** The names `department` accepts, read from the published schema so that there is one list. */
export function departmentsOf({ published }: Pick<Entry, 'published'>): string[] {
  const items = published.inputSchema.properties['department']?.['items']
  const words = typeof items === 'object' && items !== null && 'enum' in items ? items.enum : []
  return Array.isArray(words) ? words.map(String) : []
}

const listed = ({ name, title, description }: Resource) => ({ name, title, description, mimeType: 'application/json' })

const seen = (resources: readonly Resource[], visible: readonly Entry[]): Resource[] =>
  resources.filter((resource) => visible.some(({ tool }) => tool.name === resource.tool))

export const listResources = (visible: readonly Entry[]) => ({
  resources: seen(RESOURCES, visible).map((resource) => ({ uri: resource.uri, ...listed(resource) })),
})

export const listTemplates = (visible: readonly Entry[]) => ({
  resourceTemplates: seen(TEMPLATES, visible).map((template) => ({ uriTemplate: template.uri, ...listed(template) })),
})

/**
 * Reads one resource.
 * @throws ResourceNotFoundError for an address that is no resource of this caller, ProtocolError for any other failure.
 */
export async function readResource(
  uri: string,
  visible: readonly Entry[],
  catalogue: Catalogue,
  call: Call,
): Promise<ReadResourceResult> {
  const found = findResource(uri, visible)
  const entry = found === null ? undefined : catalogue.find(found.resource.tool)
  if (found === null || entry === undefined) throw new ResourceNotFoundError(uri.slice(0, 200), 'No such resource.')
  try {
    const { data, meta } = await found.resource.read(entry, call, found.variable)
    const text = JSON.stringify({ data: cleanData(data).data, meta: cleanRecord(meta) })
    return { contents: [{ uri, mimeType: 'application/json', text }] }
  } catch (thrown) {
    throw protocolErrorOf(thrown)
  }
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

/** An error of ours as a protocol error, in our words; anything else as a fixed sentence. */
function protocolErrorOf(thrown: unknown): ProtocolError {
  const error = thrown instanceof AppError ? thrown : toAppError(thrown)
  const code = error.status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
  const [{ id, details }] = error.errors
  return new ProtocolError(code, `${id}: ${details}`, { id, retry_after_seconds: error.retryAfterSeconds ?? null })
}
