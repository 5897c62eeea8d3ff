import { all, groups, slug } from './tuning-layouts.ts'
import type { Layout, TuningEntry } from './tuning-layouts.ts'

const ROOMS = ['Harbour Office', 'Records', 'Grounds and Paths', 'Mill', 'Studies'] as const
const room = (at: number): string => ROOMS[at % ROOMS.length] ?? ''
const named = (one: TuningEntry): string => `<a href="/people/${slug(one.plain)}">${one.shown}</a>`

/** Tables and lists whose rows merge, span, transpose or split what belongs to one person. */
export const TABLE_LAYOUTS: Readonly<Record<string, Layout>> = {
  'columns-first-last': (entries) =>
    `<table><tr><th>Last name</th><th>First name</th><th>Function</th><th>Contact</th></tr>${all(entries, (one) => `<tr><td>${one.last}</td><td>${one.first}</td><td>${one.position}</td><td>${one.mail}</td></tr>`)}</table>`,
  'columns-titled': (entries) =>
    `<table class="views-table">${all(entries, (one) => `<tr><td class="views-field-title">${one.isDesk ? '' : 'Dr.'}</td><td class="views-field-first">${one.first}</td><td class="views-field-last">${one.last}</td><td>${one.phone}</td><td>${one.mail}</td></tr>`)}</table>`,
  turned: (entries) =>
    groups(entries, 3)
      .map(
        (row) =>
          `<table><tr>${all(row, (one) => `<td align="center"><b>${one.shown}</b></td>`)}</tr><tr>${all(row, (one) => `<td>${one.position}</td>`)}</tr><tr>${all(row, (one) => `<td>${one.mail}</td>`)}</tr></table>`,
      )
      .join(''),
  'row-spans': (entries) =>
    `<table border="1">${groups(entries, 3)
      .map((group, at) =>
        all(
          group,
          (one, index) =>
            `<tr>${index === 0 ? `<td rowspan="${group.length}">${room(at)}</td>` : ''}<td>${named(one)}</td><td>${one.phone}</td><td>${one.mail}</td></tr>`,
        ),
      )
      .join('')}</table>`,
  'person-spans': (entries) =>
    `<table>${all(entries, (one) => `<tr><td rowspan="3"><img src="/p.jpg" alt=""></td><td colspan="2"><strong>${one.shown}</strong></td></tr><tr><td>Tel</td><td>${one.phone}</td></tr><tr><td>E-mail</td><td>${one.mail}</td></tr>`)}</table>`,
  'role-rows': (entries) =>
    `<table>${all(entries, (one) => `<tr class="role"><td colspan="2"><em>${one.position || 'Member'}</em></td></tr><tr><td>${one.shown}</td><td>${one.mail}</td></tr>`)}</table>`,
  'one-table-each': (entries) =>
    all(
      entries,
      (one) =>
        `<table class="contact"><tr><th>Name</th><td>${one.shown}</td></tr><tr><th>Position</th><td>${one.position}</td></tr><tr><th>Phone</th><td>${one.phone}</td></tr><tr><th>E-mail</th><td>${one.mail}</td></tr></table>`,
    ),
  'nested-tables': (entries) =>
    `<table width="100%"><tr><td>${groups(entries, 2)
      .map(
        (pair) =>
          `<table><tr>${all(pair, (one) => `<td><table><tr><td><img src="a.gif"></td><td>${one.shown}<br><i>${one.position}</i></td></tr><tr><td>@</td><td>${one.mail}</td></tr></table></td>`)}</tr></table>`,
      )
      .join('')}</td></tr></table>`,
  'two-a-row-cells': (entries) =>
    `<table>${groups(entries, 2)
      .map((pair) => `<tr>${all(pair, (one) => `<td>${one.shown}</td><td>${one.phone}</td><td>${one.mail}</td>`)}</tr>`)
      .join('')}</table>`,
  'cell-of-many': (entries) =>
    `<table>${groups(entries, 3)
      .map(
        (group, at) =>
          `<tr><td>${room(at)}</td><td>${all(group, (one) => `${one.shown}<br>`)}</td><td>${all(group, (one) => `${one.mail}<br>`)}</td></tr>`,
      )
      .join('')}</table>`,
  'mail-beside-position': (entries) =>
    `<table><thead><tr><th>Position</th><th>E-mail</th><th>Person</th></tr></thead>${all(entries, (one) => `<tr><td data-label="Position">${one.position}</td><td data-label="E-mail">${one.mail}</td><td data-label="Person"><span>${one.shown}</span></td></tr>`)}</table>`,
  'ends-open': (entries) =>
    `<TABLE>${all(entries, (one) => `<TR><TD><FONT size=2>${one.shown}</FONT><TD>${one.position}<TD>${one.phone}<TD>${one.mail}`)}</TABLE>`,
  'div-table': (entries) =>
    `<div class="tbl" role="table">${all(entries, (one) => `<div class="tr" role="row"><div class="td c1" role="cell">${named(one)}</div><div class="td c2" role="cell">${one.position}</div><div class="td c3" role="cell">${one.phone}</div><div class="td c4" role="cell">${one.mail}</div></div>`)}</div>`,
  'flat-grid': (entries) =>
    `<div class="grid cols-3">${all(entries, (one) => `<div class="n">${one.shown}</div><div class="r">${one.position}</div><div class="m">${one.mail}</div>`)}</div>`,
  'letter-table': (entries) =>
    `<table>${groups(entries, 3)
      .map(
        (group) =>
          `<tr><th colspan="3" id="${group[0]?.last.slice(0, 1) ?? ''}">${group[0]?.last.slice(0, 1) ?? ''}</th></tr>${all(group, (one) => `<tr><td>${one.shown}<br><small>${one.position}</small></td><td>${one.phone}</td><td>${one.mail}</td></tr>`)}`,
      )
      .join('')}</table>`,
  'pre-text': (entries) =>
    `<pre>${all(entries, (one) => `${one.shown.padEnd(40)}${one.phone.padEnd(16)}${one.mail}`)}</pre>`,
}
