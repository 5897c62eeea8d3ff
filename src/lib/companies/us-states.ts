/** The states of the USA, DC and the inhabited territories by postal code. */
export const US_STATE_NAMES: Readonly<Record<string, string>> = {
  AL: 'Alabama', AK: 'Alaska', AZ: 'Arizona', AR: 'Arkansas', CA: 'California', CO: 'Colorado', CT: 'Connecticut', DE: 'Delaware',
  FL: 'Florida', GA: 'Georgia', HI: 'Hawaii', ID: 'Idaho', IL: 'Illinois', IN: 'Indiana', IA: 'Iowa', KS: 'Kansas', KY: 'Kentucky',
  LA: 'Louisiana', ME: 'Maine', MD: 'Maryland', MA: 'Massachusetts', MI: 'Michigan', MN: 'Minnesota', MS: 'Mississippi',
  MO: 'Missouri', MT: 'Montana', NE: 'Nebraska', NV: 'Nevada', NH: 'New Hampshire', NJ: 'New Jersey', NM: 'New Mexico',
  NY: 'New York', NC: 'North Carolina', ND: 'North Dakota', OH: 'Ohio', OK: 'Oklahoma', OR: 'Oregon', PA: 'Pennsylvania',
  RI: 'Rhode Island', SC: 'South Carolina', SD: 'South Dakota', TN: 'Tennessee', TX: 'Texas', UT: 'Utah', VT: 'Vermont',
  VA: 'Virginia', WA: 'Washington', WV: 'West Virginia', WI: 'Wisconsin', WY: 'Wyoming', DC: 'District of Columbia',
  AS: 'American Samoa', GU: 'Guam', MP: 'Northern Mariana Islands', PR: 'Puerto Rico', VI: 'U.S. Virgin Islands',
} // prettier-ignore

const CODES = new Map(Object.entries(US_STATE_NAMES).map(([code, name]) => [name.toLowerCase(), code]))

/** As states were abbreviated before they had codes. */
const OLD: ReadonlyMap<string, string> = new Map(
  'Ala:AL Ariz:AZ Ark:AR Calif:CA Colo:CO Conn:CT Del:DE Fla:FL Ill:IL Ind:IN Kan:KS Kans:KS Mass:MA Mich:MI Minn:MN Miss:MS Mont:MT Neb:NE Nebr:NE Nev:NV Okla:OK Ore:OR Penn:PA Penna:PA Tenn:TN Tex:TX Wash:WA Wis:WI Wisc:WI Wyo:WY'
    .split(' ')
    .map((pair) => [`${pair.slice(0, -3).toLowerCase()}.`, pair.slice(-2)] as const),
)

/** The code of a state given by name or code; null if it is not a state. */
export function usStateCode(text: string): string | null {
  const word = text.trim().replace(/^(?:washington,?\s*)?d\.\s?c\.?$/i, 'DC')
  const code = word.toUpperCase().replace(/^([A-Z])\.\s?([A-Z])\.$/, '$1$2')
  if (Object.hasOwn(US_STATE_NAMES, code)) return code
  return CODES.get(word.toLowerCase()) ?? OLD.get(word.toLowerCase()) ?? null
}
