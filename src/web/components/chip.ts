import { DAY_MS } from '../../lib/process/clock.ts'
import { html, NOTHING } from '../page/html.ts'
import type { Html } from '../page/html.ts'
import type { View } from '../page/view.ts'
import { icon } from './icon.ts'
import type { IconName } from './icon.ts'
import { time } from './time.ts'
import { tooltip } from './tooltip.ts'

const STATUSES = ['valid', 'invalid', 'accept_all', 'webmail', 'disposable', 'unknown', 'none', 'running'] as const
export type ChipStatus = (typeof STATUSES)[number]

/** The chip for the outcome of a verification; null and unknown words mean "not checked". */
export const chipStatus = (status: string | null | undefined): ChipStatus =>
  STATUSES.find((known) => known === status) ?? 'none'

/**
 * The status of an address: icon, word and colour, one sentence on hover, focus or tap, and its age.
 * @param at when it was checked
 */
export function chip(
  status: string | null | undefined,
  { words, format, now, ttlDays }: Pick<View, 'words' | 'format' | 'now' | 'ttlDays'>,
  at: Date | string | null = null,
): Html {
  const known = chipStatus(status)
  const { word, sentence } = words.general.status[known]
  const isOld = at !== null && now.getTime() - new Date(at).getTime() > ttlDays * DAY_MS
  return html`<span class="chip" data-status="${known}"${isOld ? html` data-old` : NOTHING} tabindex="0"${tooltip(sentence)}
    >${icon(known satisfies IconName)}${word}</span
  >${at === null ? NOTHING : html` <small class="muted">${time(at, format)}${isOld ? html`, ${words.general.old}` : NOTHING}</small>`}`
}
