import { GetExport, GetExportFile } from '../../../core/data/leads-exports.ts'
import type { Answer } from '../../../core/capability/capability.ts'
import { AppError } from '../../../errors.ts'
import { icon } from '../../components/icon.ts'
import { askFor } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { download, screen } from '../../page/screen.ts'

/** A larger file requires a recent confirmation of identity. */
export const MANY_ROWS = 1_000

/** A file of people, ready for download. */
export const ExportScreen = screen({
  scope: 'read',
  title: ({ words }) => words.leads.exportTitle,
  asks: ({ params }) => ({ made: askFor(GetExport, { id: params['id'] }) }),
  page: ({ made }, { words }) => {
    const { id, total, format } = made.data
    const { leads, general } = words
    const isLarge = total > MANY_ROWS
    return html`<section class="narrow">
      <h1>${leads.exportTitle}</h1>
      <p>${leads.exportReady(leads.count(total), format.toUpperCase())}. ${leads.exportHint}</p>
      ${isLarge ? html`<p>${leads.exportLarge}</p>` : NOTHING}
      <p class="row">
        <a class="button" href="${to(`/exports/${id}/${isLarge ? 'large-file' : 'file'}`)}">${icon('download')}${general.download}</a>
        <a class="button outline" href="${to('/leads')}">${general.back}</a>
      </p>
    </section>`
  },
})

const fileOf = (isLargeAllowed: boolean) => ({
  uses: [GetExport, GetExportFile],
  file: async ({ view, perform }: Parameters<ReturnType<typeof download>['file']>[0]) => {
    const id = view.params['id']
    const { data } = await perform(GetExport, { id })
    if (data.total > MANY_ROWS && !isLargeAllowed) throw new AppError('forbidden', "First open this export's page.")
    const { file }: Answer = await perform(GetExportFile, { id })
    if (file === undefined) throw new AppError('not_found', 'There is no such export.')
    return file
  },
})

export const ExportFile = download(fileOf(false))

export const LargeExportFile = download({ ...fileOf(true), confirmed: true })
