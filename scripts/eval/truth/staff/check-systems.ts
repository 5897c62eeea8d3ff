import { checkLines, type CheckDraft, type CheckLayout, type CheckSheet } from './check-sheet.ts'

/** Cards as site builders write them: a column, a wrapper, a widget and a container around everything. */
function builderCards(sheet: CheckSheet): string {
  const widget = (kind: string, inner: string): string =>
    `<div class="elementor-element elementor-widget elementor-widget-${kind}"><div class="elementor-widget-container">${inner}</div></div>`
  const cards = sheet.people.map((one) => {
    const below = one.position ?? one.note
    const inner = [
      widget(
        'image',
        `<img class="attachment-large size-large" src="/wp-content/uploads/team.jpg" alt="${one.written}">`,
      ),
      widget('heading', `<h4 class="elementor-heading-title elementor-size-default">${one.nameHtml}</h4>`),
      ...(below === null ? [] : [widget('heading', `<span class="elementor-heading-title">${below}</span>`)]),
      widget(
        'text-editor',
        [one.phone, one.mail]
          .filter(Boolean)
          .map((line) => `<p>${line}</p>`)
          .join(''),
      ),
    ]
    return `<div class="elementor-column elementor-col-33"><div class="elementor-widget-wrap elementor-element-populated">${inner.join(sheet.gap)}</div></div>`
  })
  return `<section class="elementor-section"><div class="elementor-container">${cards.join(sheet.gap)}</div></section>`
}

/** Views rows with a field for each fact. */
function viewRows(sheet: CheckSheet): string {
  const { words, mailWord } = sheet
  const field = (name: string, label: string | null, text: string | null): string =>
    text === null || text === ''
      ? ''
      : `<div class="views-field views-field-${name}">${label === null ? '' : `<span class="views-label">${label}: </span>`}<span class="field-content">${text}</span></div>`
  const rows = sheet.people.map(
    (one, index) =>
      `<div class="views-row views-row-${index + 1} ${index % 2 === 0 ? 'views-row-odd' : 'views-row-even'}">${sheet.gap}${[
        field('title', null, one.nameHtml),
        field('field-function', null, one.position ?? one.note),
        field('field-phone', words.phone, one.phone),
        field('field-mail', mailWord, one.mail),
      ].join(sheet.gap)}</div>`,
  )
  return `<div class="view view-staff view-id-staff"><div class="view-content">${rows.join(sheet.gap)}</div></div>`
}

/** A content element for each person: header, picture and body text. */
function contentElements(sheet: CheckSheet): string {
  return sheet.people
    .map(
      (one, index) =>
        `<div id="c${1200 + index * 7}" class="frame frame-default frame-type-textpic"><header><h2 class="">${one.nameHtml}</h2></header><div class="ce-textpic ce-left ce-intext"><div class="ce-gallery"><img src="/fileadmin/_processed_/x.jpg" alt="${one.written}"></div><div class="ce-bodytext">${checkLines(
          one,
          sheet,
          true,
        )
          .map((line) => `<p>${line}</p>`)
          .join(sheet.gap)}</div></div></div>`,
    )
    .join(sheet.gap)
}

/** The name is a button; the address is in the panel that it opens. */
function accordion(sheet: CheckSheet): string {
  const panel = (one: CheckDraft, index: number): string =>
    `<div class="accordion-item"><h3 class="accordion-header" id="h${index}"><button class="accordion-button collapsed" type="button" aria-controls="p${index}" aria-expanded="false">${one.nameHtml}</button></h3><div id="p${index}" class="accordion-collapse collapse" aria-labelledby="h${index}"><div class="accordion-body"><ul>${checkLines(
      one,
      sheet,
      true,
    )
      .map((line) => `<li>${line}</li>`)
      .join(sheet.gap)}</ul></div></div></div>`
  return `<div class="accordion">${sheet.people.map(panel).join(sheet.gap)}</div>`
}

export const CHECK_SYSTEMS: readonly CheckLayout[] = [
  { kind: 'builder-cards', classes: [], pictures: true, lay: builderCards },
  { kind: 'view-rows', classes: [], lay: viewRows },
  { kind: 'content-elements', classes: ['g'], pictures: true, lay: contentElements },
  { kind: 'accordion', classes: ['g'], lay: accordion },
]
