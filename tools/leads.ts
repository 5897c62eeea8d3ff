import { DeleteLead, GetLead, PreviewDeleteLead, SaveLead, UpdateLead } from '../src/core/leads/leads.ts'
import { SearchLeads } from '../src/core/leads/list-leads.ts'
import { perform } from '../src/core/capability/perform.ts'
import { defineTool } from '../src/mcp/tools/define-tool.ts'

/** Fields that their authors, importers and crawled pages fill. */
const UNTRUSTED = [
  'first_name',
  'last_name',
  'position',
  'company',
  'company_industry',
  'source',
  'phone_number',
  'twitter',
  'notes',
]

export const searchLeads = defineTool({
  name: 'search_leads',
  title: 'Search saved leads',
  description:
    'List the leads of this account, newest first, under any filters; meta has how many match and how many there are. ' +
    'Use it to find the id of a lead, to see whether somebody is saved already, or how far mail to them has come. ' +
    'Not for people who are not saved yet (domain_search, find_email). Free. ' +
    'A filter is contained in its field, whatever the case; notes are shown only when fields names them.',
  input: SearchLeads.input,
  output: SearchLeads.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(SearchLeads, call, raw),
  aliases: ['list_leads', 'list-leads', 'List-Leads', 'get_leads'],
  spellings: { lead_list_id: 'leads_list_id', company_industry: 'industry' },
  rows: {
    at: 'leads',
    noun: 'leads',
    short: [
      'id',
      'email',
      'first_name',
      'last_name',
      'position',
      'company',
      'sending_status',
      'verification',
      'leads_list',
    ],
    open: true,
  },
  untrusted: UNTRUSTED,
})

export const getLead = defineTool({
  name: 'get_lead',
  title: 'Show a lead',
  description:
    'Show one lead whole: the person, the company, notes, custom attributes, latest check, lists and how far mail has come. ' +
    'Use it before a lead is changed or deleted. Not for looking somebody up by name or address (search_leads). Free.',
  input: GetLead.input,
  output: GetLead.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(GetLead, call, raw),
  aliases: ['get-lead', 'Get-Lead'],
  spellings: { lead_id: 'id' },
  untrusted: UNTRUSTED,
})

export const saveLead = defineTool({
  name: 'save_lead',
  title: 'Save a lead',
  description:
    'Save a person as a lead: a new one, or changes to the lead of that address; only arguments sent change anything, ' +
    'and an empty text clears. meta.created tells whether it is new. ' +
    'Use it for one person found by a search. Not for changing the address of a lead (update_lead). Free. ' +
    'A new lead without a list goes to the newest one; naming lists replaces those it was in.',
  input: SaveLead.input,
  output: SaveLead.output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(SaveLead, call, raw),
  aliases: ['create_lead', 'create-lead', 'upsert_lead', 'upsert-lead', 'Create-Lead', 'Upsert-Lead'],
  spellings: { lead_list_id: 'leads_list_id', industry: 'company_industry' },
  untrusted: UNTRUSTED,
})

export const updateLead = defineTool({
  name: 'update_lead',
  title: 'Update a lead',
  description:
    'Change a lead by its id, its address too; only arguments sent change anything, and an empty text clears. ' +
    'Use it to correct or complete a lead that is known by id. Not for saving somebody new (save_lead). Free. ' +
    'Naming lists replaces those it was in; custom attributes not named stay.',
  input: UpdateLead.input,
  output: UpdateLead.output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(UpdateLead, call, raw),
  aliases: ['update-lead', 'Update-Lead'],
  spellings: { lead_id: 'id', lead_list_id: 'leads_list_id', industry: 'company_industry' },
  untrusted: UNTRUSTED,
})

export const deleteLead = defineTool({
  name: 'delete_lead',
  title: 'Delete a lead',
  description:
    'Delete a lead for good and cancel the messages scheduled for it. ' +
    'Without confirm true it only says what would go. ' +
    'Use it for somebody who is not to be kept. Not for correcting one (update_lead). Free.',
  input: DeleteLead.input,
  output: DeleteLead.output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(DeleteLead, call, raw),
  preview: (call, raw) => perform(PreviewDeleteLead, call, raw),
  aliases: ['delete-lead', 'Delete-Lead'],
  spellings: { lead_id: 'id' },
  untrusted: UNTRUSTED,
})
