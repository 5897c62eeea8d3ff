import type { Toolset } from '../src/mcp/tools/define-tool.ts'
import { getAccount } from './account.ts'
import { addRecipients, cancelRecipients, listCampaigns, listRecipients, startCampaign } from './campaigns.ts'
import { listCustomAttributes, saveCustomAttribute } from './custom-attributes.ts'
import { discoverCompanies } from './discover.ts'
import { domainSearch } from './domain-search.ts'
import { emailCount } from './email-count.ts'
import { enrichCombined, enrichCompany, enrichPerson } from './enrich.ts'
import { findEmail } from './find-email.ts'
import { listLeadsLists, saveLeadsList } from './leads-lists.ts'
import { deleteLead, getLead, saveLead, searchLeads, updateLead } from './leads.ts'
import { researchCompany } from './research-company.ts'
import { verifyEmail } from './verify-email.ts'
import { verifyEmails } from './verify-emails.ts'

/** All tools, in the order clients show them. */
export const toolsets: readonly Toolset[] = [
  { name: 'search', area: 'data', tools: [discoverCompanies, domainSearch, emailCount, findEmail, researchCompany] },
  { name: 'verify', area: 'data', tools: [verifyEmail, verifyEmails] },
  { name: 'enrich', area: 'data', tools: [enrichPerson, enrichCompany, enrichCombined, getAccount] },
  {
    name: 'leads',
    area: 'leads',
    tools: [
      searchLeads,
      getLead,
      saveLead,
      updateLead,
      deleteLead,
      listLeadsLists,
      saveLeadsList,
      listCustomAttributes,
      saveCustomAttribute,
    ],
  },
  {
    name: 'campaigns',
    area: 'campaigns',
    tools: [listCampaigns, listRecipients, addRecipients, cancelRecipients, startCampaign],
  },
]
