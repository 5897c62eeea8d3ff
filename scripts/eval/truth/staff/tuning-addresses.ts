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
] as const
export type TuningForm = (typeof FORMS)[number]

export type Scheme = 'first.last' | 'flast' | 'f.last' | 'last' | 'last.first' | 'lastf' | 'first' | 'first_last'

/** As often as houses have them. */
export const SCHEMES: readonly Scheme[] =
  'first.last first.last first.last first.last flast flast flast f.last f.last last first first first_last lastf last.first'.split(
    ' ',
  ) as Scheme[]

const letters = (text: string): string => foldName(text).replace(/[^a-z]/g, '')

/** The local part of a person under the habit of the house. */
export function localOf({ first, last }: TuningName, scheme: Scheme): string {
  const given = letters(first.split(' ')[0] ?? '')
  const family = letters(last)
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
