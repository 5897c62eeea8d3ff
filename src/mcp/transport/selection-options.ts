import type { IncomingMessage } from 'node:http'
import { quoted } from '../../lib/input/input-fields.ts'
import { readSelection } from '../tools/toolsets.ts'
import type { Selected } from '../tools/toolsets.ts'

const EVERYTHING: Selected = { ok: true, selection: { toolsets: null, readOnly: false } }

/** Headers that can only be misspellings of ours. */
const NEARLY_OURS = /^x-mcp-(?:tool|read)/

/**
 * Reads `?toolsets=`, `?readonly=` and their headers. An option that cannot be understood is refused: ignoring it would offer
 * tools that were meant to be hidden.
 */
export function readOptions(request: IncomingMessage, toolsetNames: readonly string[], withAccount: boolean): Selected {
  const { url = '', headers } = request
  const question = url.indexOf('?')
  const query = question === -1 ? [] : [...new URLSearchParams(url.slice(question))]
  if (query.some(([name]) => name === 'api_key'))
    return { ok: false, message: 'Do not put keys in URLs. Send the key in the X-API-KEY header.' }
  const strange =
    query.find(([name]) => name !== 'toolsets' && name !== 'readonly' && !(withAccount && name === 'account'))?.[0] ??
    Object.keys(headers).find(
      (name) => NEARLY_OURS.test(name) && name !== 'x-mcp-toolsets' && name !== 'x-mcp-readonly',
    )
  if (strange !== undefined)
    return { ok: false, message: `Unknown option ${quoted(strange)}. Accepted options: toolsets, readonly.` }
  const toolsets = chosen('toolsets', query, headers['x-mcp-toolsets'])
  const readOnly = chosen('readonly', query, headers['x-mcp-readonly'])
  return toolsets.length + readOnly.length === 0 ? EVERYTHING : readSelection({ toolsets, readOnly }, toolsetNames)
}

const chosen = (name: string, query: readonly [string, string][], header: string | string[] | undefined): string[] => [
  ...query.filter(([key]) => key === name).map(([, value]) => value),
  ...(header === undefined ? [] : [header].flat()),
]
