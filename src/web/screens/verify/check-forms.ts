import { SaveBulkResults } from '../../../core/verify/save-bulk-results.ts'
import { CancelBulk } from '../../../core/verify/bulk-verifications.ts'
import { ExportBulkResults } from '../../../core/verify/export-bulk-results.ts'
import { fieldText } from '../../page/fields.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { download, form, see } from '../../page/screen.ts'
import { CheckScreen } from './check-screen.ts'

/** Open addresses stay without an answer, and free. */
export const StopCheckForm = form({
  uses: [CancelBulk],
  on: { path: '/verify/:id', screen: CheckScreen },
  act: async ({ view, perform }) => {
    const { data } = await perform(CancelBulk, { id: view.params['id'] })
    return see(to(view.path), notice('verify.stopped', { done: data.done, total: data.total }))
  },
})

/** Saves the valid addresses as leads, without passing them through this page. */
export const SaveValidForm = form({
  uses: [SaveBulkResults],
  on: { path: '/verify/:id', screen: CheckScreen },
  act: async ({ fields, view, perform }) => {
    const name = fieldText(fields, 'leads_list_name')
    const list = name === '' ? { leads_list_id: fieldText(fields, 'leads_list_id') } : { leads_list_name: name }
    const { data } = await perform(SaveBulkResults, { id: view.params['id'], ...list })
    const word = data.status === 'queued' ? 'verify.saving' : 'verify.saved'
    return see(to(`/lists/${data.leads_list_id}`), notice(word, { count: data.leads_count }))
  },
})

/** All answers, in the order of the list; they are read while the file is sent. */
export const AnswersDownload = download({
  uses: [ExportBulkResults],
  file: async ({ view, perform }) => (await perform(ExportBulkResults, { id: view.params['id'] })).file,
})
