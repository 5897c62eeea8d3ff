import { checkGroups, checkLines, type CheckDraft, type CheckLayout, type CheckSheet } from './check-sheet.ts'

const picture = (one: CheckDraft, extra = ''): string =>
  `<img src="/files/people/p${one.written.length}${one.letter.toLowerCase()}.jpg" alt="${one.written}"${extra}>`

function definitions(sheet: CheckSheet): string {
  const items = sheet.people.map(
    (one) =>
      `<dt>${one.nameHtml}</dt>${sheet.gap}${checkLines(one, sheet, true)
        .map((line) => `<dd>${line}</dd>`)
        .join(sheet.gap)}`,
  )
  return `<dl class="staff">${items.join(sheet.gap)}</dl>`
}

function brBlocks(sheet: CheckSheet): string {
  return sheet.people
    .map(
      (one) =>
        `<p><strong>${one.nameHtml}</strong><br />${sheet.gap}${checkLines(one, sheet, sheet.dice.chance(0.5)).join(`<br />${sheet.gap}`)}</p>`,
    )
    .join(sheet.gap)
}

/** Everybody in one paragraph, with an empty line between two people. */
function brFlat(sheet: CheckSheet): string {
  return `<p>${sheet.people.map((one) => [one.nameHtml, ...checkLines(one, sheet, false)].join(`<br>${sheet.gap}`)).join(`<br><br>${sheet.gap}`)}</p>`
}

/** A picture on the left, text beside it, and nothing around both. */
function floats(sheet: CheckSheet): string {
  return sheet.people
    .map(
      (one) =>
        `<div style="float:left;width:120px">${picture(one, ' width="100"')}</div>${sheet.gap}<div style="margin-left:130px"><b>${one.nameHtml}</b><br>${checkLines(one, sheet, false).join('<br>')}</div>${sheet.gap}<div style="clear:both"></div>`,
    )
    .join(sheet.gap)
}

/** The name is a heading; what belongs to it is in a grid below. */
function headingGrid(sheet: CheckSheet): string {
  const { words, mailWord } = sheet
  return sheet.people
    .map((one) => {
      const fields: [string, string | null][] = [
        [words.phone, one.phone],
        [words.room, one.room],
        [mailWord, one.mail],
      ]
      const grid = fields
        .filter(([, text]) => text !== null && text !== '')
        .map(([label, text]) => `<div class="col-sm-3 lbl">${label}</div><div class="col-sm-9">${text}</div>`)
      const below = one.position ?? one.note
      return `<h3>${one.nameHtml}</h3>${below === null ? '' : `${sheet.gap}<p class="lead">${below}</p>`}${sheet.gap}<div class="row grid">${grid.join(sheet.gap)}</div>`
    })
    .join(sheet.gap)
}

/** Lines of text under letters. */
function letterLists(sheet: CheckSheet): string {
  const people = [...sheet.people].sort((a, b) => (a.letter < b.letter ? -1 : a.letter > b.letter ? 1 : 0))
  const letters = [...new Set(people.map((one) => one.letter))]
  return letters
    .map((letter) => {
      const items = people
        .filter((one) => one.letter === letter)
        .map((one) => `<li>${[one.nameHtml, ...checkLines(one, sheet, false)].join(', ')}</li>`)
      return `<h2 id="${letter}">${letter}</h2>${sheet.gap}<ul>${items.join(sheet.gap)}</ul>`
    })
    .join(sheet.gap)
}

/** Lines of text with a dash between the name and the rest. */
function dashedLines(sheet: CheckSheet): string {
  return checkGroups(sheet.people, 4)
    .map((group, index) => {
      const lines = group.map((one) => `<p>${[one.nameHtml, ...checkLines(one, sheet, false)].join(' – ')}</p>`)
      return `<h4>${sheet.departments[index % sheet.departments.length]}</h4>${sheet.gap}${lines.join(sheet.gap)}`
    })
    .join(sheet.gap)
}

/** The position first, then a colon and the name, in one line. */
function labelLines(sheet: CheckSheet): string {
  const items = sheet.people.map((one) => {
    const rest = [one.phone, one.mail].filter(Boolean).join(' · ')
    return `<li>${one.position === null ? '' : `${one.position}: `}${one.nameHtml}${rest === '' ? '' : `<br>${rest}`}</li>`
  })
  return `<ul class="board">${items.join(sheet.gap)}</ul>`
}

/** Pictures with a caption each. */
function figures(sheet: CheckSheet): string {
  const items = sheet.people.map(
    (one) =>
      `<figure class="member">${picture(one)}<figcaption><b>${one.nameHtml}</b><br>${checkLines(one, sheet, false).join('<br>')}</figcaption></figure>`,
  )
  return `<div class="gallery">${items.join(sheet.gap)}</div>`
}

export const CHECK_BLOCKS: readonly CheckLayout[] = [
  { kind: 'definitions', classes: [], lay: definitions },
  { kind: 'br-blocks', classes: [], lay: brBlocks },
  { kind: 'br-flat', classes: [], lay: brFlat },
  { kind: 'floats', classes: [], pictures: true, lay: floats },
  { kind: 'heading-grid', classes: ['g'], lay: headingGrid },
  { kind: 'letter-lists', classes: [], lay: letterLists },
  { kind: 'dashed-lines', classes: [], lay: dashedLines },
  { kind: 'label-lines', classes: [], labels: true, lay: labelLines },
  { kind: 'figures', classes: [], pictures: true, lay: figures },
]
