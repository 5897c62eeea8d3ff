import { all, groups, slug } from './tuning-layouts.ts'
import type { Layout, TuningEntry } from './tuning-layouts.ts'

const job = (one: TuningEntry, tag: string): string => (one.position === '' ? '' : `<${tag}>${one.position}</${tag}>`)

/**
 * Site builders' markup, captions, labels, line breaks and lists, with more around the person than name, position and
 * address.
 */
export const BLOCK_LAYOUTS: Readonly<Record<string, Layout>> = {
  'builder-columns': (entries) =>
    groups(entries, 3)
      .map(
        (row) =>
          `<section class="bld-section bld-top"><div class="bld-container">${all(row, (one) => `<div class="bld-column bld-col-33"><div class="bld-wrap"><div class="bld-element bld-widget-image"><div class="bld-widget-container"><img src="/a.webp" alt="${slug(one.plain)}"></div></div><div class="bld-element bld-widget-heading"><div class="bld-widget-container"><h2 class="bld-title">${one.shown}</h2></div></div><div class="bld-element bld-widget-text"><div class="bld-widget-container"><p>${one.position}</p></div></div><div class="bld-element bld-widget-icons"><ul class="bld-icon-list"><li><span class="icon"></span><span class="txt">${one.phone}</span></li><li><span class="icon"></span><span class="txt">${one.mail}</span></li></ul></div></div></div>`)}</div></section>`,
      )
      .join(''),
  figures: (entries) =>
    all(
      entries,
      (one) =>
        `<figure><img src="/x.jpg" alt="Portrait of ${one.plain}"><figcaption><strong>${one.shown}</strong> ${one.position}<br>${one.mail}</figcaption></figure>`,
    ),
  'address-tags': (entries) =>
    all(
      entries,
      (one) => `<address><b>${one.shown}</b><br>${one.position}<br>12 Mill Lane<br>Ostmere<br>${one.mail}</address>`,
    ),
  labelled: (entries) =>
    all(
      entries,
      (one) =>
        `<div class="entry"><p>Name: ${one.shown}</p><p>Position: ${one.position}</p><p>Phone: ${one.phone}</p><p>E-mail: ${one.mail}</p></div>`,
    ),
  'ruled-paragraphs': (entries) =>
    all(
      entries,
      (one) => `<p><strong>${one.shown}</strong></p>${job(one, 'p')}<p>T ${one.phone}</p><p>${one.mail}</p><hr>`,
    ),
  'bold-breaks': (entries) =>
    `<div class="text">${all(entries, (one) => `<b>${one.shown}</b><br>${one.position}<br>Phone: ${one.phone}<br>${one.mail}<br>&nbsp;<br>`)}</div>`,
  'position-heading': (entries) =>
    all(entries, (one) => `<h3>${one.position || 'Member'}</h3><p>${one.shown}<br>${one.phone}<br>${one.mail}</p>`),
  'mail-over-name': (entries) =>
    all(
      entries,
      (one) =>
        `<div class="box"><div class="top">${one.mail}</div><div class="who">${one.shown}</div><div>${one.position}</div></div>`,
    ),
  'nested-list': (entries) =>
    `<ul class="people">${all(entries, (one) => `<li>${one.shown}<ul>${job(one, 'li')}<li>${one.phone}</li><li>${one.mail}</li></ul></li>`)}</ul>`,
  'definition-fields': (entries) =>
    all(
      entries,
      (one) =>
        `<h4>${one.shown}</h4><dl><dt>Position</dt><dd>${one.position}</dd><dt>Phone</dt><dd>${one.phone}</dd><dt>E-mail</dt><dd>${one.mail}</dd></dl>`,
    ),
  'definition-runs': (entries) =>
    `<dl class="staff-dl">${all(entries, (one) => `<dt>${one.position || 'Member'}</dt><dd>${one.shown}<br>${one.mail}</dd>`)}</dl>`,
  panels: (entries) =>
    all(
      entries,
      (one, at) =>
        `<div class="panel"><div class="panel-heading"><a data-toggle="collapse" href="#p${at}">${one.shown}</a></div><div id="p${at}" class="collapse"><div class="panel-body"><p>${one.shown} came to the mill in the year of the flood and keeps its books in good order.</p><p>${one.phone}</p><p>${one.mail}</p></div></div></div>`,
    ),
  popups: (entries) =>
    `<div class="wall">${all(entries, (one, at) => `<a href="#pop${at}"><img src="/f.jpg" alt="${one.plain}"><span>${one.shown}</span></a>`)}</div>${all(entries, (one, at) => `<div class="popup" id="pop${at}"><button>Close</button><h3>${one.shown}</h3><h4>${one.position}</h4><p>${one.mail}</p></div>`)}`,
  'two-parts': (entries) =>
    all(
      entries,
      (one) =>
        `<div class="member"><h3><span class="first">${one.first}</span> <span class="last">${one.last}</span></h3><div class="job">${one.position}</div><div class="links"><a href="tel:${one.phone.replace(' ', '')}">Call</a> ${one.mail}</div></div>`,
    ),
  'broken-name': (entries) =>
    all(
      entries,
      (one) =>
        `<div class="tile"><p class="tile-title">${one.first}<br>${one.last}</p><p class="tile-sub">${one.position}</p><p>${one.mail}</p></div>`,
    ),
  bars: (entries) => all(entries, (one) => `<p>${one.shown} | ${one.position} | ${one.phone} | ${one.mail}</p>`),
  brackets: (entries) =>
    `<ul>${all(entries, (one) => `<li>${one.shown} (${one.position || 'Member'}) ${one.mail}</li>`)}</ul>`,
  'position-dash': (entries) =>
    `<ul>${all(entries, (one) => `<li>${one.position || 'Member'} – ${one.shown}: ${one.mail}</li>`)}</ul>`,
  sentences: (entries) =>
    all(
      entries,
      (one) =>
        `<p>For questions about the mill and its paths please write to ${one.shown} (${one.mail}), ${one.position}.</p>`,
    ),
  'room-lists': (entries) =>
    groups(entries, 4)
      .map(
        (group, at) =>
          `<h3>${['Weighing', 'Storage', 'Repairs', 'Gardens'][at % 4] ?? ''}</h3><p>Open from nine to five.</p>${all(group, (one) => `<div>${one.shown}, ${one.position}<br>Tel.: ${one.phone}, Mail: ${one.mail}</div>`)}`,
      )
      .join(''),
  'linked-cards': (entries) =>
    `<div class="wp-grid">${all(entries, (one) => `<article class="post-${one.phone.slice(-3)} type-person"><header><h2 class="entry-title"><a href="/person/${slug(one.plain)}/" rel="bookmark">${one.shown}</a></h2></header><div class="entry-summary"><p>${one.position}</p><p>Room ${one.phone.slice(-3)} ${one.phone}</p><p>${one.mail}</p><a href="/person/${slug(one.plain)}/">Read more</a></div></article>`)}</div>`,
  'columns-apart': (entries) =>
    all(
      entries,
      (one) =>
        `<div class="row"><div class="col-md-3"><img src="/q.jpg" alt="${one.plain}"></div><div class="col-md-5"><h5>${one.shown}</h5><p>${one.position}</p><p>Came here long ago. Likes the river, its boats and old barns.</p></div><div class="col-md-4"><ul class="list-unstyled"><li>${one.phone}</li><li>${one.mail}</li></ul></div></div>`,
    ),
  'desk-and-person': (entries) =>
    all(
      entries,
      (one) =>
        `<div class="unit"><h3>${one.isDesk ? one.shown : 'Working Group'}</h3><p>Lead: ${one.isDesk ? '' : one.shown}</p><p>Contact: ${one.mail}</p></div>`,
    ),
  'item-data': (entries) =>
    all(
      entries,
      (one) =>
        `<div class="person-item" data-name="${one.plain}" data-role="${one.position}"><div class="person-item__name">${one.shown}</div><div class="person-item__role">${one.position}</div><div class="person-item__mail">${one.mail}</div></div>`,
    ),
}
