import { CancelImport, GetImport, GetImportErrors } from '../../../core/data/leads-imports.ts'
import type { ImportRecord } from '../../../core/data/leads-imports.ts'
import { GetUpload } from '../../../core/data/leads-uploads.ts'
import { enhance, pollAfterMs } from '../../components/enhance.ts'
import { icon } from '../../components/icon.ts'
import { progressBar } from '../../components/meter.ts'
import { pager } from '../../components/pager.ts'
import { time } from '../../components/time.ts'
import { ownValue } from '../../../lib/text/own-value.ts'
import { askFor, known, tryAskFor } from '../../page/ask.ts'
import type { Html } from '../../page/html.ts'
import { html, NOTHING } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { retold } from '../../page/problems.ts'
import { changed, to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { importAsTried } from './import-file-screen.ts'

const PAGE = 50

const offsetOf = ({ query }: View): number => Math.max(0, Math.trunc(Number(query['offset'] ?? 0)) || 0)

const goesOn = ({ status }: ImportRecord): boolean => ['uploading', 'queued', 'running'].includes(status)

type Errors = Awaited<ReturnType<(typeof GetImportErrors)['run']>>

/** The progress of an import, its results, and the rows that could not be used. */
export const ImportScreen = screen({
  scope: 'read',
  asks: (view) => ({
    found: askFor(GetImport, { id: view.params['id'] }),
    errors: askFor(GetImportErrors, { id: view.params['id'], limit: PAGE, offset: offsetOf(view) }),
    // Waits to be imported after a trial; only for those who may.
    upload: view.query['file'] === undefined ? null : tryAskFor(GetUpload, { id: view.query['file'] }),
  }),
  refreshes: ({ found }) => goesOn(found.data),
  title: ({ words }, { found }) => found.data.name ?? words.imports.title,
  page: ({ found, errors, upload }, view) => {
    const { words, format } = view
    const { name, created_at: made, columns } = found.data
    return html`<h1><bdi>${name ?? words.imports.title}</bdi></h1>
      <p class="muted">${time(made, format)}</p>
      ${progress({ found: found.data, errors, upload: known(upload)?.data ?? null }, view)}
      <details>
        <summary>${words.imports.columnsUsed}</summary>
        <ul>
          ${columns.map(({ column, field }) => html`<li><bdi>${column}</bdi>: ${fieldWord(field, view)}</li>`)}
        </ul>
      </details>`
  },
  parts: {
    progress: ({ found, errors, upload }, view) =>
      progress({ found: found.data, errors, upload: known(upload)?.data ?? null }, view),
  },
})

/** A custom field is shown by its slug. */
const fieldWord = (field: string, { words }: View): string =>
  ownValue(words.leads.fields as Readonly<Record<string, string>>, field) ?? field.replace('custom_attributes.', '')

interface Progress {
  found: ImportRecord
  errors: Errors
  upload: Parameters<typeof importAsTried>[1] | null
}

/** Requested again while rows are being merged. */
function progress({ found, errors, upload }: Progress, view: View): Html {
  const { words, format, now } = view
  const { imports } = words
  const isRunning = goesOn(found)
  const again = {
    get: to(view.path, view.query),
    target: 'progress',
    trigger: { afterMs: pollAfterMs(now.getTime() - new Date(found.created_at).getTime()) },
  }
  const { total, done, created, updated, unchanged, skipped, failed } = found
  const figures = [
    [imports.total, total],
    [imports.created, created],
    [imports.updated, updated],
    [imports.unchanged, unchanged],
    [imports.skipped, skipped],
    [imports.failed, failed],
  ] as const
  return html`<div id="progress"${isRunning ? enhance(again) : NOTHING}>
    <p>
      <strong>${imports.status[found.status]}</strong>${found.dry_run ? html` · ${imports.dryRun}` : NOTHING}
      ${found.problem === null ? NOTHING : html` · <bdi>${retold(found.problem, words)}</bdi>`}
    </p>
    ${isRunning ? html`<p>${progressBar(done, total, imports.running)} ${imports.progress(format.number(done), format.number(total))}</p>` : NOTHING}
    <dl class="tiles">
      ${figures.map(([label, count]) => html`<div class="tile"><dt>${label}</dt><dd>${format.number(count)}</dd></div>`)}
    </dl>
    <div class="row">${steps(found, upload, view)}</div>
    ${failed > 0 ? rejected(errors, view) : NOTHING}
  </div>`
}

function steps(found: ImportRecord, upload: Progress['upload'], view: View): Html {
  const { imports } = view.words
  const { id, dry_run: isTrial, leads_list_id: list } = found
  const earlier = html`<a class="button outline" href="${to('/imports')}">${imports.earlier}</a>`
  if (goesOn(found))
    return view.can('write')
      ? html`<form method="post" action="${to(`/imports/${id}/stop`)}"><button class="outline">${imports.stop}</button></form>`
      : NOTHING
  if (isTrial) return upload === null ? earlier : importAsTried(found, upload, view)
  return html`<a class="button" href="${to('/leads', { leads_list_id: list })}">${icon('leads')}${imports.showPeople}</a>
    ${earlier}`
}

function rejected({ data, meta }: Errors, view: View): Html {
  const { imports } = view.words
  const offset = offsetOf(view)
  const at = (start: number): string => to(view.path, changed(view.query, { offset: start === 0 ? null : start }))
  return html`<h2>${imports.rejected}</h2>
    <div class="table" tabindex="0" role="region" aria-label="${imports.rejected}">
      <table class="people">
        <thead>
          <tr><th class="number">${imports.line}</th><th>${imports.column}</th><th>${imports.why}</th></tr>
        </thead>
        <tbody>
          ${data.errors.map(({ line, column, reason }) => html`<tr><td class="number" data-label="${imports.line}">${view.format.number(line)}</td><td>${column === null ? NOTHING : html`<bdi>${column}</bdi>`}</td><td>${retold(reason, view.words)}</td></tr>`)}
        </tbody>
      </table>
    </div>
    ${pager({ previous: offset === 0 ? null : at(Math.max(0, offset - PAGE)), next: offset + PAGE < meta.total ? at(offset + PAGE) : null }, view)}`
}

export const StopImportForm = form({
  uses: [CancelImport],
  on: { path: '/imports/:id', screen: ImportScreen },
  act: async ({ perform, view }) => {
    const { data } = await perform(CancelImport, { id: view.params['id'] })
    return see(to(`/imports/${data.id}`), notice('imports.cancelled'))
  },
})
