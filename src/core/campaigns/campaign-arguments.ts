import { z } from 'zod'
import { idField } from '../../lib/input/field-kinds.ts'
import {
  AddRecipientsInput,
  CancelRecipientsInput,
  ListRecipientsInput,
  StartCampaignInput,
} from './recipients-input.ts'

const campaignId = { campaign_id: idField('The id of the campaign.') }
const { id: _list, ...listFields } = ListRecipientsInput.shape
const { id: _add, ...addFields } = AddRecipientsInput.shape
const { id: _cancel, ...cancelFields } = CancelRecipientsInput.shape
const { id: _start, ...startFields } = StartCampaignInput.shape

/** The same parameters as those of the API, with the id under the name that tools have for it. */
export const ListRecipientsArguments = z.object({ ...campaignId, ...listFields })

export const AddRecipientsArguments = z.object({ ...campaignId, ...addFields })

export const CancelRecipientsArguments = z.object({ ...campaignId, ...cancelFields })

export const StartCampaignArguments = z.object({ ...campaignId, ...startFields })
