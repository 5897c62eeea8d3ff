/** Positions of the tuning half: plain ones, and ones with words that no list of titles contains. */
export const POSITIONS: readonly string[] = (
  'Managing Director|Sales Manager|Office Administrator|Senior Engineer|Head of Finance|Accountant|Team Lead Logistics|Secretary|' +
  'Keeper of Maps|Lock Keeper|Reader in Law|Bell Ringer|Lamp Lighter|Master of Works|Steward of the Orchard|Usher|Ferry Hand|' +
  'Member of Council|Clerk to the Bench|Beekeeper|Stage Hand|Night Porter|Warden for Paths|Honorary Treasurer|Organist|Sexton|' +
  'Deputy Head of Grounds|Lead, Product Marketing|Purchasing|Customer Care|Legal & Compliance|Public Relations|Field Services|' +
  'Geschäftsführerin|Leiter Einkauf|Sachbearbeitung Bau|Kämmerin|Stellv. Amtsleitung|Öffentlichkeitsarbeit|Küster|' +
  'Directrice des ventes|Chargé de mission|Gardien|Trésorier|Responsabile acquisti|Capo cantiere|Bibliotecaria|Ragioniere|' +
  'Director comercial|Jefe de obra|Conserje|Inkoper|Beheerder|Hoofd Groenvoorziening|Kierownik biura|Toimistosihteeri|' +
  'Ph.D. Student|Research Fellow|Lecturer|Visiting Scholar|Postgraduate Representative|Vice Chair|Emeritus|IT|HR|Reception'
).split('|')

const product = (first: string): string =>
  `<ul class="menu">${['Taps', 'Valves', 'Hoses', 'Pipes', 'Fittings'].map((one) => `<li><a href="/${one.toLowerCase()}">${first} ${one}</a></li>`).join('')}</ul>`

/** What is above the people: menus, products, headlines. */
export const NOISE_BEFORE: readonly string[] = [
  '',
  product('Alma'),
  product('Corvin'),
  '<nav><a href="/">Home</a><a href="/about">About Us</a><a href="/news">Latest News</a><a href="/contact">Contact Us</a></nav>',
  '<div class="crumbs">Home &gt; Our House &gt; People</div><p>Meet the people behind the Old Mill. Call us any time.</p>',
  '<nav><ul><li>Harbour Works</li><li>Town Planning</li><li>River Board</li><li>Grain Exchange</li></ul></nav>',
]

/** What is below them: publications, quotes, sponsors, news, a footer. */
export const NOISE_AFTER: readonly string[] = [
  '',
  '<h2>News</h2><p>Stone Bridge Reopens. The Long Walk comes back in June. Visit Lower Marsh Gardens.</p>',
  '<h2>Our sponsors</h2><ul><li>Hollow Oak Brewery</li><li>Tide Mill Insurance</li><li>Northgate Motors</li></ul>',
  '<h2>Publications</h2><ul><li>On Tides and Mills, Journal of Rivers 12 (2019)</li><li>Grain Prices in Lower Towns</li></ul>',
  '<blockquote>A house worth a visit.</blockquote><p>The Harbour Times</p>',
  '<footer>Larkmoor House, 12 Mill Lane, Ostmere · <a href="/privacy">Privacy Policy</a> · <a href="/terms">Terms of Use</a></footer>',
]
