import type { CheckAddressForm } from './check-address-form.ts'
import type { CheckDice } from './check-dice.ts'
import { checkScriptForms } from './check-script-forms.ts'

const split = (address: string): [string, string] => {
  const at = address.lastIndexOf('@')
  return [address.slice(0, at), address.slice(at + 1)]
}
const spoken = (address: string, at: string, dot: string): string => {
  const [local, host] = split(address)
  return `${local}${at}${host.replaceAll('.', dot)}`
}
/** Decimal references, hexadecimal references and plain letters in turn. */
const references = (text: string, dice: CheckDice): string =>
  Array.from(text)
    .map((letter) => {
      const code = letter.codePointAt(0) ?? 0
      if (letter === '@') return '&#64;'
      if (dice.chance(0.35)) return letter
      return dice.chance(0.5) ? `&#${code};` : `&#x${code.toString(16)};`
    })
    .join('')
const cloudflare = (text: string, dice: CheckDice): string => {
  const key = dice.between(1, 255)
  return Buffer.from([key, ...Buffer.from(text).map((byte) => byte ^ key)]).toString('hex')
}

const PLAIN_FORMS: CheckAddressForm[] = [
  { key: 'mailto', classes: [], write: (address) => `<a href="mailto:${address}">${address}</a>` },
  {
    key: 'mailto-label',
    classes: [],
    write: (address, { label }) => `<a class="btn btn-sm" href="mailto:${address}">${label}</a>`,
  },
  {
    key: 'mailto-icon',
    classes: [],
    write: (address) => `<a href="mailto:${address}" aria-label="e-mail"><i class="fa fa-envelope"></i></a>`,
  },
  {
    key: 'mailto-name',
    classes: [],
    aroundName: true,
    write: (address, _context, text) => `<a href="mailto:${address}">${text}</a>`,
  },
  {
    key: 'mailto-encoded',
    classes: [],
    write: (address, { label }) =>
      `<a href="mailto:${address.replace('@', '%40')}?subject=${encodeURIComponent('Question from the site')}">${label}</a>`,
  },
  { key: 'text', classes: [], write: (address) => address },
  {
    key: 'text-wrapped',
    classes: [],
    write: (address) => `<span class="mail"><b>${address.replace('@', '@<wbr>')}</b></span>`,
  },
  { key: 'full-width', classes: [], write: (address) => address.replace('@', '＠') },
  { key: 'zero-width', classes: [], write: (address) => address.replace('@', '&#8203;@&#8203;') },
  {
    key: 'data-attribute',
    classes: [],
    write: (address, { label }) => `<a href="#contact-form" class="js-contact" data-email="${address}">${label}</a>`,
  },
  {
    key: 'title-attribute',
    classes: [],
    write: (address, { label }) => `<a href="/contact?to=${address.length}" title="${address}">${label}</a>`,
  },
  {
    key: 'entities',
    classes: [],
    write: (address, { dice }) => `<a href="${references(`mailto:${address}`, dice)}">${references(address, dice)}</a>`,
  },
  { key: 'entities-text', classes: [], write: (address, { dice }) => references(address, dice) },
  { key: 'entities-twice', classes: [], write: (address) => address.replace('@', '&amp;#64;') },
  {
    key: 'cfemail',
    classes: ['a'],
    write: (address, { dice }) =>
      `<a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="${cloudflare(address, dice)}">[email&#160;protected]</a>`,
  },
  {
    key: 'cfemail-link',
    classes: ['a'],
    write: (address, { dice, label }) =>
      `<a href="/cdn-cgi/l/email-protection#${cloudflare(address, dice)}">${label}</a>`,
  },
  {
    key: 'bracketed',
    classes: ['e'],
    write: (address, { dice }) => spoken(address, dice.pick([' [at] ', '[at]', ' (at) ', ' {at} ']), '.'),
  },
  {
    key: 'bracketed-dots',
    classes: ['e'],
    write: (address, { dice }) =>
      dice.chance(0.5) ? spoken(address, ' [at] ', ' [dot] ') : spoken(address, ' (at) ', ' (dot) '),
  },
  { key: 'spoken', classes: ['e'], write: (address) => spoken(address, ' at ', ' dot ') },
  {
    key: 'split-spans',
    classes: ['e'],
    write: (address) => {
      const [local, host] = split(address)
      return `<span class="u">${local}</span> [at] <span class="d">${host.replaceAll('.', ' [dot] ')}</span>`
    },
  },
  {
    key: 'split-tags',
    classes: ['e'],
    write: (address) => {
      const [local, host] = split(address)
      return `<span>${local}</span><span>@</span><span>${host}</span>`
    },
  },
  {
    key: 'reversed',
    classes: ['e'],
    write: (address) =>
      `<span style="unicode-bidi: bidi-override; direction: rtl;">${Array.from(address).toReversed().join('')}</span>`,
  },
  {
    key: 'split-attributes',
    classes: ['b'],
    write: (address, { dice, label }) => {
      const [local, host] = split(address)
      return dice.chance(0.5)
        ? `<a class="mailcrypt" data-user="${local}" data-domain="${host}" href="#">${label}</a>`
        : `<span class="em" data-name="${local}" data-host="${host}"></span>`
    },
  },
  {
    key: 'filler',
    classes: ['e'],
    write: (address) => address.replace('@', '@<span style="display:none">nospam.</span>'),
  },
]

/** Every channel through which an address may come. */
export const CHECK_FORMS: readonly CheckAddressForm[] = [...PLAIN_FORMS, ...checkScriptForms()]
