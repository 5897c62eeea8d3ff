import { httpPage, warcRecord } from './made-archive.ts'

/** Captures of invented sites on known days, for archives that contain them in any order. */

/** A person as a page lists them: name, position, and the local part of their address if it is shown. */
export type Listed = readonly [name: string, position: string, local?: string]

/** One capture, made for the domain it is given. */
export type DatedCapture = (domain: string) => Buffer

interface Page {
  path: string
  /** `YYYY-MM-DD` */
  day: string
  body: string
  status?: number
  headers?: Record<string, string>
}

/** The page is complete unless the headers of its record say otherwise. */
export const captured =
  ({ path, day, body, status = 200, headers = {} }: Page): DatedCapture =>
  (domain) =>
    warcRecord({
      uri: `https://${domain}${path}`,
      date: `${day}T10:00:00Z`,
      headers,
      block: httpPage(`<html lang="en"><body>${body.replaceAll('DOMAIN', domain)}</body></html>`).replace(
        'HTTP/1.1 200 OK',
        `HTTP/1.1 ${status} Said`,
      ),
    })

const mailed = (local: string): string => `<a href="mailto:${local}@DOMAIN">${local}@DOMAIN</a>`
const card = ([name, position, local]: Listed): string =>
  `<div class="card"><h3>${name}</h3><p class="job-title">${position}</p>${local === undefined ? '' : mailed(local)}</div>`
const row = ([name, position, local]: Listed): string =>
  `<tr><td>${name}</td><td>${position}</td><td>${local === undefined ? '' : mailed(local)}</td></tr>`

const cards = (people: readonly Listed[]): string => `<h1>Our team</h1>${people.map(card).join('')}`
const table = (people: readonly Listed[]): string =>
  `<h1>Our team</h1><table><tr><th>Name</th><th>Position</th><th>Email</th></tr>${people.map(row).join('')}</table>`
const office = (line: string): string => `<h1>Contact</h1><address>Larkmoor Works<br>${line}</address>`

const AMELIA: Listed = ['Amelia Thornton', 'Managing Director', 'amelia.thornton']
const DANIEL: Listed = ['Daniel Marsh', 'Head of Finance', 'daniel.marsh']
const CLAIRE: Listed = ['Claire Whitfield', 'Sales Manager', 'claire.whitfield']
const ROBERT: Listed = ['Robert Ellison', 'Operations Manager', 'robert.ellison']
const SOPHIE: Listed = ['Sophie Carver', 'Marketing Manager']
const RISEN: Listed = ['Claire Whitfield', 'Sales Director', 'claire.whitfield']
const MARRIED: Listed = ['Sophie Holbrook', 'Marketing Manager', 'sophie.holbrook']

const team = (day: string, people: readonly Listed[], more: Partial<Page> = {}): DatedCapture =>
  captured({ path: '/team', day, body: cards(people), ...more })
const contact = (day: string, line: string): DatedCapture =>
  captured({ path: '/contact', day, body: `${office(line)}<p>${mailed('office')}</p>` })

const YORK = '12 Mill Lane, York YO1 7EX, United Kingdom'
const WHITBY = '4 Harbour Street, Whitby YO21 1DN, United Kingdom'

/** People join, are promoted, marry and leave; the office moves. */
const lives: readonly DatedCapture[] = [
  team('2026-05-04', [AMELIA, CLAIRE, ROBERT, SOPHIE]),
  team('2026-05-25', [AMELIA, DANIEL, CLAIRE, ROBERT, SOPHIE]),
  team('2026-06-22', [AMELIA, DANIEL, RISEN, ROBERT, SOPHIE]),
  team('2026-07-20', [AMELIA, DANIEL, RISEN, MARRIED]),
  team('2026-08-24', [AMELIA, DANIEL, RISEN, MARRIED]),
  contact('2026-05-04', YORK),
  contact('2026-07-06', WHITBY),
  contact('2026-08-03', WHITBY),
]

/** The list is truncated, missing for a visit, redesigned and moved; nobody leaves. */
const noise: readonly DatedCapture[] = [
  team('2026-05-04', [AMELIA, DANIEL, CLAIRE, ROBERT]),
  team('2026-05-18', [AMELIA, DANIEL], { headers: { 'WARC-Truncated': 'length' } }),
  team('2026-06-01', [], { status: 404, body: '<h1>Not found</h1>' }),
  team('2026-06-15', [], { body: table([AMELIA, DANIEL, CLAIRE, ROBERT]) }),
  team('2026-07-06', [], { body: table([AMELIA, DANIEL, RISEN, ROBERT]) }),
  captured({ path: '/people', day: '2026-08-03', body: table([AMELIA, DANIEL, RISEN, ROBERT]) }),
  team('2026-08-03', [], { status: 404, body: '<h1>Not found</h1>' }),
  captured({ path: '/people', day: '2026-09-07', body: table([AMELIA, DANIEL, RISEN]) }),
]

/** A person is away for half a year and returns, and one gets an address; another is called former by the page itself. */
const returns: readonly DatedCapture[] = [
  team('2026-02-02', [AMELIA, DANIEL, CLAIRE, SOPHIE]),
  team('2026-03-02', [AMELIA, CLAIRE, SOPHIE]),
  team('2026-04-06', [AMELIA, CLAIRE, SOPHIE]),
  team('2026-05-04', [AMELIA, CLAIRE, ['Sophie Carver', 'Marketing Manager', 'sophie.carver']]),
  team('2026-08-03', [AMELIA, DANIEL, CLAIRE]),
  captured({ path: '/about', day: '2026-02-02', body: cards([AMELIA]) }),
  captured({ path: '/about', day: '2026-09-07', body: cards([['Amelia Thornton', 'Former Managing Director']]) }),
]

const TALKS = ['Ropes', 'Sails', 'Knots', 'Tides', 'Charts', 'Hulls', 'Masts', 'Keels', 'Locks', 'Buoys', 'Oars']
const talks = (day: string, from: number, to: number): DatedCapture =>
  captured({ path: '/talks', day, body: cards(TALKS.slice(from, to).map((of) => ['Robert Ellison', `Head of ${of}`])) })

/** A page that says more about one person, in one capture and over time, than is kept. */
const manyStatements: readonly DatedCapture[] = [
  talks('2026-05-04', 0, 11),
  talks('2026-06-01', 0, 9),
  talks('2026-06-29', 2, 6),
  talks('2026-07-27', 5, 11),
  talks('2026-08-24', 0, 2),
  talks('2026-09-21', 3, 4),
  team('2026-05-04', [AMELIA, DANIEL, ROBERT]),
  team('2026-09-21', [AMELIA, DANIEL, CLAIRE, ROBERT]),
]

/** Each is a separate site. */
export const DATED_SITES: readonly (readonly DatedCapture[])[] = [lives, noise, returns, manyStatements]
