import { foldName } from '../../../../src/lib/text/person-name-fold.ts'
import type { TuningDice } from './tuning-dice.ts'
import type { TuningName } from './tuning-names.ts'

export const FORMS = [
  'mailto',
  'mailto-icon',
  'text',
  'bracketed',
  'entities',
  'cfemail',
  'script',
  'script-id',
  'onclick',
  'data-split',
  'reversed',
  'split-spans',
  'filler',
  'subject',
  'worded',
  'attribute',
  'script-parts',
  'noscript',
  'glued-label',
] as const
export type TuningForm = (typeof FORMS)[number]

export type Scheme =
  | 'first.last'
  | 'flast'
  | 'f.last'
  | 'last'
  | 'last.first'
  | 'lastf'
  | 'first'
  | 'first_last'
  | 'firstl'
  | 'fi.last'
  | 'three'
  | 'cut'
  | 'first-last'
  | 'last.f'
  | 'number'

/** As often as at real companies. */
export const SCHEMES: readonly Scheme[] =
  'first.last first.last first.last first.last flast flast flast f.last f.last last first first first_last lastf last.first firstl fi.last three cut first-last last.f number'.split(
    ' ',
  ) as Scheme[]

const letters = (text: string): string => foldName(text).replace(/[^a-z]/g, '')

/** The local part of a person by the company's scheme. */
export function localOf({ first, last }: TuningName, scheme: Scheme): string {
  const given = letters(first.split(' ')[0] ?? '')
  // Of two surnames, companies use the first.
  const family = letters(
    /^(?!De |Del |Di |Della |Al |El |Le )\p{Lu}\S+ \p{Lu}/u.test(last) ? (last.split(' ')[0] ?? '') : last,
  )
  switch (scheme) {
    case 'first.last':
      return `${given}.${family}`
    case 'flast':
      return given.slice(0, 1) + family
    case 'f.last':
      return `${given.slice(0, 1)}.${family}`
    case 'last':
      return family
    case 'last.first':
      return `${family}.${given}`
    case 'lastf':
      return family + given.slice(0, 1)
    case 'first':
      return given
    case 'firstl':
      return given + family.slice(0, 1)
    case 'fi.last':
      return `${given.slice(0, 2)}.${family}`
    case 'three':
      return given.slice(0, 3) + family.slice(0, 3)
    case 'cut':
      return (given.slice(0, 1) + family).slice(0, 8)
    case 'first-last':
      return `${given}-${family}`
    case 'last.f':
      return `${family}.${given.slice(0, 1)}`
    case 'number':
      return `${given.slice(0, 1)}${family}${given.length + 1}`
    case 'first_last':
    default:
      return `${given}_${family}`
  }
}

/** Markup that shows an address in one of the ways pages do; `late` goes to the end of the page. */
export function markup(dice: TuningDice, address: string, form: TuningForm): { here: string; late: string } {
  const [local = '', domain = ''] = address.split('@')
  const code = (text: string): string => Array.from(text, (letter) => `&#${letter.codePointAt(0) ?? 0};`).join('')
  const here = (html: string): { here: string; late: string } => ({ here: html, late: '' })
  switch (form) {
    case 'mailto':
      return here(`<a href="mailto:${address}">${address}</a>`)
    case 'mailto-icon':
      return here(
        `<a href="mailto:${address}"><i class="icon-mail"></i>${dice.pick(['', 'E-mail', 'Write', 'Contact'])}</a>`,
      )
    case 'text':
      return here(dice.chance(0.5) ? address : `E-mail: ${address}`)
    case 'bracketed':
      return here(
        `${local} ${dice.pick(['[at]', '(at)', '{at}', '[ät]', '&#91;at&#93;'])} ${domain.replaceAll('.', dice.pick(['.', ' [dot] ', '(dot)']))}`,
      )
    case 'entities':
      return here(dice.chance(0.5) ? code(address) : `<a href="${code(`mailto:${address}`)}">${code(address)}</a>`)
    case 'cfemail':
      return here(
        `<a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="${hidden(address)}">[email&#160;protected]</a>`,
      )
    case 'script':
      return here(
        `<script>document.write('<a href="mai'+'lto:${local}'+'@'+'${domain}">${local}'+'@'+'${domain}</a>')</script>`,
      )
    case 'script-id': {
      const id = `mail${dice.below(1_000_000)}`
      return {
        here: `<span id="${id}"></span>`,
        late: `<script>document.getElementById('${id}').innerHTML='${local}'+'@'+'${domain}'</script>`,
      }
    }
    case 'onclick':
      return here(`<a href="#" onclick="location.href='mai'+'lto:${local}'+'@'+'${domain}';return false">E-post</a>`)
    case 'data-split':
      return here(`<a class="mail" data-user="${local}" data-domain="${domain}" href="#">show</a>`)
    case 'reversed':
      return here(
        `<span style="unicode-bidi:bidi-override;direction:rtl">${Array.from(address).reverse().join('')}</span>`,
      )
    case 'split-spans':
      return here(`<span>${local}</span> [at] <span>${domain.replaceAll('.', ' [dot] ')}</span>`)
    case 'filler':
      return here(`<a href="mailto:${address}">${local}<span style="display:none">null</span>@${domain}</a>`)
    case 'worded':
      return here(
        `${dice.pick(['', 'E-mail: ', 'Mail '])}${local}${dice.pick([' [at] ', ' (at) ', '(arroba)', ' [ät] ', ' (kukac) ', '[snabel-a]', ' (małpa) ', ' [apenstaartje] ', '(chiocciola)', ' -at- ', ' [AT] '])}${domain}`,
      )
    case 'attribute':
      return here(`<a class="contact" href="#" data-email="${address}" title="E-mail">Send a message</a>`)
    case 'script-parts':
      return here(
        `<script type="text/javascript">\nvar a="${local}";var b="${domain}";\ndocument.write('<a href="mailto:'+a+'@'+b+'">'+a+'@'+b+'</a>');\n</script><noscript>Please enable JavaScript.</noscript>`,
      )
    case 'noscript':
      return here(
        `<script>document.write(unescape('${Array.from(`<a href="mailto:${address}">${address}</a>`, (letter) => `%${(letter.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`).join('')}'))</script>`,
      )
    case 'glued-label':
      return here(`<b>E:</b>&nbsp;<a href="mailto:${address}">${address}</a> | <b>W:</b> <a href="/">${domain}</a>`)
    case 'subject':
    default:
      return here(`<a href="mailto:${address}?subject=Hello%20there&amp;body=x">Mail</a>`)
  }
}

function hidden(address: string): string {
  const key = 0x5a
  return [key, ...Buffer.from(address).map((byte) => byte ^ key)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
