/**
 * `npm run eval:deliverability -- [--only zones,reports,brake,ramp,gate,brake-run,real-brake,pacing] [--claims 100000]
 * [--recipients 10000]`: what protects a sender. Domains with one mistake each, reports from receivers, and the brake
 * on lists with a share of dead addresses, by the rules alone; then ramp, gate, brake and pacing with three workers on
 * one database, whose clocks are advanced by hand, and the brake at a real Postfix and Dovecot if the machine has them.
 * Everything is seeded.
 */
import { parseArgs } from 'node:util'
import { report } from '../support/report.ts'
import type { Bar } from '../support/report.ts'
import { brakeFigures } from './sending/brake-figures.ts'
import { brakeRun } from './sending/brake-run.ts'
import { dmarcFigures } from './sending/dmarc-figures.ts'
import { gateRun } from './sending/gate-run.ts'
import { pacingRun } from './sending/pacing-run.ts'
import { realBrake } from './sending/real-brake.ts'
import { rampRun } from './sending/ramp-run.ts'
import { zoneFigures } from './sending/zone-figures.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    claims: { type: 'string', default: '100000' },
    recipients: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '3' },
  },
})

interface Part {
  rows: (string | number)[][]
  figures: Record<string, number>
  bars: Bar[]
}

/** Reports come first, while the process is small: what a decompression bomb takes is seen by how far memory grows. */
const PARTS: readonly (readonly [name: string, play: () => Part | Promise<Part>])[] = [
  ['reports', dmarcFigures],
  ['zones', zoneFigures],
  ['brake', brakeFigures],
  ['ramp', rampRun],
  ['gate', () => gateRun(Number(values.recipients))],
  ['brake-run', () => brakeRun(Number(values.runs))],
  ['real-brake', realBrake],
  ['pacing', () => pacingRun(Number(values.claims))],
]

const chosen = values.only?.split(',')
const played: Part[] = []
for (const [name, play] of PARTS) if (chosen === undefined || chosen.includes(name)) played.push(await play())

report({
  title: `Sender protection: ${chosen?.join(', ') ?? 'everything'}`,
  rows: played.flatMap(({ rows }) => [...rows, ['', '', '', '', '']]),
  figures: Object.assign({}, ...played.map(({ figures }) => figures)) as Record<string, number>,
  bars: played.flatMap(({ bars }) => bars),
})
