import { htmlPage, redirectTo, type TestPage, type TestSite, textPage } from '../test-site.ts'

/** Lumenworks, an invented maker of lamps: twelve invented people, every usual way of writing an address, a second domain. */

export interface TestPerson {
  name: string
  position: string
  email: string
  department: string
  seniority: 'executive' | 'senior' | 'junior' | null
  phone?: string
  linkedin?: string
}

export const LUMENWORKS_PEOPLE: readonly TestPerson[] = [
  {
    name: 'Mara Ellison',
    position: 'Chief Executive Officer',
    email: 'mara.ellison@lumenworks.test',
    department: 'executive',
    seniority: 'executive',
    phone: '+353 1 555 0100',
    linkedin: 'mara-ellison-lw',
  },
  {
    name: 'Tobias Wendt',
    position: 'Chief Technology Officer',
    email: 'tobias.wendt@lumenworks.test',
    department: 'it',
    seniority: 'executive',
    linkedin: 'tobias-wendt-lw',
  },
  {
    name: 'Priya Raman',
    position: 'Chief Financial Officer',
    email: 'priya.raman@lumenworks.test',
    department: 'finance',
    seniority: 'executive',
  },
  {
    name: 'Jonas Halvorsen',
    position: 'Head of Sales',
    email: 'jonas.halvorsen@lumenworks.test',
    department: 'sales',
    seniority: 'senior',
    phone: '+353 1 555 0104',
  },
  {
    name: 'Elena Marchetti',
    position: 'Marketing Director',
    email: 'elena.marchetti@lumenworks.test',
    department: 'marketing',
    seniority: 'senior',
  },
  {
    name: 'Samuel Okafor',
    position: 'Software Engineer',
    email: 'samuel.okafor@lumenworks.test',
    department: 'it',
    seniority: null,
  },
  {
    name: 'Claire Dumont',
    position: 'Press Officer',
    email: 'claire.dumont@lumenworks.test',
    department: 'communication',
    seniority: null,
  },
  {
    name: 'David Kowalski',
    position: 'Customer Support Specialist',
    email: 'david.kowalski@lumenworks.test',
    department: 'support',
    seniority: null,
  },
  {
    name: 'Hannah Byrne',
    position: 'HR Manager',
    email: 'hannah.byrne@lumenworks.test',
    department: 'hr',
    seniority: 'senior',
  },
  {
    name: 'Marco Silva',
    position: 'Lighting Designer',
    email: 'marco.silva@lumenworks.test',
    department: 'design',
    seniority: null,
  },
  {
    name: 'Ingrid Solberg',
    position: 'General Counsel',
    email: 'ingrid.solberg@lumenworks.test',
    department: 'legal',
    seniority: 'executive',
  },
  {
    name: 'Peter Novak',
    position: 'Junior Accountant',
    email: 'peter.novak@lumenworks.test',
    department: 'finance',
    seniority: 'junior',
  },
]

/** Role addresses, each written in another way. */
export const LUMENWORKS_ROLES = ['info', 'sales', 'press', 'jobs', 'support', 'legal'].map(
  (role) => `${role}@lumenworks.test`,
)

const TITLE = 'Lumenworks'
const NAVIGATION = `<nav><a href="/">Home</a> <a href="/about/">About us</a> <a href="/team">Our team</a> <a href="/blog/">Blog</a>
<a href="/contact">Contact</a> <a href="/careers">Careers</a> <a href="/shop/cart">Cart</a> <a href="/brochure.pdf">Brochure</a></nav>`
const FOOTER = `<footer><a href="/imprint">Imprint</a> <a href="/press">Press</a> <a href="/internal/rota">Staff rota</a>
<a href="https://www.linkedin.com/company/lumenworks-lamps">LinkedIn</a> <a href="https://x.com/lumenworkslamps">X</a>
<a href="http://lumenlabs.test/">Lumenworks Labs</a></footer>`

const slug = (name: string): string => name.toLowerCase().replaceAll(' ', '-')
const page = (title: string, body: string): string =>
  htmlPage(`${title} | ${TITLE}`, `${NAVIGATION}<main><h1>${title}</h1>${body}</main>${FOOTER}`)
const json = (value: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`

/** `data-cfemail`: the first byte is the key, the others are XORed with it. */
function cloudflare(address: string): string {
  const key = 0x5a
  const hex = Buffer.from([key, ...Buffer.from(address).map((byte) => byte ^ key)]).toString('hex')
  return `<a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="${hex}">[email&#160;protected]</a>`
}

const entities = (address: string): string => address.replace(/./g, (character) => `&#${character.charCodeAt(0)};`)

const teamCard = ({ name, position, email }: TestPerson): string =>
  `<li class="member"><h3><a href="/team/${slug(name)}">${name}</a></h3><p class="position">${position}</p><p><a href="mailto:${email}">${email}</a></p></li>`

function profile({ name, position, email, phone, linkedin }: TestPerson): string {
  const call = phone === undefined ? '' : `<p>Phone: <a href="tel:${phone.replaceAll(' ', '')}">${phone}</a></p>`
  const link = linkedin === undefined ? '' : `<p><a href="https://www.linkedin.com/in/${linkedin}">LinkedIn</a></p>`
  return page(
    name,
    `<div class="profile"><h2>${name}</h2><p class="position">${position}</p><p><a href="mailto:${email}">E-mail</a></p>${call}${link}</div>`,
  )
}

const organization = json({
  '@type': 'Organization',
  name: TITLE,
  legalName: 'Lumenworks Lighting Limited',
  url: 'http://lumenworks.test/',
  email: 'info@lumenworks.test',
  foundingDate: '2009',
  address: { '@type': 'PostalAddress', streetAddress: '4 Wharf Lane', addressLocality: 'Dublin', addressCountry: 'IE' },
})

const pages: Record<string, string | TestPage> = {
  '/': page('Lamps that last', `<p>We make lamps.</p>${organization}`),
  '/about/': page(
    'About us',
    '<p>Founded in 2009 in Dublin. Some 80 people work at Lumenworks. <a href="/leadership">Leadership</a></p>',
  ),
  '/team': page('Our team', `<ul>${LUMENWORKS_PEOPLE.slice(0, 9).map(teamCard).join('')}</ul>`),
  '/leadership': page(
    'Leadership',
    LUMENWORKS_PEOPLE.filter(({ seniority }) => seniority === 'executive')
      .map(
        ({ name, position, email }) =>
          `<p>${name}, ${position}</p>${json({ '@type': 'Person', name, jobTitle: position, email, worksFor: { '@type': 'Organization', name: TITLE } })}`,
      )
      .join(''),
  ),
  '/contact': page(
    'Contact',
    `<p>General: <a href="mailto:info@lumenworks.test?subject=Hello">write to us</a></p><p>Sales: sales [at] lumenworks [dot] test</p>
<p>Support: ${entities('support@lumenworks.test')}</p><p>Phone: +353 1 555 0100</p>`,
  ),
  '/imprint': page(
    'Imprint',
    '<p>Lumenworks Lighting Limited, 4 Wharf Lane, Dublin 2, Ireland. Registered no. 000000.</p><p>legal(at)lumenworks.test</p>',
  ),
  '/press': page('Press', `<p>Press office: ${cloudflare('press@lumenworks.test')}</p>`),
  '/careers': page(
    'Careers',
    `<p>Send us your letter: <script>document.write('jobs' + '@' + 'lumenworks' + '.test')</script></p>`,
  ),
  '/offices': page(
    'Offices',
    '<table><tr><th>Name</th><th>Position</th><th>E-mail</th></tr>' +
      LUMENWORKS_PEOPLE.slice(9)
        .map(({ name, position, email }) => `<tr><td>${name}</td><td>${position}</td><td>${email}</td></tr>`)
        .join('') +
      '</table>',
  ),
  '/blog/': page(
    'Blog',
    '<p><a href="/blog/2024/05/warm-light">Warm light</a> <a href="/blog/2024/06/cold-light">Cold light</a></p>',
  ),
  '/blog/2024/05/warm-light': page(
    'Warm light',
    '<p>By Marco Silva. Write to <a href="mailto:marco.silva@lumenworks.test">Marco Silva</a>.</p>',
  ),
  '/blog/2024/06/cold-light': page('Cold light', '<p>Nothing to see: logo@2x.png, you@example.com.</p>'),
  '/internal/rota': page('Rota', '<p>secret@lumenworks.test</p>'),
  '/robots.txt': textPage(
    'User-agent: *\nDisallow: /internal/\nDisallow: /shop/\n\nSitemap: http://lumenworks.test/sitemap.xml\n',
  ),
  '/sitemap.xml': {
    type: 'application/xml',
    body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${['/', '/team', '/offices', '/blog/2024/05/warm-light'].map((path) => `<url><loc>http://lumenworks.test${path}</loc></url>`).join('')}</urlset>`,
  },
}
for (const person of LUMENWORKS_PEOPLE.slice(0, 9)) pages[`/team/${slug(person.name)}`] = profile(person)

const lumenworks: TestSite = {
  hosts: ['lumenworks.test'],
  pages,
  zone: {
    'lumenworks.test': { mx: [{ exchange: 'mail.lumenworks.test', preference: 10 }] },
    'mail.lumenworks.test': { a: ['127.0.0.1'] },
  },
}

const lumenworksWww: TestSite = {
  hosts: ['www.lumenworks.test'],
  handle: ({ path }, response) => {
    response.writeHead(301, { location: `http://lumenworks.test${path}` }).end()
  },
}

/** The laboratory next door: it links back and shares the mail domain. */
const lumenlabs: TestSite = {
  hosts: ['lumenlabs.test'],
  pages: {
    '/': htmlPage(
      'Lumenworks Labs',
      '<p>A part of <a href="http://lumenworks.test/">Lumenworks</a>.</p> <a href="/contact">Contact</a>',
    ),
    '/contact': htmlPage(
      'Contact',
      '<p><a href="mailto:labs@lumenworks.test">labs@lumenworks.test</a>, <a href="mailto:hello@lumenlabs.test">hello@lumenlabs.test</a></p>',
    ),
  },
}

/** The company's old name. */
const lumenOldName: TestSite = {
  hosts: ['brightbulbs.test'],
  pages: { '/': redirectTo('http://lumenworks.test/') },
}

export const lumenworksSites: readonly TestSite[] = [lumenworks, lumenworksWww, lumenlabs, lumenOldName]
