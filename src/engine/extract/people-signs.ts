import { addressType } from '../classify/role-address.ts'
import type { FoundAddress, PageInput, PageScan } from './page-facts.ts'
import { namesPeople } from './people-words.ts'

/** Microdata, RDFa and hCard. */
const ITEM_SIGN = /\bitemscope\b|\btypeof=|\bvcard\b|\bh-card\b/
/**
 * A title as a text of its own, before a comma or a colon: people are presented, whatever the page calls itself. The words
 * are the frequent heads of titles; a page of people has one of them.
 */
const POSITION_SIGN = new RegExp(
  '[>\\s](?:President|Director|CEO|CFO|CTO|[Ff]ounder|[Oo]wner|Partner|Attorney|Manager|Nurse|Practitioner|Mayor|Councilmember|Councillor|' +
    'Realtor|Broker|Psychologist|Professor|Secretary|Treasurer|Chair(?:man|woman)?|Coordinator|Engineer|Consultant|Advis[eo]r|Carpenter|Principal|' +
    'Geschäftsführer(?:in)?|Inhaber(?:in)?|Leiter(?:in)?|Sekretariat|Directeur|Directrice|Gérante?|Responsable|Directora?|Gerente|Direttore|' +
    'Direttrice|Titolare|Segretari[oa]|Eigenaar|Voorzitter|Diretora?|Dyrektor|Prezes|Kierownik|Direktör|Ordförande|Daglig leder|' +
    'Toimitusjohtaja|Jednatel|Ředitel|Igazgató|Müdürü?)\\s?[<,&:/]|[>\\s](?:VP|Vice President)\\s',
)

/**
 * Whether a page is worth its tree. Desks alone, on a page without a word of people, a title or structured data, are
 * owned by nobody.
 */
export function presentsPeople({ url, html, domain }: PageInput, scan: PageScan): boolean {
  const { addresses, title, jsonLd, worthParsing } = scan
  const isDesk = ({ local, domain: mailDomain }: FoundAddress): boolean =>
    addressType(local, null, { domain: mailDomain, siteDomain: domain }) === 'generic'
  if (worthParsing && (addresses.length === 0 || jsonLd.length > 0 || !addresses.every(isDesk))) return true
  const isAnnounced = worthParsing && (namesPeople(url) || namesPeople(title ?? '') || ITEM_SIGN.test(html))
  return isAnnounced || POSITION_SIGN.test(html)
}
