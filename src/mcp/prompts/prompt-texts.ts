import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { normalizeDomain } from '../../lib/addresses/domain-name.ts'
import { quoted } from '../../lib/input/input-fields.ts'
import { DEPARTMENTS, SENIORITIES } from '../../lib/text/vocabulary.ts'
import { WORDS } from './word-lists.ts'

/**
 * The lines above the steps of a prompt. Only Quarry's words: arguments come from the user and are repeated as one short
 * quotation.
 */
export type PromptLines = (given: Readonly<Record<string, string>>) => (string | null)[]

/** Quotes text so that the quotation cannot be escaped. */
const quote = (text: string): string => JSON.stringify(quoted(text))

/** @throws ProtocolError −32602 if `domain` is not a domain. */
export const prospectCompany: PromptLines = ({ domain: given = '', role, list }) => {
  const domain = normalizeDomain(given)
  if (domain === null) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'domain is not a valid domain name.')
  return [
    `Find out who can be reached at ${domain}.`,
    role === undefined ? null : `Filter of domain_search: ${roleFilter(role)}.`,
    list === undefined ? null : `Leads list to propose for them, leads_list_name: ${quote(list)}.`,
  ]
}

function roleFilter(role: string): string {
  const word = role.trim().toLowerCase()
  if ((DEPARTMENTS as readonly string[]).includes(word)) return `department ["${word}"]`
  if ((SENIORITIES as readonly string[]).includes(word)) return `seniority ["${word}"]`
  return `job_titles [${quote(role)}]`
}

const MAX_HEADCOUNTS = 8

export const buildList: PromptLines = ({ industry, country, technology, headcount, list = '' }) => {
  const filters = [
    industry === undefined ? null : tradeFilter(industry),
    country === undefined
      ? null
      : `headquarters_location {"include":[{"country":${quote(valueOf('countries', country))}}]}`,
    technology === undefined ? null : `technology {"include":[${quote(valueOf('technologies', technology))}]}`,
    headcount === undefined ? null : `headcount [${listed(headcount).map(quote).join(',')}]`,
  ].filter((filter) => filter !== null)
  return [
    `Build the leads list ${quote(list)}.`,
    filters.length === 0 ? null : `Filters of discover_companies: ${filters.join(', ')}.`,
  ]
}

/** The name of an industry; other words for a trade are a topic. */
function tradeFilter(typed: string): string {
  const known = knownValue('industries', typed)
  return known === undefined ? `topics [${quote(typed)}]` : `industry {"include":[${quote(known)}]}`
}

const knownValue = (kind: 'countries' | 'industries' | 'technologies', typed: string): string | undefined =>
  WORDS[kind].find(({ names }) => names.includes(typed.trim().toLowerCase()))?.value

/** As filters spell it; what is unknown stays as it was typed. */
const valueOf = (kind: 'countries' | 'technologies', typed: string): string => knownValue(kind, typed) ?? typed

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .slice(0, MAX_HEADCOUNTS)

export const prepareCampaign: PromptLines = ({ list = '', campaign = '' }) => [
  `Prepare the campaign ${quote(campaign)} for the people in the leads list ${quote(list)}. Nothing is sent.`,
]

export const cleanList: PromptLines = ({ list = '' }) => [`Clean the leads list ${quote(list)}.`]

export const triageReplies: PromptLines = ({ campaign }) => [
  campaign === undefined ? "Read people's replies." : `Read people's replies to the campaign ${quote(campaign)}.`,
]

export const privacyRequest: PromptLines = ({ email = '' }) => [`Answer the privacy request from ${quote(email)}.`]
