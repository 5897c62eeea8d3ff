import { parseArgs } from 'node:util'
import { Pool } from 'pg'
import { report } from '../../support/report.ts'
import { changeMany, LEADS } from './changed-leads.ts'
import { killWhileFinding, PEOPLE, timeToFind } from './found-people.ts'
import { openJobsHouse } from './jobs-house.ts'

/**
 * `npm run bench:jobs`: one call for many people, as an agent makes it, on separate processes and a separate database.
 * Five hundred people at a hundred known domains; lists of people whose worker is killed with -9 at random moments,
 * fifty times; and ten thousand leads copied, tagged, moved, merged and deleted. `-- --kills 5` is the short form.
 */

const { values } = parseArgs({ options: { kills: { type: 'string', default: '50' } } })
const DOMAINS = 100

await using house = await openJobsHouse(DOMAINS)
const pool = new Pool({ connectionString: house.connectionString, max: 2 })
try {
  const { seconds, wrong } = await timeToFind(house, pool)
  console.log(`${PEOPLE} people: ${seconds.toFixed(1)} s`)
  const killed = await killWhileFinding(house, pool, Number(values.kills))
  const changed = await changeMany(house, pool)
  const most = (figure: 'previewMs' | 'seconds' | 'rowsAtOnce'): number =>
    Math.max(...changed.map((each) => each[figure]))
  const rounded = (value: number): number => Math.round(value * 10) / 10
  const figures = {
    people: PEOPLE,
    find_seconds: rounded(seconds),
    find_wrong: wrong,
    kills: killed.kills,
    under_way_at_kills: killed.underWay,
    lost: killed.lost,
    charged_twice: killed.chargedTwice,
    leads_wrong: killed.leadsWrong,
    leads: LEADS,
    change_preview_ms: rounded(most('previewMs')),
    change_seconds: rounded(most('seconds')),
    change_rows_at_once: most('rowsAtOnce'),
  }
  report({
    title: `One call for many: ${PEOPLE} people at ${DOMAINS} domains, ${killed.kills} kills, ${LEADS} leads`,
    rows: [
      ['', 'preview ms', 'seconds', 'rows at once'],
      ['find_emails', '', rounded(seconds), ''],
      ...changed.map((each) => [
        `change_leads ${each.action}`,
        Math.round(each.previewMs),
        rounded(each.seconds),
        each.rowsAtOnce,
      ]),
    ],
    figures,
    bars: [
      { figure: 'find_seconds', max: 10 },
      { figure: 'find_wrong', max: 0 },
      { figure: 'lost', max: 0 },
      { figure: 'charged_twice', max: 0 },
      { figure: 'leads_wrong', max: 0 },
      { figure: 'change_preview_ms', max: 300 },
      { figure: 'change_seconds', max: 10 },
      { figure: 'change_rows_at_once', max: 500 },
    ],
  })
} finally {
  await pool.end()
}
