import {
  CreateCustomAttribute,
  DeleteCustomAttribute,
  GetCustomAttribute,
  ListCustomAttributes,
  UpdateCustomAttribute,
} from '../core/leads/custom-attributes.ts'
import { CreateLead, DeleteLead, GetLead, LeadExists, SaveLead, UpdateLead } from '../core/leads/leads.ts'
import { ListLeads } from '../core/leads/list-leads.ts'
import { GetLeadHistory } from '../core/leads/lead-history.ts'
import { EnrichLead } from '../core/leads/enrich-lead.ts'
import { SaveLeads } from '../core/leads/save-leads.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

/** A thousand entries of a search with all their sources. */
const MAX_PEOPLE_BYTES = 8_388_608
const MAX_PEOPLE_VALUES = 100_000
const MAX_PEOPLE_KEYS = 60_000

/** Example request for the documentation. */
const LEAD = { email: 'rui@lumen.example', first_name: 'Rui', last_name: 'Abano', company: 'Lumen' }

/** Leads and the attributes an account gives them. */
export const LEAD_ROUTES: readonly Route[] = [
  route('get', '/leads', ListLeads, 'List leads, newest first, with filters.', { leads_list_id: 1, limit: 10 }),
  { ...route('post', '/leads', CreateLead, 'Create a lead.', LEAD), success: 201 },
  {
    ...route('put', '/leads', SaveLead, 'Create a lead, or update the one with this address.', LEAD),
    otherAnswers: { 201: 'The lead was created.' },
  },
  route('get', '/leads/exist', LeadExists, 'Check whether an address is already a lead.', {
    email: 'rui@lumen.example',
  }),
  {
    ...route(
      'post',
      '/leads/bulk/save',
      SaveLeads,
      'Save people found as leads, with their sources and latest verification.',
      { people: ['rui@lumen.example'], leads_list_id: 1 },
    ),
    maxBodyBytes: MAX_PEOPLE_BYTES,
    maxBodyValues: MAX_PEOPLE_VALUES,
    maxBodyKeys: MAX_PEOPLE_KEYS,
  },
  route('get', '/leads/:id', GetLead, 'Show a lead.'),
  {
    ...route('put', '/leads/:id', UpdateLead, 'Update a lead; fields not sent stay unchanged.', {
      position: 'Head of Sales',
    }),
    success: 204,
  },
  { ...route('delete', '/leads/:id', DeleteLead, 'Delete a lead and cancel its scheduled messages.'), success: 204 },
  route('get', '/leads/:id/history', GetLeadHistory, 'Show where a lead comes from and which emails it was sent.'),
  route('post', '/leads/:id/enrich', EnrichLead, "Fill a lead's empty fields from the index."),
  route('get', '/leads_custom_attributes', ListCustomAttributes, 'List the custom attributes, newest first.'),
  {
    ...route('post', '/leads_custom_attributes', CreateCustomAttribute, 'Create a custom attribute.', {
      label: 'Region',
    }),
    success: 201,
  },
  route('get', '/leads_custom_attributes/:id', GetCustomAttribute, 'Show a custom attribute.'),
  {
    ...route(
      'put',
      '/leads_custom_attributes/:id',
      UpdateCustomAttribute,
      'Rename a custom attribute; its slug stays.',
      { label: 'Region' },
    ),
    success: 204,
  },
  {
    ...route(
      'delete',
      '/leads_custom_attributes/:id',
      DeleteCustomAttribute,
      'Delete a custom attribute and its values.',
    ),
    success: 204,
  },
]
