import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { GetPromptResult } from '@modelcontextprotocol/server'
import { normalizeDomain } from '../lib/domain-name.ts'
import { quoted } from '../lib/input-fields.ts'

/** Tasks that a user starts by name. Quarry's words only; each says what it costs before it spends. */
interface Prompt {
  name: string
  title: string
  description: string
  arguments: readonly { name: string; description: string; required: boolean }[]
  text: (given: Readonly<Record<string, string>>) => string
}

const PROMPTS: readonly Prompt[] = [
  {
    name: 'prospect_company',
    title: 'Prospect a company',
    description: 'Find out who can be reached at a company, telling the price first.',
    arguments: [
      { name: 'domain', description: 'Domain of the company, such as example.org.', required: true },
      { name: 'department', description: 'Only people of this department.', required: false },
    ],
    text: ({ domain = '', department }) => {
      const filter = department === undefined ? '' : ` in the department ${quoted(department)}`
      return [
        `Find out who can be reached${filter} at ${readDomain(domain)}.`,
        '1. Call email_count (free) and tell how many addresses are known and what a search would cost: 1 credit per started 10 addresses.',
        `2. When there are some, call domain_search with limit 10${department === undefined ? '' : ' and that department'}.`,
        '3. Show name, position, address, confidence and latest verification as a table. Ask before reading a further page.',
      ].join('\n')
    },
  },
]

const readDomain = (text: string): string => {
  const domain = normalizeDomain(text)
  if (domain === null) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'domain is not a valid domain name.')
  return domain
}

export const listPrompts = () => ({
  prompts: PROMPTS.map(({ text: _text, ...shown }) => ({ ...shown, arguments: [...shown.arguments] })),
})

/** @throws ProtocolError −32602 for an unknown prompt, a missing argument or one that is not usable. */
export function getPrompt(name: string, given: Readonly<Record<string, string>> = {}): GetPromptResult {
  const prompt = PROMPTS.find((candidate) => candidate.name === name)
  if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'No prompt of that name.')
  const missing = prompt.arguments.find((argument) => argument.required && (given[argument.name] ?? '') === '')
  if (missing !== undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The argument ${missing.name} is required.`)
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: prompt.text(present) } }],
  }
}
