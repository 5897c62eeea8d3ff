import { describe, expect, it } from 'vitest'
import { isDisposable, isWebmail } from '../../../src/engine/classify/domain-kinds.ts'
import { SHIPPED_LISTS } from '../../../src/engine/classify/address-lists.ts'

describe('kinds of mail domains', () => {
  it.each(['gmail.com', 'GMX.de', 'yahoo.co.uk', 'orange.fr', 'qq.com', 'sub.gmail.com'])('%s is webmail', (domain) => {
    expect(isWebmail(domain, SHIPPED_LISTS)).toBe(true)
    expect(isDisposable(domain, SHIPPED_LISTS)).toBe(false)
  })

  it.each(['mailinator.com', 'yopmail.com', 'mx.guerrillamail.com', 'trash-mail.de'])('%s is disposable', (domain) => {
    expect(isDisposable(domain, SHIPPED_LISTS)).toBe(true)
    expect(isWebmail(domain, SHIPPED_LISTS)).toBe(false)
  })

  it.each(['acme.example', 'google.com', 'notgmail.com', 'gmail.com.acme.example', ''])(
    '%s is a company domain',
    (domain) => {
      expect(isWebmail(domain, SHIPPED_LISTS)).toBe(false)
      expect(isDisposable(domain, SHIPPED_LISTS)).toBe(false)
    },
  )
})
