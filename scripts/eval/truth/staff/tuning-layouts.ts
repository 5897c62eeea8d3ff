import type { TuningDice } from './tuning-dice.ts'

/** What a layout shows of a person or an office. */
export interface TuningEntry {
  /** The name as written; for an office its label. */
  shown: string
  /** Without titles, for alternative texts and slugs. */
  plain: string
  first: string
  last: string
  position: string
  phone: string
  /** Markup of the address; empty if there is none. */
  mail: string
  isDesk: boolean
}

export type Layout = (entries: readonly TuningEntry[], dice: TuningDice) => string

export const all = (entries: readonly TuningEntry[], one: (entry: TuningEntry, index: number) => string): string =>
  entries.map(one).join('\n')
export const slug = (name: string): string => name.toLowerCase().replace(/[^a-z]+/g, '-')

/** Splits entries into groups of `size`. */
export function groups(entries: readonly TuningEntry[], size: number): TuningEntry[][] {
  return Array.from({ length: Math.ceil(entries.length / size) }, (_, at) => entries.slice(at * size, at * size + size))
}

/** Twenty ways in which sites show their people. */
export const LAYOUTS: Readonly<Record<string, Layout>> = {
  'table-plain': (entries) =>
    `<table>${all(entries, (one) => `<tr><td>${one.shown}</td><td>${one.position}</td><td>${one.phone}</td><td>${one.mail}</td></tr>`)}</table>`,
  'table-headed': (entries) =>
    `<table class="list"><thead><tr><th>Name</th><th>Function</th><th>E-mail</th></tr></thead><tbody>${all(entries, (one) => `<tr><td><a href="/people/${slug(one.plain)}">${one.shown}</a></td><td>${one.position}</td><td>${one.mail}</td></tr>`)}</tbody></table>`,
  'table-mail-first': (entries) =>
    `<table>${all(entries, (one) => `<tr><td>${one.mail}</td><td>${one.shown}</td><td>${one.position}</td></tr>`)}</table>`,
  'table-grouped': (entries) =>
    `<table>${groups(entries, 4)
      .map(
        (group, at) =>
          `<tr><td colspan="3"><b>${['Works', 'Letters', 'Harbour', 'Accounts', 'Grounds'][at % 5] ?? ''}</b></td></tr>${all(group, (one) => `<tr><td>${one.shown}</td><td>${one.position}</td><td>${one.mail}</td></tr>`)}`,
      )
      .join('')}</table>`,
  'table-cell-lines': (entries) =>
    `<table><tr><th>Who</th><th>Where</th></tr>${all(entries, (one) => `<tr><td><strong>${one.shown}</strong><br>${one.position}</td><td>Room ${one.phone.slice(-2)}<br>${one.mail}</td></tr>`)}</table>`,
  'two-a-row': (entries) =>
    `<table>${groups(entries, 2)
      .map(
        (pair) =>
          `<tr>${all(pair, (one) => `<td><p><b>${one.shown}</b></p><p>${one.position}</p><p>${one.mail}</p></td>`)}</tr>`,
      )
      .join('')}</table>`,
  'grid-rows': (entries) =>
    groups(entries, 3)
      .map(
        (row) =>
          `<div class="row">${all(row, (one) => `<div class="col-4"><h4>${one.shown}</h4><span>${one.position}</span><div>${one.mail}</div></div>`)}</div>`,
      )
      .join(''),
  cards: (entries) =>
    all(
      entries,
      (one) =>
        `<div class="card"><img src="/img/${slug(one.plain)}.jpg" alt="${one.plain}"><div class="card-body"><h3>${one.shown}</h3><p class="role">${one.position}</p><p>${one.mail}</p></div></div>`,
    ),
  'cards-linked': (entries) =>
    all(
      entries,
      (one) =>
        `<li class="item"><a href="/team/${slug(one.plain)}"><span class="t">${one.shown}</span></a><em>${one.position}</em> ${one.mail}</li>`,
    ),
  'picture-lines': (entries) =>
    all(
      entries,
      (one) =>
        `<p><img src="x.png" alt="${one.plain}"><b>${one.shown}</b><br>${one.position}<br>Tel. ${one.phone}<br>${one.mail}</p>`,
    ),
  definitions: (entries) =>
    `<dl>${all(entries, (one) => `<dt>${one.shown}</dt><dd>${one.position}</dd><dd>${one.mail}</dd>`)}</dl>`,
  'break-blocks': (entries) =>
    `<p>${all(entries, (one) => `${one.shown}<br>${one.position}<br>${one.mail}<br><br>`)}</p>`,
  'flat-lines': (entries) => `<div>${all(entries, (one) => `${one.shown}, ${one.position}, ${one.mail}<br>`)}</div>`,
  'dash-list': (entries) =>
    `<ul>${all(entries, (one) => `<li>${one.shown} – ${one.position} – ${one.mail}</li>`)}</ul>`,
  'heading-grid': (entries) =>
    all(
      entries,
      (one) =>
        `<h3>${one.shown}</h3><div class="grid"><div>${one.position}</div><div><div>${one.phone}</div><div>${one.mail}</div></div></div>`,
    ),
  'heading-paragraphs': (entries) =>
    `<section>${all(entries, (one) => `<h2>${one.shown}</h2><p><em>${one.position}</em></p><p>Reachable on weekdays, in the low house behind the mill.</p><p>${one.mail}</p>`)}</section>`,
  'label-first': (entries) => all(entries, (one) => `<p>${one.position}: ${one.shown}<br>${one.mail}</p>`),
  accordion: (entries) =>
    all(
      entries,
      (one) =>
        `<details><summary>${one.shown}</summary><div><p>${one.position}</p><p>Telephone ${one.phone}</p><p>${one.mail}</p></div></details>`,
    ),
  'letter-headings': (entries) =>
    groups(entries, 3)
      .map(
        (group) =>
          `<h2>${group[0]?.plain.slice(0, 1) ?? ''}</h2><ul>${all(group, (one) => `<li><span>${one.shown}</span> <span>${one.position}</span> <span>${one.mail}</span></li>`)}</ul>`,
      )
      .join(''),
  floats: (entries) =>
    all(
      entries,
      (one) =>
        `<div class="left"><p>${one.shown}</p><p>${one.position}</p></div><div class="right"><p>${one.phone}</p><p>${one.mail}</p></div><div class="clear"></div>`,
    ),
}
