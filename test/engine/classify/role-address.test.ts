import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressType, isRoleAddress } from '../../../src/engine/classify/role-address.ts'
import { SHIPPED_LISTS } from '../../../src/engine/classify/address-lists.ts'

const roles =
  'info Sales no-reply sales-uk info.de office2 info-berlin infoberlin eusales moreinfo thedentist büro buero ' +
  'vertrieb kundenservice verkauf.nord accueil ventas ufficio.acquisti sekretariat 採用 бухгалтерия ' +
  'rezeption lohnbuchhaltung leserbriefe poczta mzdy vaihde basvuru retour bursar onboarding valuations ' +
  'mediainquiries fairhousing foodingredients supplier_diversity gradreports cpzinfo gsgs'
/** What companies, schools and public bodies write before the @ of an address for anyone. */
const usual =
  'info contact hello hi sales support help helpdesk service services office admin administrator ' +
  'webmaster postmaster hostmaster abuse security privacy legal compliance billing accounts accounting ' +
  'invoices invoice payments finance treasury payroll hr jobs careers career recruiting recruitment ' +
  'talent people hiring press media pr news newsletter newsroom marketing events event partners ' +
  'partnerships partner affiliates affiliate advertising ads sponsorship editor editorial editors ' +
  'feedback suggestions complaints customerservice customercare care customer clients client orders ' +
  'order shop store returns shipping logistics delivery warehouse purchasing procurement suppliers ' +
  'vendors tenders bookings booking reservations reservation frontdesk reception concierge enquiries ' +
  'enquiry inquiries inquiry general mail email team staff everyone all board ceo cfo cto coo director ' +
  'directors management it tech techsupport noc ops operations devops dev developers engineering qa ' +
  'product design studio research lab library archives museum gallery school admissions registrar ' +
  'alumni faculty students dean education training courses academy university membership members ' +
  'volunteer volunteers donate donations giving fundraising foundation charity church parish pastor ' +
  'ministry clinic doctor appointments pharmacy nursing hospital medical dental lawfirm solicitor ' +
  'investors investor ir shareholder shareholders corporate communications comms publicrelations ' +
  'publicaffairs government affairs policy noreply no-reply donotreply mailer-daemon root daemon nobody ' +
  'web www site website online digital social facebook blog forum community subscribe unsubscribe ' +
  'subscriptions licensing permissions rights copyright dpo gdpr datenschutz impressum kontakt info-de ' +
  'verkauf vertrieb einkauf buchhaltung bewerbung personal presse redaktion verwaltung sekretariat ' +
  'empfang zentrale service-desk kundendienst kundenservice rechnung rechnungen contacto ventas compras ' +
  'soporte ayuda administracion recepcion prensa empleo rrhh atencion contato vendas financeiro ' +
  'comercial suporte accueil commercial comptabilite recrutement direction secretariat rh contatti ' +
  'vendite amministrazione segreteria ufficio assistenza stampa info2 sales-uk uk-sales emea-sales ' +
  'support.us us.support hq headoffice headquarters branch london berlin newyork export import fleet ' +
  'rentals rental leasing property estates realestate sales1 trade wholesale retail franchise catering ' +
  'kitchen restaurant bar events-team weddings spa golf hotel stay rooms house garden farm works post ' +
  'page sport travel tours tickets boxoffice theatre cinema radio tv studio1 photo photos video music ' +
  'film apps app api status alerts monitoring reports report data analytics survey quality safety ' +
  'environment sustainability csr diversity ethics whistleblower ombudsman audit risk insurance claims ' +
  'underwriting broker mortgage loans cards bank fraud'
const people =
  'anna jo.hawk acrossland debbieb mevans hall john.park dstone ismail m.bishop dk jmb jean-luc o.schulz ' +
  'kowalskip salesi jorg.winter annapark'

describe('isRoleAddress', () => {
  it.each(roles.split(' '))('%s is a role address', (local) => expect(isRoleAddress(local, SHIPPED_LISTS)).toBe(true))
  it.each(people.split(' '))("%s is a person's address", (local) =>
    expect(isRoleAddress(local, SHIPPED_LISTS)).toBe(false),
  )

  it('ignores case and never throws', () => {
    assert(
      property(
        string({ maxLength: 80 }),
        (local) => isRoleAddress(local, SHIPPED_LISTS) === isRoleAddress(local.toLowerCase(), SHIPPED_LISTS),
      ),
    )
  })

  it('takes a bounded time for endless local parts', () => {
    expect(isRoleAddress('info'.repeat(100_000), SHIPPED_LISTS)).toBe(false)
  })
})

describe('addressType', () => {
  it('calls every usual role address generic', () => {
    const personal = usual
      .split(' ')
      .filter((local) => addressType(local, null, SHIPPED_LISTS, { domain: 'acme.example' }) === 'personal')
    expect(personal).toEqual([])
  })

  it('treats a role word that is also a surname as a role address, unless its owner is known', () => {
    expect(addressType('press', null, SHIPPED_LISTS)).toBe('generic')
    expect(addressType('press', { firstName: 'Ada', lastName: 'Press' }, SHIPPED_LISTS)).toBe('personal')
    expect(addressType('a.press', null, SHIPPED_LISTS)).toBe('personal')
  })

  it('lets a matching name override the list', () => {
    expect(addressType('sales', { firstName: 'Mark', lastName: 'Sales' }, SHIPPED_LISTS)).toBe('personal')
    expect(addressType('sales', { firstName: 'Mark', lastName: 'Winter' }, SHIPPED_LISTS)).toBe('generic')
  })

  it('does not let initials override the list', () => {
    expect(addressType('hr', { firstName: 'Hanna', lastName: 'Reinholt' }, SHIPPED_LISTS)).toBe('generic')
  })

  it('treats the name of the company as a role address', () => {
    expect(addressType('acmeplumbing', null, SHIPPED_LISTS, { domain: 'acmeplumbing.example' })).toBe('generic')
    expect(
      addressType('acmeplumbing', null, SHIPPED_LISTS, { domain: 'mail.example', siteDomain: 'acme-plumbing.example' }),
    ).toBe('generic')
    expect(addressType('acmo', null, SHIPPED_LISTS, { domain: 'acmoplumbing.example' })).toBe('generic')
  })

  it("treats the owner's first name at a domain named after him as personal", () => {
    expect(addressType('otto', null, SHIPPED_LISTS, { domain: 'ottokeller.example' })).toBe('personal')
    expect(
      addressType('keller', { firstName: 'Otto', lastName: 'Keller' }, SHIPPED_LISTS, { domain: 'keller.example' }),
    ).toBe('personal')
  })
})
