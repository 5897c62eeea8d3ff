import type { Html } from '../page/html.ts'
import type { View } from '../page/view.ts'
import { choice } from './field.ts'
import type { FieldOptions } from './field.ts'

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]

/** A choice of time zones; one that is stored under an older name is kept. */
export const timeZones = (view: View, options: Pick<FieldOptions, 'name' | 'label'> & { value: string }): Html => {
  const names = ZONES.includes(options.value) ? ZONES : [options.value, ...ZONES]
  return choice(view, { ...options, choices: names.map((name) => [name, name.replaceAll('_', ' ')] as const) })
}
