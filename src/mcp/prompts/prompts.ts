import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { GetPromptResult } from '@modelcontextprotocol/server'
import type { Entry } from '../tools/catalogue.ts'
import { stepsOf } from '../skills/skill-files.ts'
import type { Steps } from '../skills/skill-files.ts'
import {
  buildList,
  cleanList,
  prepareCampaign,
  privacyRequest,
  prospectCompany,
  triageReplies,
} from './prompt-texts.ts'
import type { PromptLines } from './prompt-texts.ts'
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
  /** Taken from a skill; a caller who does not see all the tools named in them does not see the prompt. */
  steps: Steps
  lines: PromptLines
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
        description: 'Only people with this department, seniority (junior, senior, executive) or job title.',
        required: false,
        completes: 'roles',
      },
      { name: 'list', description: 'Leads list to propose for the people found.', required: false, completes: 'lists' },
    ],
    steps: stepsOf('prospect', 'one company'),
    lines: prospectCompany,
  },
  {
    name: 'build_list',
    title: 'Build a leads list',
    description: 'Find companies, show them with the price of a contact at each, and save the chosen ones to a list.',
    arguments: [
      { name: 'industry', description: 'Industry of the companies.', required: false, completes: 'industries' },
      { name: 'country', description: 'Country of their headquarters, as a two-letter code.', required: false, completes: 'countries' },
      { name: 'technology', description: 'Technology they use.', required: false, completes: 'technologies' },
      { name: 'headcount', description: 'Number of employees; several with commas: 1-10, 11-50.', required: false, completes: 'headcounts' },
      { name: 'list', description: 'Leads list to save contacts to.', required: true, completes: 'lists' },
    ],
    steps: stepsOf('prospect', 'many companies'),
    lines: buildList,
  },
  {
    name: 'prepare_campaign',
    title: 'Prepare a campaign',
    description: 'Check the leads in a list and preview adding them to a draft campaign; nothing is sent.',
    arguments: [
      { name: 'list', description: 'Leads list with the people to contact.', required: true, completes: 'lists' },
      { name: 'campaign', description: 'The draft campaign.', required: true, completes: 'campaigns' },
    ],
    steps: stepsOf('run-a-campaign', 'prepare it'),
    lines: prepareCampaign,
  },
  {
    name: 'clean_list',
    title: 'Clean a leads list',
    description: 'Check the addresses in a list, stating the price first, and propose what to do with those that bounce.',
    arguments: [{ name: 'list', description: 'Leads list to check.', required: true, completes: 'lists' }],
    steps: stepsOf('clean-a-list', 'a leads list'),
    lines: cleanList,
  },
  {
    name: 'triage_replies',
    title: 'Read replies',
    description: 'Sort people\'s replies and prepare the next step for each; nothing is sent without a yes.',
    arguments: [{ name: 'campaign', description: 'Only replies to this campaign.', required: false, completes: 'campaigns' }],
    steps: stepsOf('run-a-campaign', 'read the replies'),
    lines: triageReplies,
  },
  {
    name: 'privacy_request',
    title: 'Answer a privacy request',
    description: 'Show everything stored about the owner of an address, and forget them once the user confirms.',
    arguments: [{ name: 'email', description: 'Address of the person who asked.', required: true }],
    steps: stepsOf('privacy-request', 'forget a person'),
    lines: privacyRequest,
  },
] // prettier-ignore

const seen = (visible: readonly Entry[]): Prompt[] =>
  PROMPTS.filter(({ steps }) => steps.needs.every((name) => visible.some(({ tool }) => tool.name === name)))

export const listPrompts = (visible: readonly Entry[]) => ({
  prompts: seen(visible).map(({ name, title, description, arguments: accepted }) => ({
    name,
    title,
    description,
    arguments: accepted.map(({ completes: _completes, ...shown }) => shown),
  })),
})

/** The kind of completion for an argument of a prompt; null for none. */
export function argumentKind(prompt: string, argument: string, visible: readonly Entry[]): CompletedKind | null {
  const accepted = seen(visible).find(({ name }) => name === prompt)?.arguments
  return accepted?.find(({ name }) => name === argument)?.completes ?? null
}

/** @throws ProtocolError −32602 for an unknown prompt or a missing or unusable argument. */
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
  const text = [...prompt.lines(present).filter((line) => line !== null), ...prompt.steps.lines].join('\n')
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
}
