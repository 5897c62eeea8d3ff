import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { GetPromptResult } from '@modelcontextprotocol/server'
import type { Entry } from '../tools/catalogue.ts'
import { buildList, prepareCampaign, prospectCompany } from './prompt-texts.ts'
import type { PromptText } from './prompt-texts.ts'
import type { CompletedKind } from './word-lists.ts'
import { ownValue } from '../../lib/text/own-value.ts'

interface PromptArgument {
  name: string
  description: string
  required: boolean
  completes?: CompletedKind
}

/** Tasks that a user starts by name. */
interface Prompt {
  name: string
  title: string
  description: string
  arguments: readonly PromptArgument[]
  /** Tools its steps name; who does not see them all does not see the prompt. */
  needs: readonly string[]
  text: PromptText
}

const PROMPTS: readonly Prompt[] = [
  {
    name: 'prospect_company',
    title: 'Prospect a company',
    description: 'Find out who can be reached at a company, stating the price first.',
    arguments: [
      { name: 'domain', description: 'Domain of the company, such as example.org.', required: true },
      {
        name: 'role',
        description: 'Only people of this department, rank (junior, senior, executive) or job title.',
        required: false,
        completes: 'roles',
      },
      { name: 'list', description: 'Leads list to propose people for.', required: false, completes: 'lists' },
    ],
    needs: ['email_count', 'domain_search', 'verify_emails'],
    text: prospectCompany,
  },
  {
    name: 'build_list',
    title: 'Build a leads list',
    description: 'Find companies, show them with the price of a contact at each, and save the chosen ones to a list.',
    arguments: [
      { name: 'industry', description: 'Industry of the companies.', required: false, completes: 'industries' },
      { name: 'country', description: 'Country of their headquarters, as a two-letter code.', required: false, completes: 'countries' },
      { name: 'technology', description: 'Technology they use.', required: false, completes: 'technologies' },
      { name: 'headcount', description: 'Number of employees.', required: false, completes: 'headcounts' },
      { name: 'list', description: 'Leads list to save contacts to.', required: true, completes: 'lists' },
    ],
    needs: ['get_account', 'discover_companies', 'domain_search', 'save_lead'],
    text: buildList,
  },
  {
    name: 'prepare_campaign',
    title: 'Prepare a campaign',
    description: 'Check the leads of a list and preview adding them to a draft campaign; nothing is sent.',
    arguments: [
      { name: 'list', description: 'Leads list with the people to contact.', required: true, completes: 'lists' },
      { name: 'campaign', description: 'The draft campaign.', required: true, completes: 'campaigns' },
    ],
    needs: [
      'list_leads_lists',
      'search_leads',
      'verify_emails',
      'list_campaigns',
      'add_recipients',
      'list_recipients',
      'start_campaign',
    ],
    text: prepareCampaign,
  },
] // prettier-ignore

const seen = (visible: readonly Entry[]): Prompt[] =>
  PROMPTS.filter(({ needs }) => needs.every((name) => visible.some(({ tool }) => tool.name === name)))

export const listPrompts = (visible: readonly Entry[]) => ({
  prompts: seen(visible).map(({ name, title, description, arguments: accepted }) => ({
    name,
    title,
    description,
    arguments: accepted.map(({ completes: _completes, ...shown }) => shown),
  })),
})

/** What an argument of a prompt is completed from; null for nothing. */
export function argumentKind(prompt: string, argument: string, visible: readonly Entry[]): CompletedKind | null {
  const accepted = seen(visible).find(({ name }) => name === prompt)?.arguments
  return accepted?.find(({ name }) => name === argument)?.completes ?? null
}

/** @throws ProtocolError −32602 for an unknown prompt, a missing argument or one that is not usable. */
export function getPrompt(
  name: string,
  given: Readonly<Record<string, string>> = {},
  visible: readonly Entry[],
): GetPromptResult {
  const prompt = seen(visible).find((candidate) => candidate.name === name)
  if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'No such prompt.')
  const missing = prompt.arguments.find(
    (argument) => argument.required && (ownValue(given, argument.name) ?? '') === '',
  )
  if (missing !== undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The argument ${missing.name} is required.`)
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: prompt.text(present) } }],
  }
}
