import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyTitle, isDecisionMaker } from '../../../src/engine/classify/title.ts'

type Row = [title: string, seniority: string | null, department: string | null]

const english: Row[] = [
  ['CEO & Founder', 'executive', 'executive'],
  ['Co-Founder & CTO', 'executive', 'it'],
  ['SVP, Engineering', 'executive', 'it'],
  ['General Counsel', 'executive', 'legal'],
  ['President of Sales', 'executive', 'sales'],
  ['President, EMEA', 'executive', 'executive'],
  ['Chief Information Security Officer', 'executive', 'it'],
  ['Tech Lead @ Birch Payments', 'senior', 'it'],
  ['Leiter Entwicklung', 'senior', 'it'],
  ['Responsable achat', 'senior', 'operations'],
  ['Partner', 'executive', 'executive'],
  ['Talent Partner', null, 'hr'],
  ['Talent Acquisition Partner', null, 'hr'],
  ['Avocat associé', 'executive', 'legal'],
  ['Gerente de TI', 'senior', 'it'],
  ['首席执行官', 'executive', 'executive'],
  ['Product Owner', null, 'management'],
  ['PA to the CEO', 'junior', 'operations'],
  ['Sachbearbeiterin Gehaltsabrechnung', null, 'finance'],
  ['Yönetim kurulu üyesi', 'executive', 'executive'],
  ['Ostopäällikkö', 'senior', 'operations'],
  ['Account Executive', null, 'sales'],
  ['Head of Engineering', 'senior', 'it'],
  ['Dir. of HR', 'senior', 'hr'],
  ['Asst. Dir. of Finance', 'senior', 'finance'],
  ['Assoc. Dir., Clinical Ops', 'senior', 'health'],
  ['Sr Mgr, Mktg', 'senior', 'marketing'],
  ["Director's Assistant", 'junior', 'operations'],
  ["Director's Personal Assistant", 'junior', 'operations'],
  ['Head of Product Design', 'senior', 'design'],
  ['Data Protection Manager', 'senior', 'legal'],
  ['Kierownik magazynu', 'senior', 'operations'],
  ['Leiter Recht', 'senior', 'legal'],
  ['Chefjurist', 'senior', 'legal'],
  ['Deputy Head of Sales', 'senior', 'sales'],
  ['Associate Director, Marketing', 'senior', 'marketing'],
  ['Associate Product Manager', 'junior', 'management'],
  ['Assistant Manager', 'senior', 'management'],
  ['Trainee Manager', 'junior', 'management'],
  ['Senior Product Marketing Manager', 'senior', 'marketing'],
  ['Director of Product Design', 'senior', 'design'],
  ['Sales Engineer', null, 'sales'],
  ['Engineering Recruiter', null, 'hr'],
  ['Marketing Data Analyst', null, 'marketing'],
  ['Design Director', 'senior', 'design'],
  ['VP Sales and Marketing', 'executive', 'sales'],
  ['Learning & Development Manager', 'senior', 'hr'],
  ['Chief of Staff', 'senior', 'management'],
  ['Lead Generation Specialist', null, 'marketing'],
  ['Member of the Board of Directors', 'executive', 'executive'],
  ['Executive Director', 'executive', 'executive'],
  ['Executive Director, Marketing', 'executive', 'marketing'],
  ['Owner-Operator', 'executive', 'executive'],
  ['Deputy Mayor', 'executive', 'executive'],
  ['Town Councillor', null, 'executive'],
  ['Fire Chief', 'executive', 'operations'],
  ['Accounts Receivable Clerk', null, 'finance'],
  ['Law Clerk', null, 'legal'],
  ['AP/AR Specialist', null, 'finance'],
  ['M&A Associate', null, 'finance'],
  ['AE, Mid-Market', null, 'sales'],
  ['Contact Centre Agent', null, 'support'],
  ['Guidance Counselor', null, 'education'],
  ['Admissions Director', 'senior', 'education'],
  ['Senior Sonographer', 'senior', 'health'],
  ['Chief Underwriting Officer', 'executive', 'finance'],
  ['VP Eng', 'executive', 'it'],
  ['Deputy Principal', 'senior', 'education'],
  ['Brand Ambassador', null, 'marketing'],
  ['Leasing Agent', null, 'sales'],
  ['Portfolio Analyst', null, 'finance'],
  ['Cabin Crew', null, 'operations'],
  ['Prosecutor', null, 'legal'],
  ['Lab Technician', null, 'health'],
  ['Senator', null, 'executive'],
  ["Founder's Associate", null, 'executive'],
]

const otherLanguages: Row[] = [
  ['Geschäftsführerin', 'executive', 'executive'],
  ['Leiter/in Marketing & Vertrieb (m/w/d)', 'senior', 'marketing'],
  ['Vertriebsleiterin', 'senior', 'sales'],
  ['CTO / Entwickler', 'executive', 'it'],
  ['Buchhalter*in', null, 'finance'],
  ['Directrice des ressources humaines', 'senior', 'hr'],
  ['Chef de projet', 'senior', 'management'],
  ['Directeur général', 'executive', 'executive'],
  ['Directrice générale adjointe', 'executive', 'executive'],
  ['Adjointe de direction', null, 'management'],
  ['Zaakvoerder', 'executive', 'executive'],
  ['Personalchef', 'senior', 'hr'],
  ['Oberbürgermeisterin', 'executive', 'executive'],
  ['Ordförande', 'executive', 'executive'],
  ['Segretaria generale', 'executive', 'executive'],
  ['Kanzleimanagerin', 'senior', 'legal'],
  ['Directeur bedrijfsvoering', 'senior', 'operations'],
  ['Analista de sistemas', null, 'it'],
  ['Lohnbuchhalterin', null, 'finance'],
  ['Stagiaire marketing', 'junior', 'marketing'],
  ['Jefa de ventas', 'senior', 'sales'],
  ['Ingeniero de sistemas', null, 'it'],
  ['Amministratore delegato', 'executive', 'executive'],
  ['Responsabile vendite', 'senior', 'sales'],
  ['Hoofd verkoop', 'senior', 'sales'],
  ['Diretora de marketing', 'senior', 'marketing'],
  ['Kierownik działu marketingu', 'senior', 'marketing'],
  ['Młodszy programista', 'junior', 'it'],
  ['Försäljningschef', 'senior', 'sales'],
  ['Daglig leder', 'executive', 'executive'],
  ['営業部長', 'senior', 'sales'],
]

describe('classifyTitle', () => {
  it.each([...english, ...otherLanguages])('%s: %s, %s', (title, seniority, department) => {
    expect(classifyTitle(title)).toMatchObject({ seniority, department })
  })

  it.each([
    'Assistant to the CEO',
    'Executive Assistant to the CEO and President',
    'Assistenz der Geschäftsführung',
    'Vorstandsassistent',
  ])('%s is not executive', (title) =>
    expect(classifyTitle(title)).toMatchObject({ seniority: 'junior', department: 'operations' }),
  )

  it('gives an office that belongs to somebody no rank', () => {
    expect(classifyTitle('Office of the President').seniority).toBeNull()
    expect(classifyTitle('Managing Editor').seniority).toBeNull()
  })

  it('reads MD as managing director, but as a degree after a name', () => {
    expect(classifyTitle('MD').seniority).toBe('executive')
    expect(classifyTitle('Una Weiss, MD')).toMatchObject({ seniority: null, department: 'health' })
    expect(classifyTitle('MD, PhD').seniority).not.toBe('executive')
  })

  it.each([
    'Leiter Einkauf',
    'Vertriebsleiterin',
    'Directrice commerciale',
    'Jefa de Ventas',
    'Responsabile Acquisti',
    'Marknadschef',
    'Produktionschef',
    'Responsable logistique',
  ])('%s heads a unit, and decides as a director does', (title) =>
    expect(classifyTitle(title).decisionMaker).toBe(true),
  )

  it.each([
    'Projektleiterin',
    'Assistenz der Leitung',
    'Chef de projet',
    'Küchenchef',
    'Verkäuferin',
    'Directory Editor',
  ])('%s heads no unit', (title) => expect(classifyTitle(title).decisionMaker).toBe(false))

  it('returns nothing for words it does not know', () => {
    expect(classifyTitle('Zebra whisperer')).toEqual({ seniority: null, department: null, decisionMaker: false })
    expect(classifyTitle('')).toEqual({ seniority: null, department: null, decisionMaker: false })
  })

  it('ignores case and never throws', () => {
    assert(property(string(), (title) => classifyTitle(title).department !== undefined))
    expect(classifyTitle('HEAD OF SALES')).toEqual(classifyTitle('head of sales'))
    expect(classifyTitle('manager '.repeat(100_000)).seniority).toBe('senior')
  })
})

describe('isDecisionMaker', () => {
  it.each(['Head of HR', 'Co-Founder', 'Vice President', 'VP Sales', 'Associate Director', 'Managing Partner'])(
    'returns true for %s',
    (title) => expect(isDecisionMaker(title, null)).toBe(true),
  )

  it.each(['Sales Manager', 'Headhunter', 'Partnerships Lead', 'Directory Editor'])('returns false for %s', (title) =>
    expect(isDecisionMaker(title, 'senior')).toBe(false),
  )

  it('returns true for every executive', () => expect(isDecisionMaker('Geschäftsführer', 'executive')).toBe(true))
})
