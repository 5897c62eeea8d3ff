import { checkGroups, checkLines, type CheckDraft, type CheckLayout, type CheckSheet } from './check-sheet.ts'

const cell = (text: string | null, sheet: CheckSheet): string =>
  `<td${sheet.dice.chance(0.2) ? ' valign="top"' : ''}>${text ?? '&nbsp;'}</td>`
const row = (cells: readonly string[], { gap }: CheckSheet): string => `<tr>${gap}${cells.join(gap)}${gap}</tr>`
const table = (rows: readonly string[], sheet: CheckSheet, head = ''): string =>
  `<table${sheet.dice.pick(['', ' class="table table-striped"', ' border="1" cellpadding="4"', ' class="contenttable"', ' class="wp-block-table"'])}>${head}${sheet.gap}<tbody>${rows.join(sheet.gap)}</tbody></table>`
const under = ({ position, note }: CheckDraft): string => position ?? note ?? ''

/** Tables with a header row, some of which lack roles. */
function headed(sheet: CheckSheet): string {
  const { words, mailWord, dice } = sheet
  const columns: [string, (one: CheckDraft) => string][] = [
    [words.name, (one) => one.nameHtml],
    [words.position, under],
    [words.phone, (one) => one.phone ?? ''],
    [mailWord, (one) => one.mail],
  ]
  const shown = dice.chance(0.3) ? [columns[0], columns[3], columns[1], columns[2]] : columns
  const kept = shown.filter((one) => one !== undefined)
  const head = `<thead><tr>${kept.map(([title]) => `<th>${title}</th>`).join('')}</tr></thead>`
  return table(
    sheet.people.map((one) =>
      row(
        kept.map(([, read]) => cell(read(one), sheet)),
        sheet,
      ),
    ),
    sheet,
    head,
  )
}

function twoRoles(sheet: CheckSheet): string {
  const head = `<tr><th>${sheet.words.name}</th><th>${sheet.words.contact}</th></tr>`
  const rows = sheet.people.map((one) => {
    const below = under(one)
    const name = `<strong>${one.nameHtml}</strong>${below === '' ? '' : `<br /><em>${below}</em>`}`
    const rest = [one.phone, one.mail].filter(Boolean).join('<br />')
    return row([cell(name, sheet), cell(rest, sheet)], sheet)
  })
  return table([head, ...rows], sheet)
}

/** No header at all, inside a table that only lays out the page. */
function bare(sheet: CheckSheet): string {
  const withPosition = sheet.people.some((one) => under(one) !== '')
  const rows = sheet.people.map((one) =>
    row(
      [one.nameHtml, ...(withPosition ? [under(one)] : []), ...(one.phone === null ? [] : [one.phone]), one.mail].map(
        (text) => cell(text, sheet),
      ),
      sheet,
    ),
  )
  return `<table width="100%" cellspacing="0"><tr><td width="160" valign="top"><a href="/">Home</a><br><a href="/news">News</a></td><td>${table(rows, sheet)}</td></tr></table>`
}

function twoInRow(sheet: CheckSheet): string {
  const block = (one: CheckDraft): string => `<b>${one.nameHtml}</b><br>${checkLines(one, sheet, false).join('<br>')}`
  return table(
    checkGroups(sheet.people, 2).map((pair) =>
      row(
        pair.map((one) => cell(block(one), sheet)),
        sheet,
      ),
    ),
    sheet,
  )
}

/** Departments as separate rows between the people. */
function roleRows(sheet: CheckSheet): string {
  const rows = checkGroups(sheet.people, 3).flatMap((group, index) => [
    `<tr><td colspan="3" class="dept"><strong>${sheet.departments[index % sheet.departments.length]}</strong></td></tr>`,
    ...group.map((one) =>
      row(
        [one.nameHtml, under(one), one.mail].map((text) => cell(text, sheet)),
        sheet,
      ),
    ),
  ])
  return table(rows, sheet)
}

function positionFirst(sheet: CheckSheet): string {
  const { words, mailWord, dice } = sheet
  const head = dice.chance(0.5) ? [`<tr><th>${words.position}</th><th>${words.name}</th><th>${mailWord}</th></tr>`] : []
  return table(
    [
      ...head,
      ...sheet.people.map((one) =>
        row(
          [one.position, one.nameHtml, one.mail].map((text) => cell(text, sheet)),
          sheet,
        ),
      ),
    ],
    sheet,
  )
}

function letters(sheet: CheckSheet): string {
  const people = [...sheet.people].sort((a, b) => (a.letter < b.letter ? -1 : a.letter > b.letter ? 1 : 0))
  const rows = people.flatMap((one, index) => [
    ...(people[index - 1]?.letter === one.letter
      ? []
      : [`<tr><th colspan="4"><a name="${one.letter}"></a>${one.letter}</th></tr>`]),
    row(
      [one.nameHtml, one.phone, one.room, one.mail].map((text) => cell(text, sheet)),
      sheet,
    ),
  ])
  const index = [...new Set(people.map((one) => one.letter))].map((letter) => `<a href="#${letter}">${letter}</a>`)
  return `<p class="az">${index.join(' | ')}</p>${table(rows, sheet)}`
}

/** A small table for each person, with a label in each row. */
function labelledRows(sheet: CheckSheet): string {
  const { words, mailWord } = sheet
  return sheet.people
    .map((one) => {
      const facts: [string, string | null][] = [
        [words.name, one.nameHtml],
        [words.position, one.position],
        [words.phone, one.phone],
        [mailWord, one.mail],
      ]
      const rows = facts.filter(([, text]) => text !== null && text !== '')
      return `<div class="person">${table(
        rows.map(([label, text]) => `<tr><td class="label">${label}:</td><td>${text}</td></tr>`),
        sheet,
      )}</div>`
    })
    .join(sheet.gap)
}

export const CHECK_TABLES: readonly CheckLayout[] = [
  { kind: 'table-headed', classes: [], lay: headed },
  { kind: 'table-two-roles', classes: [], lay: twoRoles },
  { kind: 'table-bare', classes: [], lay: bare },
  { kind: 'table-two-in-row', classes: [], lay: twoInRow },
  { kind: 'table-role-rows', classes: [], lay: roleRows },
  { kind: 'table-position-first', classes: [], lay: positionFirst },
  { kind: 'table-letters', classes: [], lay: letters },
  { kind: 'table-labelled-rows', classes: [], lay: labelledRows },
]
