import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressType, isRoleAddress } from '../../../src/engine/classify/role-address.ts'

const roles =
  'info Sales no-reply sales-uk info.de office2 info-berlin infoberlin eusales moreinfo thedentist büro buero ' +
  'vertrieb kundenservice verkauf.nord accueil ventas ufficio.acquisti sekretariat 採用 бухгалтерия ' +
  'mediainquiries fairhousing foodingredients supplier_diversity gradreports cpzinfo gsgs'
const people =
  'anna jo.hawk acrossland debbieb mevans hall john.park dstone ismail m.bishop dk jmb jean-luc o.schulz ' +
  'kowalskip salesi jorg.winter annapark'

describe('isRoleAddress', () => {
  it.each(roles.split(' '))('%s is a desk', (local) => expect(isRoleAddress(local)).toBe(true))
  it.each(people.split(' '))('%s is a person', (local) => expect(isRoleAddress(local)).toBe(false))

  it('does not care about case and never throws', () => {
    assert(property(string({ maxLength: 80 }), (local) => isRoleAddress(local) === isRoleAddress(local.toLowerCase())))
  })

  it('takes a bounded time for endless local parts', () => {
    expect(isRoleAddress('info'.repeat(100_000))).toBe(false)
  })
})

describe('addressType', () => {
  it('lets a fitting name beat the list', () => {
    expect(addressType('sales', { firstName: 'Mark', lastName: 'Sales' })).toBe('personal')
    expect(addressType('sales', { firstName: 'Mark', lastName: 'Winter' })).toBe('generic')
  })

  it('does not let initials beat the list', () => {
    expect(addressType('hr', { firstName: 'Hanna', lastName: 'Reinholt' })).toBe('generic')
  })

  it('takes the name of the company for a desk', () => {
    expect(addressType('acmeplumbing', null, { domain: 'acmeplumbing.example' })).toBe('generic')
    expect(addressType('acmeplumbing', null, { domain: 'mail.example', siteDomain: 'acme-plumbing.example' })).toBe(
      'generic',
    )
    expect(addressType('acmo', null, { domain: 'acmoplumbing.example' })).toBe('generic')
  })

  it("keeps the owner's first name on a domain named after him personal", () => {
    expect(addressType('otto', null, { domain: 'ottokeller.example' })).toBe('personal')
    expect(addressType('keller', { firstName: 'Otto', lastName: 'Keller' }, { domain: 'keller.example' })).toBe(
      'personal',
    )
  })
})
