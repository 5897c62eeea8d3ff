import { industryNamed } from '../../lib/companies/industries.ts'
import { ownValue } from '../../lib/text/own-value.ts'

/** From a site's own words to an industry, where they leave no doubt; else null, for a wrong industry is worse than none. */

/** Types of schema.org that are an industry. */
const TYPES: Readonly<Record<string, string>> = {
  AccountingService: 'Accounting',
  Attorney: 'Law Practice',
  BankOrCreditUnion: 'Banking',
  Brewery: 'Beverage Manufacturing',
  CollegeOrUniversity: 'Higher Education',
  Dentist: 'Dentists',
  EmploymentAgency: 'Staffing and Recruiting',
  Hospital: 'Hospitals and Health Care',
  Hotel: 'Hotels and Motels',
  InsuranceAgency: 'Insurance Agencies and Brokerages',
  LegalService: 'Legal Services',
  Library: 'Libraries',
  MedicalClinic: 'Medical Practices',
  Museum: 'Museums',
  NewsMediaOrganization: 'Newspaper Publishing',
  Physician: 'Medical Practices',
  RealEstateAgent: 'Real Estate Agents and Brokers',
  Restaurant: 'Restaurants',
  TravelAgency: 'Travel Arrangements',
  VeterinaryCare: 'Veterinary Services',
  Winery: 'Wineries',
}

export const industryOfType = (type: string): string | null => industryNamed(ownValue(TYPES, type) ?? '')

/** How companies call themselves; whole phrases, so that customers and subjects are not taken for the trade. */
const PHRASES: readonly [phrase: RegExp, industry: string][] = [
  [/\b(?:law firm|anwaltskanzlei|rechtsanwaltskanzlei|cabinet d'avocats|bufete de abogados|studio legale)\b/, 'Law Practice'],
  [/\b(?:software (?:company|house|vendor)|softwarehaus|(?:develops?|builds?|makes?) (?:[a-z-]+ ){0,4}software)\b/, 'Software Development'],
  [/\b(?:architecture (?:firm|practice|studio)|architekturbüro|cabinet d'architectes?|studio di architettura)\b/, 'Architecture and Planning'],
  [/\b(?:(?:digital|web|creative|advertising|marketing) agency|werbeagentur|webagentur|agence (?:web|de communication))\b/, 'Advertising Services'],
  [/\b(?:management consult(?:ing|ancy)|unternehmensberatung|cabinet de conseil)\b/, 'Business Consulting and Services'],
  [/\b(?:accounting firm|chartered accountants|steuerberatungskanzlei|steuerberatung|cabinet d'expertise comptable)\b/, 'Accounting'],
  [/\b(?:recruitment agency|staffing agency|personalvermittlung|executive search firm)\b/, 'Staffing and Recruiting'],
  [/\b(?:craft brewery|brewery|brauerei|brasserie artisanale)\b/, 'Beverage Manufacturing'],
  [/\b(?:winery|weingut|vineyard and winery)\b/, 'Wineries'],
  [/\b(?:real estate agency|estate agency|immobilienmakler|agence immobilière|agenzia immobiliare)\b/, 'Real Estate Agents and Brokers'],
  [/\b(?:travel agency|reisebüro|agence de voyages?|tour operator)\b/, 'Travel Arrangements'],
  [/\b(?:freight forwarder|logistics company|spedition|logistikunternehmen)\b/, 'Transportation, Logistics, Supply Chain and Storage'],
  [/\b(?:biotech(?:nology)? company|biotechnologieunternehmen)\b/, 'Biotechnology Research'],
  [/\b(?:pharmaceutical company|pharmaunternehmen)\b/, 'Pharmaceutical Manufacturing'],
  [/\b(?:insurance (?:broker|company)|versicherungsmakler|versicherungsgesellschaft)\b/, 'Insurance'],
  [/\b(?:construction company|bauunternehmen|entreprise de construction|impresa edile)\b/, 'Construction'],
  [/\b(?:dental practice|zahnarztpraxis|cabinet dentaire|studio dentistico)\b/, 'Dentists'],
  [/\b(?:public relations (?:agency|firm)|pr agency)\b/, 'Public Relations and Communications Services'],
  [/\b(?:game (?:studio|developer)|video games? (?:studio|developer|company))\b/, 'Computer Games'],
  [/\b(?:venture capital firm|private equity firm)\b/, 'Venture Capital and Private Equity Principals'],
  [/\b(?:book publisher|publishing house|buchverlag|maison d'édition)\b/, 'Book and Periodical Publishing'],
] // prettier-ignore

/** The industry that a description names as the company's own; null where it names none or two. */
export function industryOfWords(description: string): string | null {
  const text = description.toLowerCase()
  const found = new Set(PHRASES.filter(([phrase]) => phrase.test(text)).map(([, industry]) => industry))
  const [only] = found
  return found.size === 1 && only !== undefined ? industryNamed(only) : null
}
