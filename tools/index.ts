import type { Toolset } from '../src/mcp/tools/define-tool.ts'
import { getAccount } from './accounts/get-account.ts'
import { addRecipients } from './campaigns/add-recipients.ts'
import { cancelRecipients } from './campaigns/cancel-recipients.ts'
import { draftCampaign } from './campaigns/draft-campaign.ts'
import { listCampaigns } from './campaigns/list-campaigns.ts'
import { listRecipients } from './campaigns/list-recipients.ts'
import { startCampaign } from './campaigns/start-campaign.ts'
import { listReplies } from './conversations/list-replies.ts'
import { reply } from './conversations/reply.ts'
import { listCustomAttributes } from './leads/list-custom-attributes.ts'
import { saveCustomAttribute } from './leads/save-custom-attribute.ts'
import { discoverCompanies } from './discover/discover-companies.ts'
import { domainSearch } from './search/domain-search.ts'
import { emailCount } from './search/email-count.ts'
import { enrichCombined } from './enrich/enrich-combined.ts'
import { enrichCompany } from './enrich/enrich-company.ts'
import { enrichPerson } from './enrich/enrich-person.ts'
import { findEmail } from './search/find-email.ts'
import { findEmails } from './search/find-emails.ts'
import { listLeadsLists } from './leads/list-leads-lists.ts'
import { saveLeadsList } from './leads/save-leads-list.ts'
import { deleteLead } from './leads/delete-lead.ts'
import { getLead } from './leads/get-lead.ts'
import { saveLead } from './leads/save-lead.ts'
import { changeLeads } from './leads/change-leads.ts'
import { saveLeads } from './leads/save-leads.ts'
import { exportRows } from './data/export-rows.ts'
import { searchLeads } from './leads/search-leads.ts'
import { updateLead } from './leads/update-lead.ts'
import { pauseCampaign } from './campaigns/pause-campaign.ts'
import { previewMessage } from './campaigns/preview-message.ts'
import { listChanges } from './changes/list-changes.ts'
import { watchCompanies } from './changes/watch-companies.ts'
import { forgetPerson } from './optouts/forget-person.ts'
import { setWebhook } from './webhooks/set-webhook.ts'
import { researchCompany } from './research/research-company.ts'
import { verifyEmail } from './verify/verify-email.ts'
import { verifyEmails } from './verify/verify-emails.ts'

/** All tools, in the order clients show them. */
export const toolsets: readonly Toolset[] = [
  {
    name: 'search',
    area: 'data',
    tools: [discoverCompanies, domainSearch, emailCount, findEmail, findEmails, researchCompany],
  },
  { name: 'verify', area: 'data', tools: [verifyEmail, verifyEmails] },
  { name: 'enrich', area: 'data', tools: [enrichPerson, enrichCompany, enrichCombined, getAccount] },
  {
    name: 'leads',
    area: 'leads',
    tools: [
      searchLeads,
      getLead,
      saveLead,
      saveLeads,
      changeLeads,
      updateLead,
      deleteLead,
      listLeadsLists,
      saveLeadsList,
      exportRows,
      listCustomAttributes,
      saveCustomAttribute,
    ],
  },
  {
    name: 'campaigns',
    area: 'campaigns',
    tools: [
      listCampaigns,
      listRecipients,
      listReplies,
      draftCampaign,
      previewMessage,
      addRecipients,
      cancelRecipients,
      startCampaign,
      pauseCampaign,
      reply,
    ],
  },
  { name: 'care', area: 'care', tools: [forgetPerson, watchCompanies, listChanges, setWebhook] },
]
