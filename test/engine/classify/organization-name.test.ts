import { describe, expect, it } from 'vitest'
import { chooseOrganization } from '../../../src/engine/classify/organization-name.ts'

const nothing = { domain: 'lumenworks.example', structured: [], siteNames: [], titles: [] }

describe('chooseOrganization', () => {
  it('trusts structured data more than a title', () => {
    const evidence = { ...nothing, structured: ['Lumen Works Ltd'], titles: ['Best lamps in town | Home'] }
    expect(chooseOrganization(evidence)).toBe('Lumen Works Ltd')
  })

  it('finds the part that titles share if another sign agrees, not from titles alone', () => {
    const titles = ['Home | Orbis Lamps', 'Our team | Orbis Lamps', 'Contact | Orbis Lamps']
    const evidence = { ...nothing, domain: 'ol-shop.example', titles }
    expect(chooseOrganization({ ...evidence, logos: ['Orbis Lamps'] })).toBe('Orbis Lamps')
    expect(chooseOrganization(evidence)).toBe(null)
  })

  it('lets the domain decide between the parts of a single title', () => {
    expect(chooseOrganization({ ...nothing, titles: ['Lamps for everyone - Lumen Works'] })).toBe('Lumen Works')
  })

  it('drops the greeting and prefers the spelling that is not all capitals', () => {
    const titles = ['Welcome to Lumen Works!', 'LUMEN WORKS | Contact', 'LUMEN WORKS | Team']
    expect(chooseOrganization({ ...nothing, titles })).toBe('Lumen Works')
  })

  it('uses the domain as the name only if there is nothing better', () => {
    const structured = ['lumenworks.example']
    const titles = ['lumenworks.example - Lumen Works Lighting']
    expect(chooseOrganization({ ...nothing, structured, titles })).toBe('Lumen Works Lighting')
    expect(chooseOrganization({ ...nothing, structured, titles: ['lumenworks.example'] })).toBe('lumenworks.example')
  })

  it("counts a copyright line with a legal form once: it may also name the shop's operator", () => {
    const copyrights = ['Transworld Parcels, Inc']
    const evidence = { ...nothing, copyrights, legalNames: copyrights }
    expect(chooseOrganization({ ...evidence, titles: ['Contact us | Lumen Works and Gifts'] })).toBe(
      'Lumen Works and Gifts',
    )
    expect(chooseOrganization(evidence)).toBeNull()
    expect(chooseOrganization({ ...evidence, titles: ['Moving: Transworld Parcels in town'] })).toBe(
      'Transworld Parcels',
    )
  })

  it('takes neither a slogan that begins with the name nor the trade alone as the name', () => {
    expect(chooseOrganization({ ...nothing, titles: ['Lumen Works offers lamps'] })).toBeNull()
    expect(chooseOrganization({ ...nothing, titles: ['Lumen | All about lamps'] })).toBeNull()
    expect(chooseOrganization({ ...nothing, titles: ['Lumen | All about lamps'], logos: ['Lumen'] })).toBe('Lumen')
  })

  it('leaves out what a title says of its page in the same words', () => {
    const titles = ['Lumen Works Contact Information', 'About Lumen Works']
    expect(chooseOrganization({ ...nothing, titles })).toBe('Lumen Works')
    expect(chooseOrganization({ ...nothing, titles: ['Lumen Works -- Lamps, Shades'] })).toBe('Lumen Works')
    const kept = { ...nothing, domain: 'aboutlamps.example', titles: ['About Lamps'] }
    expect(chooseOrganization(kept)).toBe('About Lamps')
  })

  it('takes from a long title the words that the domain spells, if they are written as a name', () => {
    const titles = ['Lumen Works, makers of lamps and shades near the old harbour']
    expect(chooseOrganization({ ...nothing, titles })).toBe('Lumen Works')
    const sold = {
      ...nothing,
      domain: 'cheaplamps.example',
      titles: ['Find cheap lamps for your kitchen, hall and garden today'],
    }
    expect(chooseOrganization(sold)).toBeNull()
  })

  it('returns nothing if there is only a slogan', () => {
    expect(chooseOrganization({ ...nothing, titles: ['Home', 'The finest handmade goods'] })).toBeNull()
    expect(chooseOrganization(nothing)).toBeNull()
  })

  it('believes what titles share if the domain abbreviates it, one of its words in full', () => {
    const titles = ['Home | Northwest Timber', 'Our team | Northwest Timber', 'Contact | Northwest Timber']
    const chosen = (domain: string) => chooseOrganization({ ...nothing, domain, titles })
    expect(chosen('nwtimber.example')).toBe('Northwest Timber')
    expect(chosen('smithtimber.example')).toBeNull()
    expect(chosen('nwt-shop.example')).toBeNull()
  })

  it('leaves out the pictures around a name, and blanks that some pages put into names of the Far East', () => {
    const dental = { ...nothing, domain: 'quilldental.example', titles: ['🦷 Quill Dental', '🦷 Quill Dental'] }
    expect(chooseOrganization(dental)).toBe('Quill Dental')
    const weaver = { ...nothing, titles: ['株式会社 田中織物'], legalNames: ['株式会社田中織物'] }
    expect(chooseOrganization(weaver)).toBe('株式会社 田中織物')
  })
})
