import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { companyKey, withoutLegalForm } from '../../../src/engine/classify/company-name.ts'

describe('companyKey', () => {
  it.each([
    ['Acme, Inc.', 'acme'],
    ['ACME S.A. de C.V.', 'acme'],
    ['Brück & Söhne GmbH & Co. KG', 'bruck and sohne'],
    ['Foo Trading Co., Ltd.', 'foo trading'],
    ['Kowal Sp. z o.o.', 'kowal'],
    ['株式会社サンプル', 'サンプル'],
    ['OOO "Ромашка"', 'ромашка'],
    ['O’Hara’s', 'oharas'],
    ['Smith & Co', 'smith'],
    ['Limited', 'limited'],
    ['···', ''],
  ])('%s is kept as "%s"', (name, key) => expect(companyKey(name)).toBe(key))

  it('returns a key unchanged', () => {
    assert(property(string(), (name) => companyKey(companyKey(name)) === companyKey(name)))
  })
})

describe('withoutLegalForm', () => {
  it.each([
    ['Brück & Söhne GmbH & Co. KG', 'Brück & Söhne'],
    ['Acme, Inc.', 'Acme'],
    ['Lumen Works', 'Lumen Works'],
    ['GmbH', 'GmbH'],
  ])('%s becomes %s', (name, said) => expect(withoutLegalForm(name)).toBe(said))
})
