/** Before a name or an address that is somebody else's, by who that is. */
const WHOSE = [
  // Insurers.
  'versicher|haftpflicht|assekuranz|assuran|assureur|insur(?:ance|er)|indemnity|asegurador|seguro de|seguradora|assicura|verzeker|ubezpiecz|forsikring|försäkring',
  // Courts, chambers and authorities.
  'register(?:gericht| court)|amtsgericht|finanzamt|aufsicht|kammer|supervis|regulat|authori[sz]ed by|(?:bundes|landes)beauftragt|information commissioner|garante per|(?<!\\p{L})(?:autorit|autoridad|agencia española)|persoonsgegevens|ochrony danych',
  // Those who settle disputes.
  'ombud|m[ée]diat(?:eur|ion)|schlichtung|beschwerde|complain|reclamaci|réclamation|geschillen',
  // Banks.
  '(?<!\\p{L})(?:bank|banque|banca|banco)\\s?:|bankverbindung|bank ?details|kreditinstitut|domiciliation bancaire|coordonnées bancaires|coordinate bancarie|datos bancarios',
  // Landlords and advisers.
  'landlord|vermieter|bailleur|steuerberat|accountants?(?!\\p{L})|auditors?(?!\\p{L})|wirtschaftsprüf|expert[s-]* comptable',
]

/** Insurers, authorities, landlords: whose names and addresses legal pages show beside those of the house. */
export const OF_OTHERS = new RegExp(WHOSE.join('|'), 'iu')

/** Who hosts or made the site. */
export const OF_MAKERS =
  /hosted|hosting|h[ée]berge|designed? by|developed by|website by|site by|powered by|gehoste?t|tárhely|(?<!\p{L})alojad[ao]s? (?:en|por|em)|(?:realizzat[oa]|sviluppat[oa]) da|(?:desarrollad[ao]|diseñad[ao]|desenvolvid[ao]) por|site (?:créé|réalisé|conçu) par|projekt i wykonanie|tvorba webu/iu
