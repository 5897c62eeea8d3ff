import { ownValue } from '../../lib/text/own-value.ts'
import { usStateCode } from '../../lib/companies/us-states.ts'

/** First three digits of the codes of each US state. */
const US_RANGES =
  'MA:010-027 MA:055-055 RI:028-029 NH:030-038 ME:039-049 VT:050-059 CT:060-069 NJ:070-089 NY:005-005 NY:100-149 PA:150-196 DE:197-199 DC:200-205 VA:201-201 MD:206-219 VA:220-246 WV:247-268 NC:270-289 SC:290-299 GA:300-319 GA:398-399 FL:320-349 AL:350-369 TN:370-385 MS:386-397 KY:400-427 OH:430-459 IN:460-479 MI:480-499 IA:500-528 WI:530-549 MN:550-567 SD:570-577 ND:580-588 MT:590-599 IL:600-629 MO:630-658 KS:660-679 NE:680-693 LA:700-714 AR:716-729 OK:730-749 TX:750-799 TX:885-885 CO:800-816 WY:820-831 ID:832-838 UT:840-847 AZ:850-865 NM:870-884 NV:889-898 CA:900-961 HI:967-968 OR:970-979 WA:980-994 AK:995-999 PR:006-009 VI:008-008 GU:969-969'
    .split(' ')
    .map((range) => ({ state: range.slice(0, 2), low: Number(range.slice(3, 6)), high: Number(range.slice(7)) }))

/** Whether codes of this state begin so. */
export function isUsCode(code: string, state: string): boolean {
  const start = Number(code.slice(0, 3))
  return US_RANGES.some((range) => range.state === state && start >= range.low && start <= range.high)
}

/** First letters of Canadian codes by province. */
const CA_PROVINCES: Readonly<Record<string, string>> = {
  A: 'NL', B: 'NS', C: 'PE', E: 'NB', G: 'QC', H: 'QC', J: 'QC', K: 'ON', L: 'ON', M: 'ON', N: 'ON', P: 'ON', R: 'MB', S: 'SK', T: 'AB', V: 'BC', X: 'NT', Y: 'YT',
} // prettier-ignore
const CA_NAMES =
  /\b(?:newfoundland(?: and labrador)?|nova scotia|prince edward island|new brunswick|qu[eé]bec|ontario|manitoba|saskatchewan|alberta|british columbia|northwest territories|nunavut|yukon|NL|NS|PEI?|NB|QC|PQ|ON|MB|SK|AB|B\.?C\.?|NT|NU|YT)$/iu

export const caProvince = (code: string): string | null => {
  const letter = code.slice(0, 1).toUpperCase()
  return ownValue(CA_PROVINCES, letter) ?? null
}
/** Text without the province at its end, in brackets or not. */
export const withoutProvince = (text: string): string =>
  text
    .replace(/\(([^()]+)\)$/u, '$1')
    .replace(CA_NAMES, '')
    .trim()

/** Codes of the Australian states. */
const AU_RANGES: Readonly<Record<string, readonly [number, number][]>> = {
  NSW: [[1000, 2999]],
  ACT: [[200, 299], [2600, 2620], [2900, 2920]],
  VIC: [[3000, 3999], [8000, 8999]],
  QLD: [[4000, 4999], [9000, 9999]],
  SA: [[5000, 5999]],
  WA: [[6000, 6999]],
  TAS: [[7000, 7999]],
  NT: [[800, 999]],
} // prettier-ignore
const AU_NAMES: ReadonlyMap<string, string> = new Map([
  ['new south wales', 'NSW'],
  ['victoria', 'VIC'],
  ['queensland', 'QLD'],
  ['south australia', 'SA'],
  ['western australia', 'WA'],
  ['tasmania', 'TAS'],
  ['northern territory', 'NT'],
])

/** The code of an Australian state by its code or name, where the post code is one of it; else null. */
export function auState(text: string, code: string): string | null {
  const state = AU_NAMES.get(text.toLowerCase()) ?? text.toUpperCase().replaceAll('.', '')
  const ranges = ownValue(AU_RANGES, state)
  return ranges?.some(([low, high]) => Number(code) >= low && Number(code) <= high) === true ? state : null
}

/** A state at the end of a text, by its code in capitals or its name: the code, and what is before it. */
export function usStateAtEnd(text: string): { state: string; before: string } | null {
  const words = text.split(/\s+/)
  for (const count of [3, 2, 1]) {
    if (words.length < count) continue
    const last = words.slice(-count).join(' ')
    const said = last.replace(/\.$/, '')
    const state = usStateCode(last) ?? usStateCode(said)
    // `in`, `or` and `me` are words.
    if (state === null || (said.length === 2 && !/^[A-Z][A-Za-z]$/.test(said))) continue
    return {
      state,
      before: words
        .slice(0, -count)
        .join(' ')
        .replace(/[\s,.]+$/, ''),
    }
  }
  return null
}

/** Digits of a code that is before its town, with what it may be written with. */
export const CODE_FIRST: Readonly<Record<string, RegExp>> = {
  DE: /^(?:D-?)?(\d{5})$/, AT: /^(?:A-?)?(\d{4})$/, CH: /^(?:CH-?)?(\d{4})$/, FR: /^(?:F-?)?(\d{5})$/, IT: /^(?:I-?)?(\d{5})$/, ES: /^(?:E-?)?(\d{5})$/,
  BE: /^(?:B-?)?(\d{4})$/, DK: /^(?:DK-?)?(\d{4})$/, NO: /^(?:N-?|NO-?)?(\d{4})$/, FI: /^(?:FI-?|FIN-?)?(\d{5})$/, SE: /^(?:S-?|SE-?)?(\d{3} ?\d{2})$/,
  NL: /^(?:NL-?)?(\d{4} ?[A-Z]{2})$/, PT: /^(\d{4}-\d{3})$/, PL: /^(?:PL-?)?(\d{2}-\d{3})$/, CZ: /^(\d{3} ?\d{2})$/, CL: /^(\d{7})$/, AR: /^([A-Z]\d{4}[A-Z]{3}|[A-Z]?\d{4})$/, SK: /^(\d{3} ?\d{2})$/,
  LU: /^(?:L-?)?(\d{4})$/, HU: /^(?:H-?)?(\d{4})$/, GR: /^(\d{3} ?\d{2})$/, MX: /^(?:C\.?P\.? ?)?(\d{5})$/, SI: /^(?:SI-?)?(\d{4})$/, RO: /^(\d{6})$/, TR: /^(?:TR-?)?(\d{5})$/,
  HR: /^(?:HR-?)?(\d{5})$/, BG: /^(?:BG-?)?(\d{4})$/, EE: /^(?:EE-?)?(\d{5})$/, LV: /^(LV-\d{4})$/, LT: /^(?:LT-?)?(\d{5})$/, IS: /^(?:IS-?)?(\d{3})$/, RS: /^(\d{5})$/, UA: /^(\d{5})$/,
} // prettier-ignore
