import { csvOfPeople } from '../../../core/search/people-csv.ts'
import { DomainSearch } from '../../../core/search/domain-search.ts'
import { StartBulk } from '../../../core/verify/bulk-verifications.ts'
import { AppError } from '../../../errors.ts'
import { fieldTexts } from '../../page/fields.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { download, form, see } from '../../page/screen.ts'
import { searchInput } from './people-filters.ts'
import { CompanyScreen } from './company-screen.ts'

/** Checks the ticked people; the page then follows the check, and they stay ticked. */
export const CheckPeopleForm = form({
  uses: [StartBulk],
  on: { path: '/companies/:domain', screen: CompanyScreen },
  act: async ({ fields, view, perform }) => {
    const emails = fieldTexts(fields, 'people')
    if (emails.length === 0)
      throw new AppError('validation_failed', `${view.words.search.nobodyTitle}. ${view.words.search.nobodyTicked}`, {
        field: 'people',
      })
    const { data } = await perform(StartBulk, { emails, name: view.params['domain'] })
    const next = to(view.path, { ...view.query, people: emails, check: data.id })
    return see(next, notice('search.checking', { count: emails.length }))
  },
})

/** The people on the page, or the ticked ones among them, as a file. Requesting a page again costs nothing. */
export const PeopleDownload = download({
  uses: [DomainSearch],
  file: async ({ view, perform }) => {
    const { data } = await perform(DomainSearch, searchInput(view))
    const ticked = new Set((view.query['people'] ?? '').split(',').filter((value) => value !== ''))
    const people = data.emails.filter(({ value }) => ticked.size === 0 || ticked.has(value))
    const name = `${(data.domain ?? 'people').replaceAll(/[^\w.-]/g, '')}.csv`
    return { name, type: 'text/csv; charset=utf-8', chunks: oneChunk(csvOfPeople(people)) }
  },
})

async function* oneChunk(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text)
}
