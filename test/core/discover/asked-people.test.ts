import { describe, expect, test } from 'vitest'
import { askedPeople } from '../../../src/core/discover/asked-people.ts'

describe('people in a question for companies', () => {
  test.each([
    ['fintechs in Berlin with a head of engineering', 'head of engineering', 'fintechs in Berlin', 'it', 'senior'],
    ['software companies with a CTO in Paris', 'CTO', 'software companies in Paris', 'it', 'executive'],
    ['CTOs of fintechs in Berlin', 'CTOs', 'fintechs in Berlin', 'it', 'executive'],
    ['find the head of sales at banks in Spain', 'head of sales', 'banks in Spain', 'sales', 'senior'],
    ['give me 25 CEOs of mills in Ohio', 'CEOs', '25 mills in Ohio', 'executive', 'executive'],
    ['owners of bookshops in Cork', 'owners', 'bookshops in Cork', 'executive', 'executive'],
    ['managing partners at law firms', 'managing partners', 'law firms', 'executive', 'executive'],
    ['plant managers of mills, not in Ohio', 'plant managers', 'mills, not in Ohio', 'operations', 'senior'],
    ['CFOs at construction companies', 'CFOs', 'construction companies', 'finance', 'executive'],
    ['founders of AI startups in Berlin', 'founders', 'AI startups in Berlin', undefined, 'executive'],
    ['VP of sales in software companies', 'VP of sales', 'software companies', 'sales', 'executive'],
    ['heads of marketing at mid-size fintechs', 'heads of marketing', 'mid-size fintechs', 'marketing', 'senior'],
    ['IT-Leiter bei Maschinenbauern in Ulm', 'IT-Leiter', 'Maschinenbauern in Ulm', 'it', 'senior'],
    [
      'Geschäftsführer von Brauereien in Bayern mit 20 bis 100 Mitarbeitern',
      'Geschäftsführer',
      'Brauereien in Bayern mit 20 bis 100 Mitarbeitern',
      'executive',
      'executive',
    ],
    ['Einkaufsleiter in Molkereien in Tirol', 'Einkaufsleiter', 'Molkereien in Tirol', 'operations', 'senior'],
    [
      'Marketingleiter in München bei Softwarefirmen',
      'Marketingleiter',
      'München bei Softwarefirmen',
      'marketing',
      'senior',
    ],
    ["directeurs marketing d'assureurs à Lyon", 'directeurs marketing', 'assureurs à Lyon', 'marketing', 'senior'],
    ['direttori commerciali di banche', 'direttori commerciali', 'banche', 'sales', 'senior'],
    ['diretores de TI em hospitais', 'diretores de TI', 'hospitais', 'it', 'senior'],
    ['sales directors in the Dutch flower trade', 'sales directors', 'the Dutch flower trade', 'sales', 'senior'],
    ['procurement leads for mills in Ohio', 'procurement leads', 'mills in Ohio', 'operations', 'senior'],
    ['CFOs in Denmark, 50-200 employees', 'CFOs', 'Denmark, 50-200 employees', 'finance', 'executive'],
    ['head of sales of banks in Leeds', 'head of sales', 'banks in Leeds', 'sales', 'senior'],
    [
      'emails of supply chain directors at mills in Ohio',
      'supply chain directors',
      'mills in Ohio',
      'operations',
      'senior',
    ],
    ['controllers at mills in Ohio', 'controllers', 'mills in Ohio', 'finance', 'senior'],
    ['general counsels of insurers in Ohio', 'general counsels', 'insurers in Ohio', 'legal', 'executive'],
    ['responsables informatiques, banques, Lyon', 'responsables informatiques', 'banques, Lyon', 'it', 'senior'],
    ['responsabili marketing di assicurazioni', 'responsabili marketing', 'assicurazioni', 'marketing', 'senior'],
    ['amministratori delegati di banche', 'amministratori delegati', 'banche', 'executive', 'executive'],
    ['need tax directors in Ohio breweries', 'tax directors', 'in Ohio breweries', 'finance', 'senior'],
    ['get me nursing directors from Bath spas', 'nursing directors', 'in Bath spas', 'health', 'senior'],
    ['brand managers working at mills in Ohio', 'brand managers', 'mills in Ohio', 'marketing', 'senior'],
    ['interim CEOs at mills in Ohio', 'interim CEOs', 'mills in Ohio', 'executive', 'executive'],
    ['VP Sales, SaaS, Boston', 'VP Sales', 'SaaS, Boston', 'sales', 'executive'],
    ['who runs IT at credit unions in Wisconsin', 'head of IT', 'credit unions in Wisconsin', 'it', 'senior'],
    [
      'head of sales and marketing at banks in Ohio',
      'head of sales and marketing',
      'banks in Ohio',
      undefined,
      'senior',
    ],
    ['VP of people or talent at banks in Ohio', 'VP of people or talent', 'banks in Ohio', 'hr', 'executive'],
    ['founder or ceo of mills in Ohio', 'founder or ceo', 'mills in Ohio', 'executive', 'executive'],
    ['CEOs and CFOs of mills in Ohio', 'CEOs and CFOs', 'mills in Ohio', undefined, 'executive'],
    ['chief people officers at mills in Ohio', 'chief people officers', 'mills in Ohio', 'hr', 'executive'],
    [
      'marketing and sales directors at mills in Ohio',
      'marketing and sales directors',
      'mills in Ohio',
      undefined,
      'senior',
    ],
    ['CFO or CEO at mills in Ohio', 'CFO or CEO', 'mills in Ohio', undefined, 'executive'],
    ['whoever runs procurement at mills in Ohio', 'head of procurement', 'mills in Ohio', 'operations', 'senior'],
    ['the person who handles payroll at mills in Ohio', 'head of payroll', 'mills in Ohio', undefined, 'senior'],
    ['sales leaders at insurers in Cork', 'sales leaders', 'insurers in Cork', 'sales', 'senior'],
    ['marketingchefer på byggföretag i Malmö', 'marketingchefer', 'byggföretag i Malmö', 'marketing', 'senior'],
    ['salgsdirektører hos banker', 'salgsdirektører', 'banker', 'sales', 'senior'],
    ['Einkaufsleiterinnen bei Werften', 'Einkaufsleiterinnen', 'Werften', 'operations', 'senior'],
    ['responsabili acquisti di banche', 'responsabili acquisti', 'banche', 'operations', 'senior'],
    [
      'talent acquisition leads at startups in New York',
      'talent acquisition leads',
      'startups in New York',
      'hr',
      'senior',
    ],
    ['Unternehmen in Köln mit einem Leiter Einkauf', 'Leiter Einkauf', 'Unternehmen in Köln', undefined, 'senior'],
    [
      'entreprises à Lyon avec un directeur commercial',
      'directeur commercial',
      'entreprises à Lyon',
      'sales',
      'senior',
    ],
    ['empresas con un director financiero en Madrid', 'director financiero', 'empresas en Madrid', 'finance', 'senior'],
  ])('%s', (query, said, rest, department, seniority) => {
    const found = askedPeople(query)
    expect(found).toMatchObject({ rest, people: { said, seniority } })
    if (department !== undefined) expect(found?.people.department).toBe(department)
  })

  test.each([
    ['Gründer von KI-Start-ups in Berlin', 'Gründer', 'KI-Start-ups in Berlin'],
    ['SDRs at insurers in Cork', 'SDRs', 'insurers in Cork'],
    ['directeuren van logistieke bedrijven', 'directeuren', 'logistieke bedrijven'],
    ['sales reps at insurers in Cork', 'sales reps', 'insurers in Cork'],
    ['Einkäufer bei Möbelhäusern', 'Einkäufer', 'Möbelhäusern'],
    ['DRH des hôpitaux à Marseille', 'DRH', 'hôpitaux à Marseille'],
    ['Persona: VP Marketing. e-commerce, UK', 'VP Marketing', 'e-commerce, UK'],
    ['software engineers in Pune', 'software engineers', 'in Pune'],
    ['people who work at Larkmoor', 'people', 'Larkmoor'],
    ['recruiters in tech companies', 'recruiters', 'tech companies'],
    ['accountants in building firms in Hull', 'accountants', 'building firms in Hull'],
    ['purchasers in hospitals', 'purchasers', 'hospitals'],
    ['Einkäufer im Maschinenbau in Ulm', 'Einkäufer', 'Maschinenbau in Ulm'],
    ["responsables RH dans l'agroalimentaire", 'responsables RH', "l'agroalimentaire"],
    ['direttori commerciali nel settore moda', 'direttori commerciali', 'settore moda'],
  ])('by their job alone: %s', (query, said, rest) => {
    expect(askedPeople(query)).toMatchObject({ people: { said }, rest })
  })

  test.each([
    ['finance directors insurance Hull', 'finance directors', 'insurance Hull'],
    ['product managers fintech London', 'product managers', 'fintech London'],
    ['sales directors medical devices', 'sales directors', 'medical devices'],
    ['CTO SaaS Boston', 'CTO', 'SaaS Boston'],
    ['VP marketing SaaS', 'VP marketing', 'SaaS'],
    ['10 CFOs hospitals Ontario', 'CFOs', '10 hospitals Ontario'],
    ['Einkaufsleiter Maschinenbau Ulm', 'Einkaufsleiter', 'Maschinenbau Ulm'],
  ])('before their trade: %s', (query, said, rest) => {
    expect(askedPeople(query)).toMatchObject({ people: { said }, rest })
  })

  test.each([
    'dentists Bern, 10-50 staff',
    'CEO coaching in Berlin',
    'CFO services in Texas',
    'wealth managers healthcare Boston',
    'home owners insurance Texas',
    'brokers in insurance',
    'suppliers in automotive',
    'Steuerberater im Gesundheitswesen',
    'startups with a head office in Munich',
    'carbon tech at Series A',
    'Banken bei Zürich',
    'Architekten bei Ulm',
    'hotels at the baltic sea',
    'companies with 50 employees',
    'companies with a strong brand',
    'agencies with lead generation services',
    'companies in lead generation',
    'management consulting firms in Spain',
    'banks in Madrid',
    'project management software companies',
    'law firms with 50 to 200 people',
    'director of photography studios',
    'property manager software for landlords',
    'property managers in Leeds',
    'CRM for CFOs at construction companies',
    'channel partners at software vendors',
    'pet owners associations in Leeds',
    'home owners in Texas',
    '10 breweries in Vermont',
  ])('are absent from: %s', (query) => {
    expect(askedPeople(query)).toBeNull()
  })

  test.each([
    ['sales teams at insurance companies in Chicago', 'sales teams', 'insurance companies in Chicago', 'sales'],
    ['find me HR departments of retailers in Spain', 'HR departments', 'retailers in Spain', 'hr'],
    ['finance folks at breweries', 'finance folks', 'breweries', 'finance'],
    ['product teams at SaaS companies', 'product teams', 'SaaS companies', 'management'],
    ['Einkaufsabteilungen bei Werften', 'Einkaufsabteilungen', 'Werften', 'operations'],
    ['équipes marketing chez des assureurs', 'équipes marketing', 'des assureurs', 'marketing'],
    ['equipos de ventas de aseguradoras', 'equipos de ventas', 'aseguradoras', 'sales'],
  ])('a department asked for without a title: %s', (query, said, rest, department) => {
    expect(askedPeople(query)).toEqual({ people: { said, department }, rest })
  })

  test.each(['football teams of Spain', 'rescue teams at airports in Norway'])('is no department: %s', (query) => {
    expect(askedPeople(query)).toBeNull()
  })
})

test.each([
  ['directores comerciales sector farmacéutico', 'directores comerciales', 'sector farmacéutico'],
  ['responsables RH secteur bancaire', 'responsables RH', 'secteur bancaire'],
])('people before a sector, and before a size: %s', (query, said, rest) => {
  expect(askedPeople(query)).toMatchObject({ people: { said }, rest })
})
