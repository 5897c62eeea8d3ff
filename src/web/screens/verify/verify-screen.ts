import type { z } from 'zod'
import { addressesOfCsv } from '../../../core/verify/address-csv.ts'
import { MAX_BULK_ADDRESSES } from '../../../core/verify/bulk-input.ts'
import { ListBulk, StartBulk } from '../../../core/verify/bulk-verifications.ts'
import { AppError } from '../../../errors.ts'
import { parseEmailAddress } from '../../../lib/addresses/email-address.ts'
import { pastedAddresses } from '../../../lib/addresses/pasted-addresses.ts'
import { empty } from '../../components/empty.ts'
import { askAgain } from '../../components/enhance.ts'
import { hidden, inputField, problemList, ROWS_FILES, textArea } from '../../components/field.ts'
import { progressBar } from '../../components/meter.ts'
import { pager } from '../../components/pager.ts'
import { time } from '../../components/time.ts'
import { askFor } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { isUnfinished } from '../../../lib/process/job-kind.ts'

const LISTS_PER_PAGE = 20
/** 100,000 addresses with the other columns of a spreadsheet. */
const MAX_FILE_BYTES = 8_388_608
const ASK_AGAIN_MS = 5_000

type Lists = z.output<typeof ListBulk.output>

/** Addresses to check, and earlier lists. */
export const VerifyScreen = screen({
  scope: 'read',
  title: ({ words }) => words.general.verify,
  asks: ({ query }) => ({ lists: askFor(ListBulk, { limit: LISTS_PER_PAGE, offset: query['offset'] }) }),
  refreshes: ({ lists }) => lists.data.some(isUnfinished) && 'by the reader',
  page: ({ lists }, view) => {
    const { verify } = view.words
    return html`<h1>${verify.title}</h1>
      ${problemList(view)}
      <div class="columns wide-first">
        <form method="post" action="${to('/verify')}" class="stack">
          ${hidden({ once: view.onceInTabs })}
          ${textArea(view, { name: 'emails', label: verify.paste, hint: verify.pasteHint, placeholder: verify.sample, required: true })}
          ${inputField(view, { name: 'name', label: verify.name, maxLength: 100 })}
          <div class="row"><button>${verify.check}</button> <small class="muted">${verify.price}</small></div>
        </form>
        <form method="post" action="${to('/verify/file')}" enctype="multipart/form-data" class="stack">
          ${hidden({ once: view.onceInTabs })}
          ${inputField(view, { name: 'file', label: verify.orFile, hint: verify.fileHint, type: 'file', accept: ROWS_FILES, required: true })}
          <button class="outline">${verify.checkFile}</button>
        </form>
      </div>
      <h2>${verify.lists}</h2>
      ${listsPart(view, lists)}`
  },
  parts: { lists: ({ lists }, view) => listsPart(view, lists) },
})

function listsPart(view: View, { data: jobs, meta }: Lists): Html {
  const { words, format } = view
  const { verify } = words
  if (jobs.length === 0)
    return html`<div id="lists">
      ${empty(
        'verify',
        verify.none,
        html`<form method="post" action="${to('/verify')}">
          ${hidden({ once: view.onceInTabs, emails: verify.sample })}<button class="outline">${verify.trySample}</button>
        </form>`,
      )}
    </div>`
  const again = jobs.some(isUnfinished)
    ? askAgain(view, { get: to(view.path, view.query), target: 'lists', afterMs: ASK_AGAIN_MS })
    : NOTHING
  const at = (offset: number) => to(view.path, { offset })
  return html`<div id="lists">
    ${again}    <div class="table" tabindex="0" role="region" aria-label="${verify.lists}">
      <table class="people">
        <thead>
          <tr>
            <th scope="col">${verify.list}</th>
            <th scope="col">${verify.status}</th>
            <th scope="col">${verify.progress}</th>
            <th scope="col">${verify.when}</th>
          </tr>
        </thead>
        <tbody>
          ${jobs.map(
            (job) =>
              html`<tr>
                <td><a href="${to(`/verify/${job.id}`)}"><bdi>${job.name ?? verify.unnamed}</bdi></a></td>
                <td data-label="${verify.status}">${verify.state[job.status]}</td>
                <td data-label="${verify.progress}">${verify.doneOf(job.done, job.total)} ${isUnfinished(job) ? progressBar(job.done, job.total, verify.doneOf(job.done, job.total)) : NOTHING}</td>
                <td data-label="${verify.when}">${time(job.created_at, format)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${pager(
      {
        previous: meta.offset > 0 ? at(Math.max(0, meta.offset - meta.limit)) : null,
        next: meta.offset + meta.limit < meta.total ? at(meta.offset + meta.limit) : null,
      },
      view,
    )}
  </div>`
}

/** A single address is shown in detail; several become a list. */
export const CheckPastedForm = form({
  uses: [StartBulk],
  on: { path: '/verify', screen: VerifyScreen },
  act: async ({ fields, view, perform }) => {
    const emails = pastedAddresses(fieldText(fields, 'emails'), MAX_BULK_ADDRESSES)
    const [only, ...others] = emails
    if (only === undefined) throw new AppError('validation_failed', view.words.verify.nothingTyped, { field: 'emails' })
    if (others.length === 0 && parseEmailAddress(only) === null)
      throw new AppError('validation_failed', view.words.general.noAddress, { field: 'emails' })
    if (others.length === 0) return see(to(`/people/${encodeURIComponent(only)}`, { verify: 'true' }))
    const { data } = await perform(StartBulk, { emails, name: fieldText(fields, 'name') })
    return see(to(`/verify/${data.id}`))
  },
})

export const CheckFileForm = form({
  uses: [StartBulk],
  on: { path: '/verify', screen: VerifyScreen },
  file: { maxBytes: MAX_FILE_BYTES },
  act: async ({ fields, file, view, perform }) => {
    if (file === null) throw new AppError('validation_failed', view.words.verify.noFile, { field: 'file' })
    const emails = await addressesOfCsv(file.bytes, 'file')
    if (emails.length === 0) throw new AppError('validation_failed', view.words.verify.noAddresses, { field: 'file' })
    const { data } = await perform(StartBulk, { emails, name: fieldText(fields, 'file_name').slice(0, 100) })
    return see(to(`/verify/${data.id}`))
  },
})
