/**
 * Word forms that a search for a title does not distinguish. Each line is one family, represented by its first word. Account
 * and accountant, product and production are different jobs and stay apart.
 */
const FAMILIES = `
manager managers management manage mgr mngr mgmt
engineer engineers engineering engr eng
sale sales selling
seller sellers
developer developers development develop developing dev
marketing marketer marketers mktg
designer designers design designing
recruiter recruiters recruiting recruitment recruit
analyst analysts analytics analysis analytic analyzing analytical
accountant accountants accounting accountancy acct
account accounts
operation operations operational ops operating
consultant consultants consulting consultancy consult
administrator administrators administration administrative admin admins
finance financial finances
technology technologies technological technologist tech
director directors dir directorate directing
assistant assistants asst assistance
associate associates assoc
senior sr snr
junior jr jnr
executive executives exec execs
president presidents pres
coordinator coordinators coordination coordinate
specialist specialists
architect architects architecture
scientist scientists science sciences
research researcher researchers researching
teacher teachers teaching teach
trainer trainers training train
writer writers writing
editor editors editing editorial
producer producers producing
advisor advisors adviser advisers advisory
counsel counsels
lawyer lawyers
lead leads leader leaders leading leadership
founder founders cofounder cofounders founding
owner owners ownership
partner partners
partnership partnerships
strategy strategist strategists strategic strategies
security secure
programmer programmers programming
program programs programme programmes
support supporting
supervisor supervisors supervision supervise supervising
planner planners planning
buyer buyers buying
purchasing purchaser purchasers purchase
procurement procure
human humans
resources resource
representative representatives rep reps
technician technicians
mechanic mechanics
nurse nurses nursing
communication communications comms
success successes
relation relations relationship relationships
information info
quality qa
service services
investor investors
investment investments investing
compliance compliant
chief chiefs
head heads
officer officers
vp vps
leiter leiterin leitung leitender leitende
entwickler entwicklerin entwicklung
berater beraterin beratung
verkaufer verkauferin verkauf
ingenieur ingenieurin ingenieure ingenieurs ingenierie
directeur directrice directeurs
director directora directores direktor direktorin
direttore direttrice direttori
responsable responsables
responsabile responsabili
gerente gerentes gerenta gerencia
jefe jefa jefes jefatura
desarrollador desarrolladora desarrollo
developpeur developpeuse developpement
vendedor vendedora vendedores
`

const STEMS = readFamilies(FAMILIES)

function readFamilies(text: string): ReadonlyMap<string, string> {
  const stems = new Map<string, string>()
  for (const family of text.trim().split('\n')) {
    const [stem = '', ...others] = family.split(' ')
    for (const word of [stem, ...others]) if (!stems.has(word)) stems.set(word, stem)
  }
  return stems
}

/** The word that represents all its forms: engineers, engineering → engineer; unknown words lose a plural s. */
export function stemTitleWord(word: string): string {
  const known = STEMS.get(word)
  if (known !== undefined) return known
  return word.length > 4 && word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us')
    ? word.slice(0, -1)
    : word
}
