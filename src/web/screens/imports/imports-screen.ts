import { CreateUpload } from '../../../core/data/leads-uploads.ts'
import { ListImports } from '../../../core/data/leads-imports.ts'
import { hidden, inputField, problemList, ROWS_FILES } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { pager } from '../../components/pager.ts'
import { time } from '../../components/time.ts'
import { askFor } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import type { Html } from '../../page/html.ts'
import { html, NOTHING } from '../../page/html.ts'
import { problemNotice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { download, form, screen, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'

const PAGE = 20

/** The limit for uploads of `/v2`. */
const MAX_FILE_BYTES = 268_435_456

const MAX_NAME = 255

const offsetOf = ({ query }: View): number => Math.max(0, Math.trunc(Number(query['offset'] ?? 0)) || 0)

type Line = Awaited<ReturnType<(typeof ListImports)['run']>>['data'][number]

/** Files of people: a new one, and the results of earlier ones. */
export const ImportsScreen = screen({
  scope: 'read',
  title: ({ words }) => words.general.imports,
  asks: (view) => ({ imports: askFor(ListImports, { limit: PAGE, offset: offsetOf(view) }) }),
  page: ({ imports }, view) => {
    const { words } = view
    const offset = offsetOf(view)
    return html`<h1>${words.general.imports}</h1>
      ${problemList(view)} ${view.can('write') ? uploadForm(view) : NOTHING}
      <h2>${words.imports.earlier}</h2>
      ${imports.data.length === 0 ? html`<p class="muted">${words.imports.none}</p>` : importTable(imports.data, view)}
      ${pager(
        {
          previous: offset === 0 ? null : to('/imports', { offset: Math.max(0, offset - PAGE) }),
          next: offset + PAGE < imports.meta.total ? to('/imports', { offset: offset + PAGE }) : null,
        },
        view,
      )}`
  },
})

function uploadForm(view: View): Html {
  const { imports } = view.words
  return html`<section class="card narrow">
    <p>${imports.intro} <a href="${to('/imports/sample.csv')}">${imports.sample}</a></p>
    <form method="post" action="${to('/imports')}" enctype="multipart/form-data">
      ${hidden({ once: view.once })}
      ${inputField(view, { name: 'csv', label: imports.file, hint: imports.fileHint, type: 'file', required: true, accept: ROWS_FILES })}
      <button>${icon('import')}${imports.upload}</button>
    </form>
  </section>`
}

function importTable(lines: readonly Line[], view: View): Html {
  const { words, format } = view
  const { imports } = words
  return html`<div class="table" tabindex="0" role="region" aria-label="${imports.earlier}">
    <table class="people">
      <thead>
        <tr>
          <th>${imports.name}</th>
          <th>${imports.when}</th>
          <th>${imports.result}</th>
          <th class="number">${imports.total}</th>
          <th class="number">${imports.created}</th>
          <th class="number">${imports.updated}</th>
          <th class="number">${imports.failed}</th>
        </tr>
      </thead>
      <tbody>
        ${lines.map(
          (line) =>
            html`<tr>
              <td><a href="${to(`/imports/${line.id}`)}"><bdi>${line.name ?? imports.unnamed}</bdi></a></td>
              <td data-label="${imports.when}">${time(line.created_at, format)}</td>
              <td data-label="${imports.result}">${imports.status[line.status]}${line.dry_run ? html` <small class="muted">${imports.dryRun}</small>` : NOTHING}</td>
              ${(['total', 'created', 'updated', 'failed'] as const).map((name) => html`<td class="number" data-label="${imports[name]}">${format.number(line[name])}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

/** Takes a file as it arrives; it is reviewed before anything is imported. */
export const UploadForm = form({
  uses: [CreateUpload],
  on: { path: '/imports', screen: ImportsScreen },
  file: { maxBytes: MAX_FILE_BYTES },
  act: async ({ fields, file, perform }) => {
    if (file === null) return see(to('/imports'), problemNotice('imports.noFile'))
    const name = fieldText(fields, 'file_name').slice(0, MAX_NAME)
    const { data } = await perform(CreateUpload, { csv: file, ...(name !== '' && { name }) })
    return see(to(`/imports/files/${data.id}`))
  },
})

const SAMPLE = `email,first name,last name,company,title,phone
jane.rivers@birch.example,Jane,Rivers,Birch Works,Head of Sales,+351 210 000 001
tom.okafor@birch.example,Tom,Okafor,Birch Works,Account Executive,
`

/** An example file: invented people, and headings that Quarry knows. */
export const SampleFile = download({
  uses: [ListImports],
  file: async () => ({ name: 'people.csv', type: 'text/csv; charset=utf-8', chunks: sampleChunks() }),
})

async function* sampleChunks(): AsyncGenerator<string> {
  yield SAMPLE
}
