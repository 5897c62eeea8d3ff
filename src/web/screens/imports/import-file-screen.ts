import { LEAD_VALUE_COLUMNS } from '../../../core/leads/lead-changes.ts'
import { FULL_NAME } from '../../../core/data/leads-import-columns.ts'
import { GetImport } from '../../../core/data/leads-imports.ts'
import type { ImportRecord } from '../../../core/data/leads-imports.ts'
import { DeleteUpload, GetUpload, ImportUpload } from '../../../core/data/leads-uploads.ts'
import { ListCustomAttributes } from '../../../core/leads/custom-attributes.ts'
import { ListListChoices } from '../../../core/leads/list-choices.ts'
import { hidden, inputField, problemList } from '../../components/field.ts'
import { askFor, known, tryAskFor } from '../../page/ask.ts'
import { fieldText, isTicked } from '../../page/fields.ts'
import type { Fields } from '../../page/fields.ts'
import type { Html } from '../../page/html.ts'
import { html, NOTHING } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'

/** The value for a column that is left out. */
const LEFT_OUT = '-'

type Upload = Awaited<ReturnType<(typeof GetUpload)['run']>>['data']

interface OwnField {
  label: string
  slug: string
}

/** A file before its import: which column is which field, its first rows, and where its people go. */
export const ImportFileScreen = screen({
  scope: 'write',
  title: ({ words }) => words.imports.columnsTitle,
  asks: ({ params, query }) => ({
    upload: askFor(GetUpload, { id: params['id'] }),
    lists: askFor(ListListChoices),
    own: askFor(ListCustomAttributes),
    // What was chosen for it is changed.
    trial: query['trial'] === undefined ? null : tryAskFor(GetImport, { id: query['trial'] }),
  }),
  page: ({ upload, lists, own, trial: found }, view) => {
    const trial = known(found)?.data ?? null
    const { imports } = view.words
    const { id, name } = upload.data
    return html`<h1>${imports.columnsTitle}</h1>
      <p><bdi>${name ?? imports.unnamed}</bdi>. ${imports.columnsHint}</p>
      ${problemList(view)}
      <form method="post" action="${to(`/imports/files/${id}`)}" class="stack">
        ${hidden({ once: view.once })} ${columnTable({ upload: upload.data, own: own.data.leads_custom_attributes, trial }, view)}
        ${target(lists.data.leads_lists, trial, view)}
        <div class="row">
          <button>${imports.start}</button>
          <button class="outline" name="dry_run" value="true" aria-describedby="try-hint">${imports.tryFirst}</button>
          <button class="outline" formaction="${to(`/imports/files/${id}/forget`)}">${imports.forget}</button>
        </div>
        <small class="muted" id="try-hint">${imports.tryHint}</small>
      </form>`
  },
})

interface Columns {
  upload: Upload
  own: readonly OwnField[]
  trial: ImportRecord | null
}

function columnTable({ upload: { columns: guessed, rows }, own, trial }: Columns, view: View): Html {
  const { imports } = view.words
  const columns = trial === null ? guessed : chosenColumns(guessed, trial)
  return html`<div class="table" id="csv" tabindex="0" role="region" aria-label="${imports.sampleRows}">
    <table class="plain">
      <thead>
        <tr>${columns.map(({ column, field }, index) => html`<th><bdi>${column}</bdi>${fieldChoice({ column, field, index }, own, view)}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map((row) => html`<tr>${columns.map((_, index) => html`<td><bdi>${row[index] ?? ''}</bdi></td>`)}</tr>`)}
      </tbody>
    </table>
  </div>`
}

interface Column {
  column: string
  field: string | null
  index: number
}

function fieldChoice({ column, field, index }: Column, own: readonly OwnField[], view: View): Html {
  const { imports, leads } = view.words
  const name = `field_${index}`
  const typed = fieldText(view.typed, name)
  const chosen = typed === '' ? (field ?? LEFT_OUT) : typed
  const choices: (readonly [value: string, label: string])[] = [
    [LEFT_OUT, imports.leaveOut],
    ['email', leads.fields.email],
    [FULL_NAME, leads.fields.full_name],
    ...LEAD_VALUE_COLUMNS.map((value) => [value, leads.fields[value]] as const),
    ...own.map(({ slug, label }) => [`custom_attributes.${slug}`, label] as const),
  ]
  return html`<input type="hidden" name="column_${index}" value="${column}" />
    <select name="${name}" aria-label="${imports.fieldOf(column)}">
      ${choices.map(([value, label]) => html`<option value="${value}"${value === chosen ? html` selected` : NOTHING}>${label}</option>`)}
    </select>`
}

function target(lists: readonly { name: string }[], trial: ImportRecord | null, view: View): Html {
  const { imports } = view.words
  const { typed, query } = view
  const existing = fieldText(typed, 'on_existing') || trial?.on_existing
  return html`<div class="columns">
    <div>
      ${inputField(view, { name: 'leads_list_name', label: imports.list, hint: imports.listHint, list: 'list-names', maxLength: 255, value: query['list'] })}
      <datalist id="list-names">${lists.map(({ name }) => html`<option value="${name}"></option>`)}</datalist>
    </div>
    <div data-field>
      <label for="on_existing">${imports.onExisting}</label>
      <select id="on_existing" name="on_existing">
        ${(['update', 'skip'] as const).map((value) => html`<option value="${value}"${value === existing ? html` selected` : NOTHING}>${imports[value]}</option>`)}
      </select>
    </div>
  </div>`
}

/** What a trial made of the columns; those that it does not name were left out. */
const chosenColumns = (columns: Upload['columns'], trial: ImportRecord): Upload['columns'] =>
  columns.map(({ column }) => ({
    column,
    field: trial.columns.find((each) => each.column === column)?.field ?? null,
  }))

/** A form that imports a file exactly as it was tried, with a way back to what was chosen. */
export function importAsTried(trial: ImportRecord, upload: Upload, view: View): Html {
  const { imports } = view.words
  const list = view.query['list'] ?? ''
  const columns = chosenColumns(upload.columns, trial).flatMap(({ column, field }, index) => [
    [`column_${index}`, column] as const,
    [`field_${index}`, field ?? LEFT_OUT] as const,
  ])
  const { id, on_existing } = trial
  const fields = { ...Object.fromEntries(columns), on_existing, leads_list_name: list, once: view.once }
  return html`<form method="post" action="${to(`/imports/files/${upload.id}`)}">${hidden(fields)}<button>${imports.importNow}</button></form>
    <a class="button outline" href="${to(`/imports/files/${upload.id}`, { trial: id, list })}">${imports.changeColumns}</a>`
}

/** The mapping of columns to fields in the form. */
function mappingOf(fields: Fields): Record<string, string> {
  const mapping = new Map<string, string>()
  for (let index = 0; Object.hasOwn(fields, `column_${index}`); index++)
    mapping.set(fieldText(fields, `column_${index}`), fieldText(fields, `field_${index}`) || LEFT_OUT)
  return Object.fromEntries(mapping)
}

/** After a trial the file is kept for the import; otherwise it is no longer needed. */
export const ImportFileForm = form({
  uses: [ImportUpload, DeleteUpload],
  on: { path: '/imports/files/:id', screen: ImportFileScreen },
  act: async ({ fields, perform, view }) => {
    const { id } = view.params
    const isTrial = isTicked(fields, 'dry_run')
    const list = fieldText(fields, 'leads_list_name')
    const { data } = await perform(ImportUpload, {
      id,
      mapping: mappingOf(fields),
      on_existing: fieldText(fields, 'on_existing'),
      dry_run: isTrial,
      ...(list !== '' && { leads_list_name: list }),
    })
    if (!isTrial) await perform(DeleteUpload, { id })
    return see(to(`/imports/${data.id}`, isTrial ? { file: id, list } : {}))
  },
})

export const ForgetFileForm = form({
  uses: [DeleteUpload],
  on: { path: '/imports/files/:id', screen: ImportFileScreen },
  act: async ({ perform, view }) => {
    await perform(DeleteUpload, { id: view.params['id'] })
    return see(to('/imports'), notice('imports.dropped'))
  },
})
