import type { CheckAddressForm } from './check-address-form.ts'

const codes = (text: string): string =>
  Array.from(text)
    .map((letter) => letter.charCodeAt(0))
    .join(',')
const halves = (text: string): [string, string] => {
  const cut = Math.max(1, Math.floor(text.length / 2))
  return [text.slice(0, cut), text.slice(cut)]
}
const parts = (address: string): [string, string, string] => {
  const [local = '', host = ''] = address.split('@')
  const dot = host.lastIndexOf('.')
  return [local, host.slice(0, dot), host.slice(dot + 1)]
}
/** Rotates letters, digits and symbols within their own range, as TYPO3 does. */
const turned = (text: string, by: number): string =>
  Array.from(text)
    .map((letter) => {
      const code = letter.charCodeAt(0)
      const range = TURNED_RANGES.find(([low, high]) => code >= low && code <= high)
      if (range === undefined) return letter
      const [low, high] = range
      const size = high - low + 1
      return String.fromCharCode(low + ((((code - low + by) % size) + size) % size))
    })
    .join('')
const TURNED_RANGES = [
  [0x2b, 0x3a],
  [0x40, 0x5a],
  [0x61, 0x7a],
] as const

/** Addresses that a script or a handler assembles. */
export function checkScriptForms(): CheckAddressForm[] {
  return [
    {
      key: 'script-joined',
      classes: ['a'],
      write: (address) => {
        const [local, host, end] = parts(address)
        return `<script type="text/javascript">document.write('<a href="mai'+'lto:${local}'+'@'+'${host}'+'.${end}">${local}'+'@'+'${host}.${end}</'+'a>');</script>`
      },
    },
    {
      key: 'script-variables',
      classes: ['a'],
      write: (address, { serial }) => {
        const [local, host, end] = parts(address)
        return `<script>\nvar u${serial} = "${local}";\nvar h${serial} = "${host}.${end}";\ndocument.write("<a href='mailto:" + u${serial} + "@" + h${serial} + "'>" + u${serial} + "@" + h${serial} + "</a>");\n</script><noscript>JavaScript is needed.</noscript>`
      },
    },
    {
      key: 'joomla-cloak',
      classes: ['a'],
      write: (address, { serial }) => {
        const [local, host, end] = parts(address)
        const id = `c${(serial * 7919 + 104729).toString(16)}`
        return (
          `<span id="cloak${id}">This email address is being protected from spambots. You need JavaScript enabled to view it.</span><script type='text/javascript'>` +
          `document.getElementById('cloak${id}').innerHTML = '';var prefix = '&#109;a' + 'i&#108;' + '&#116;o';var path = 'hr' + 'ef' + '=';` +
          `var addy${id} = '${local}' + '&#64;';addy${id} = addy${id} + '${host}' + '&#46;' + '${end}';var addy_text${id} = '${local}' + '&#64;' + '${host}' + '&#46;' + '${end}';` +
          `document.getElementById('cloak${id}').innerHTML += '<a ' + path + '\\'' + prefix + ':' + addy${id} + '\\'>'+addy_text${id}+'<\\/a>';</script>`
        )
      },
    },
    {
      key: 'script-codes',
      classes: ['a'],
      write: (address) =>
        `<script>document.write(String.fromCharCode(${codes(`<a href="mailto:${address}">${address}</a>`)}))</script>`,
    },
    {
      key: 'script-base64',
      classes: ['a'],
      write: (address, { label, serial }) =>
        `<a href="#" id="m${serial}">${label}</a><script>document.getElementById("m${serial}").href = atob("${Buffer.from(`mailto:${address}`).toString('base64')}")</script>`,
    },
    {
      key: 'script-escaped',
      classes: ['a'],
      write: (address) =>
        `<script>document.write(unescape('${Array.from(`<a href="mailto:${address}">${address}</a>`)
          .map((letter) => `%${letter.charCodeAt(0).toString(16)}`)
          .join('')}'));</script>`,
    },
    {
      key: 'script-hex',
      classes: ['a'],
      write: (address) =>
        `<script>document.write("${address.replace('@', '\\x40').replaceAll('.', '\\u002e')}")</script>`,
    },
    {
      key: 'handler-joined',
      classes: ['b'],
      write: (address, { label }) => {
        const [local, host, end] = parts(address)
        return `<a href="#" onclick="location.href='mai'+'lto:'+'${local}'+'@'+'${host}'+'.'+'${end}'; return false;">${label}</a>`
      },
    },
    {
      key: 'handler-halves',
      classes: ['b'],
      write: (address, { label }) => {
        const [local, host, end] = parts(address)
        const [one, two] = halves(local)
        return `<a href="javascript:void(0)" onmouseover="this.href='mailto:' + '${one}' + '${two}' + '&#64;' + '${host}.${end}'">${label}</a>`
      },
    },
    {
      key: 'typo3-script',
      classes: ['b'],
      write: (address, { dice, label }) => {
        const text = dice.chance(0.5) ? label : address.replace('@', '(at)')
        return `<a href="javascript:linkTo_UnCryptMailto('${turned(`mailto:${address}`, dice.pick([1, 2, -3]))}');" class="mail">${text}</a>`
      },
    },
    {
      key: 'handler-typo3',
      classes: ['b'],
      write: (address, { label }) =>
        `<a href="#" onclick="linkTo_UnCryptMailto('${turned(`mailto:${address}`, 2)}'); return false;" class="internal-link">${label}</a>`,
    },
  ]
}
