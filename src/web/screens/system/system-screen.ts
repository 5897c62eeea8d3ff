import { ownValue } from '../../../lib/text/own-value.ts'
import { GetInstallationFigures } from '../../../core/operate/installation-figures.ts'
import { RunDoctor } from '../../../core/operate/run-doctor.ts'
import { enhance } from '../../components/enhance.ts'
import { stateChip } from '../../components/state-chip.ts'
import { askFor } from '../../page/ask.ts'
import type { Found } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { retold } from '../../page/problems.ts'
import { screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import type { Words } from '../../words/words.ts'
import { systemTabs } from './system-tabs.ts'

/** The doctor takes seconds: a separate part, or the whole page on request. */
const isExamined = ({ part, query }: View): boolean => part === 'doctor' || query['examine'] === 'true'

const asks = (view: View) => ({
  findings: isExamined(view) ? askFor(RunDoctor) : null,
  figures: view.part === 'doctor' ? null : askFor(GetInstallationFigures),
})
type Known = Found<ReturnType<typeof asks>>

/** The state of the installation. */
export const SystemScreen = screen({
  scope: 'operator',
  title: ({ words }) => words.system.title,
  asks,
  page: (found, view) => {
    const { system } = view.words
    return html`<h1>${system.title}</h1>
      ${systemTabs(view)}
      <div class="columns wide-first">
        <section>
          <h2>${system.doctor}</h2>
          ${doctor(found, view)}
        </section>
        <section>
          <h2>${system.figures}</h2>
          ${figures(found, view)}
        </section>
      </div>`
  },
  parts: { doctor: (found, view) => doctor(found, view) },
})

const CONDITIONS = { ok: 'good', warning: 'warning', problem: 'bad' } as const

function doctor({ findings }: Known, view: View): Html {
  const { system } = view.words
  const again = to('/system', { examine: true })
  if (findings === null)
    return html`<div id="doctor" class="examining"${enhance({ get: to('/system'), target: 'doctor', trigger: { afterMs: 0 } })}>
      <p class="scripted">${system.examining}</p>
      <a class="button outline unscripted" href="${again}">${system.examineNow}</a>
    </div>`
  const names: ReadonlyMap<string, string> = new Map(Object.entries(system.checks))
  return html`<div id="doctor">
    <dl class="facts long">
      ${findings.data.map(
        ({ name, state, sentence }) =>
          html`<dt>${names.get(name) ?? name}</dt>
            <dd>${stateChip(CONDITIONS[state], system.states[state])} ${retold(sentence, view.words)}</dd>`,
      )}
    </dl>
    <a class="button outline small" href="${again}">${system.examine}</a>
  </div>`
}

const MEGABYTE = 1_000_000

function figures({ figures: found }: Known, { words, format }: View): Html {
  const { system } = words
  const byName = Map.groupBy(found?.data ?? [], ({ name }) => name)
  const shown = (name: string): string => {
    const known = byName.get(name) ?? []
    const sum = known.reduce((total, { value }) => total + value, 0)
    if (name === 'database_bytes') return system.megabytes(format.number(Math.round(sum / MEGABYTE)))
    if (name !== 'oldest_job') return format.number(sum)
    if (known.length === 0) return system.nothingWaits
    return system.seconds(Math.round(Math.max(...known.map(({ value }) => value))))
  }
  const parts = (name: string): string =>
    (byName.get(name) ?? [])
      .filter(({ label }) => label !== '')
      .map(({ label, value }) => `${labelWord(name, label, words)} ${format.number(Math.round(value))}`)
      .join(' · ')
  return html`<dl class="tiles">
    ${Object.entries(system.figure).map(
      ([name, word]) =>
        html`<div class="tile">
          <dt>${word}</dt>
          <dd${byName.has(name) || name !== 'oldest_job' ? NOTHING : html` class="word"`}>${shown(name)}<small class="muted">${parts(name)}</small></dd>
        </div>`,
    )}
  </dl>`
}

/** The name of a state on the other screens. */
function labelWord(name: string, label: string, { general, leads, system, webhooks }: Words): string {
  const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    crawls: system.crawls.states,
    deliveries: webhooks.status,
    messages: leads.mailStatus,
    verdicts: Object.fromEntries(Object.entries(general.status).map(([status, { word }]) => [status, word])),
  }
  return new Map(Object.entries(ownValue(known, name) ?? {})).get(label) ?? label
}
