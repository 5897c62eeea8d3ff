import { htmlPage, redirectTo, type TestPage, type TestSite, textPage } from '../test-site.ts'

/** Fjordwerk, an invented engineering firm in five languages, with one host for each shop and one for careers. */

interface Section {
  language: string
  team: string
  contact: string
  about: string
  people: readonly (readonly [name: string, position: string, local: string])[]
  labels: { team: string; contact: string; about: string }
}

const SECTIONS: readonly Section[] = [
  {
    language: 'de',
    team: '/de/ansprechpartner',
    contact: '/de/kontakt',
    about: '/de/ueber-uns',
    people: [
      ['Annika Vogel', 'Geschäftsführerin', 'a.vogel'],
      ['Dr. Jürgen Schäfer', 'Leiter Entwicklung', 'j.schaefer'],
      ['Lena Hoffmann', 'Buchhaltung', 'l.hoffmann'],
    ],
    labels: { team: 'Ihre Ansprechpartner', contact: 'Kontakt', about: 'Über uns' },
  },
  {
    language: 'fr',
    team: '/fr/notre-equipe',
    contact: '/fr/contactez-nous',
    about: '/fr/a-propos',
    people: [
      ['Élodie Garnier', 'Directrice commerciale', 'e.garnier'],
      ['Luc Moreau', 'Responsable achats', 'l.moreau'],
    ],
    labels: { team: 'Notre équipe', contact: 'Contactez-nous', about: 'À propos' },
  },
  {
    language: 'es',
    team: '/es/equipo',
    contact: '/es/contacto',
    about: '/es/quienes-somos',
    people: [['Lucía Fernández Ortiz', 'Directora de Recursos Humanos', 'l.fernandez']],
    labels: { team: 'Equipo', contact: 'Contacto', about: 'Quiénes somos' },
  },
  {
    language: 'ja',
    team: '/ja/staff',
    contact: '/ja/toiawase',
    about: '/ja/会社概要',
    people: [['佐藤 健一', '営業部長', 'k.sato']],
    labels: { team: 'スタッフ紹介', contact: 'お問い合わせ', about: '会社概要' },
  },
]

const page = (section: Section, title: string, body: string): string =>
  htmlPage(
    `${title} – Fjordwerk`,
    `${navigation(section)}<h1>${title}</h1>${body}<p><a href="/impressum.html">Impressum</a></p>`,
    section.language,
  )

const navigation = ({ team, contact, about, labels }: Section): string =>
  `<nav><a href="${encodeURI(about)}">${labels.about}</a> <a href="${team}">${labels.team}</a> <a href="${contact}">${labels.contact}</a></nav>`

const record = ([name, position, local]: Section['people'][number]): string =>
  `<tr><td>${name}</td><td>${position}</td><td><a href="mailto:${local}@fjordwerk.test">${local}@fjordwerk.test</a></td></tr>`

function pagesOf(section: Section): Record<string, string | TestPage> {
  const { language, team, contact, about, people, labels } = section
  return {
    [`/${language}/`]: page(section, 'Fjordwerk', '<p>…</p>'),
    [team]: page(section, labels.team, `<table>${people.map(record).join('')}</table>`),
    [contact]: page(section, labels.contact, `<p>info-${language}@fjordwerk.test</p>`),
    [encodeURI(about)]: page(section, labels.about, '<p>1987.</p>'),
  }
}

const languages = SECTIONS.map(
  ({ language }) => `<a href="/${language}/" hreflang="${language}">${language.toUpperCase()}</a>`,
).join(' ')

const fjordwerk: TestSite = {
  hosts: ['www.fjordwerk.test'],
  pages: {
    '/': htmlPage(
      'Fjordwerk',
      `<p>${languages}</p><p><a href="http://karriere.fjordwerk.test/">Karriere</a></p>`,
      'de',
    ),
    '/impressum.html': {
      type: 'text/html; charset=iso-8859-1',
      body: Buffer.from(
        htmlPage(
          'Impressum',
          '<p>Fjordwerk Ingenieurbüro GmbH, Vertreten durch Annika Vogel</p><p>E-Mail: kontakt@fjordwerk.test</p>',
          'de',
        ).replace('<meta charset="utf-8">', ''),
        'latin1',
      ),
    },
    '/robots.txt': textPage('User-agent: *\r\nDisallow: /*?print=\r\n'),
    ...Object.assign({}, ...SECTIONS.map(pagesOf)),
  },
}

/** The bare name redirects everything to `www.`. */
const fjordwerkBare: TestSite = { hosts: ['fjordwerk.test'], pages: { '/': redirectTo('http://www.fjordwerk.test/') } }

const fjordwerkJobs: TestSite = {
  hosts: ['karriere.fjordwerk.test'],
  pages: {
    '/': htmlPage(
      'Karriere',
      '<p>Bewerbungen an <a href="mailto:bewerbung@fjordwerk.test">bewerbung@fjordwerk.test</a></p>',
      'de',
    ),
  },
}

export const fjordwerkSites: readonly TestSite[] = [fjordwerk, fjordwerkBare, fjordwerkJobs]
