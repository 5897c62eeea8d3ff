import { describe, expect, it } from 'vitest'
import { isDisposable, isWebmail } from '../../../src/engine/classify/domain-kinds.ts'

describe('kinds of mail domains', () => {
  it.each(['gmail.com', 'GMX.de', 'yahoo.co.uk', 'orange.fr', 'qq.com', 'sub.gmail.com'])('%s is webmail', (domain) => {
    expect(isWebmail(domain)).toBe(true)
    expect(isDisposable(domain)).toBe(false)
  })

  it.each(['mailinator.com', 'yopmail.com', 'mx.guerrillamail.com', 'trash-mail.de'])('%s is disposable', (domain) => {
    expect(isDisposable(domain)).toBe(true)
    expect(isWebmail(domain)).toBe(false)
  })

  it.each(['acme.example', 'google.com', 'notgmail.com', 'gmail.com.acme.example', ''])(
    '%s is a company domain',
    (domain) => {
      expect(isWebmail(domain)).toBe(false)
      expect(isDisposable(domain)).toBe(false)
    },
  )
})
