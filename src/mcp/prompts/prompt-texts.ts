import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { normalizeDomain } from '../../lib/addresses/domain-name.ts'
import { quoted } from '../../lib/input/input-fields.ts'
import { DEPARTMENTS, SENIORITIES } from '../../lib/text/vocabulary.ts'

/**
 * What prompts say. Quarry's words only: arguments come from the user and are repeated as one short quotation. Each says
 * what it costs before it spends.
 */
export type PromptText = (given: Readonly<Record<string, string>>) => string

/** One quotation that ends where it ends. */
const quote = (text: string): string => JSON.stringify(quoted(text))

const numbered = (title: string, steps: readonly (string | null)[]): string =>
  [title, ...steps.filter((step) => step !== null).map((step, index) => `${index + 1}. ${step}`)].join('\n')

/** @throws ProtocolError −32602 for what is no domain. */
export const prospectCompany: PromptText = ({ domain: given = '', role, list }) => {
  const domain = normalizeDomain(given)
  if (domain === null) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'domain is not a valid domain name.')
  const filter = role === undefined ? '' : ` and ${roleFilter(role)}`
  return numbered(`Find out who can be reached at ${domain}.`, [
    `Call email_count for ${domain} (free). Say how many addresses are known and what they cost: domain_search takes 1 credit per started 10 addresses returned, verify_emails 0.5 credit per verdict. Wait for the user to agree.`,
    `Call domain_search with domain ${domain}, limit 10${filter}.`,
    'Check addresses without a verification in one call of verify_emails.',
    'Show name, position, address, confidence and verification as a table, and the charge. Ask before reading another page.',
    list === undefined
      ? null
      : `Propose whom to save to the leads list ${quote(list)}; save with save_lead and that leads_list_name only those the user agrees to.`,
  ])
}

function roleFilter(role: string): string {
  const word = role.trim().toLowerCase()
  if ((DEPARTMENTS as readonly string[]).includes(word)) return `department ["${word}"]`
  if ((SENIORITIES as readonly string[]).includes(word)) return `seniority ["${word}"]`
  return `job_titles [${quote(role)}]`
}

export const buildList: PromptText = ({ industry, country, technology, headcount, list = '' }) => {
  const filters = [
    industry === undefined ? null : `industry {"include":[${quote(industry)}]}`,
    country === undefined ? null : `headquarters_location {"include":[{"country":${quote(country)}}]}`,
    technology === undefined ? null : `technology {"include":[${quote(technology)}]}`,
    headcount === undefined ? null : `headcount [${quote(headcount)}]`,
  ].filter((filter) => filter !== null)
  const asked = filters.length === 0 ? 'the filters that the user names' : filters.join(', ')
  return numbered(`Build the leads list ${quote(list)}.`, [
    `Call discover_companies with ${asked} (free), and get_account for the balance (free).`,
    'Show the companies with the number of addresses known for each. State the price of a contact: domain_search with limit 10 costs at most 1 credit per company. Ask which companies to take, and wait.',
    'For each company agreed on, call domain_search with limit 10 once and choose one personal address, verified ones first.',
    'Show whom you chose and what was charged, and ask whether to save them.',
    `Save those the user agrees to with save_lead and leads_list_name ${quote(list)}. End with the number saved and the total cost.`,
  ])
}

export const prepareCampaign: PromptText = ({ list = '', campaign = '' }) =>
  numbered(
    `Prepare the campaign ${quote(campaign)} for the people of the leads list ${quote(list)}. Nothing is sent.`,
    [
      `Find the id of the list with list_leads_lists, and that of the campaign with list_campaigns: it must be a draft (editable true). Both are free.`,
      'Read the leads with search_leads and that leads_list_id (free). Name those whose address is unchecked, invalid or unknown, and those already in a campaign.',
      'If addresses need a check, state the price first: 0.5 credit per verdict. Call verify_emails when the user agrees.',
      'Call add_recipients for the good ones, at most 50 lead_ids a call, without confirm: it only says what would happen. Show that, and repeat it with confirm true when the user agrees.',
      'Stop there. Show list_recipients; call start_campaign only if the user asks later.',
    ],
  )
