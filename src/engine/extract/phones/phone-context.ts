/** What stands around a run of digits tells what it counts. */

/** How far before a number its label may end. */
const LABEL_CHARS = 30

const FAX = /(?:fax|facsimile|telefax|téléc|telec|télécopie|faks)/i
const PHONE =
  /(?:tel|tél|tlf|tfn|phone|fon|call|mobile?|mob|cell|handy|telefono|teléfono|móvil|gsm|ring|ph|dial|hotline|helpline|toll|free|puh|sími|(?<!\p{L})(?:тел|моб|τηλ|κιν|cep)(?!\p{Ll}{6})|电话|電話|☎|📞|✆)/iu
const SHORT_FAX = /(?:^|[\s(|,/])F\s?[:.]?\s*$/

/** Whose numbers look like telephone numbers: registers, banks, taxes, posts, orders, coordinates. */
const OTHER_NUMBER =
  /(?:(?:konto|steuer|tax|register|사업자 ?(?:등록)?|통신판매(?:업)?(?:신고)?|法人|登録|許可|免許証?|口座|注册|统一编|統一編)|(?<!\p{L})(?:vat|ustg?|uid|ein|hrb|hra|siret|siren|rcs|rib|iban|bic|blz|account|acct|sort code|routing|cif|nif|nie|rut|p\.? ?iva|partita iva|c\.? ?f|cod(?:ice)? fisc|kvk|btw|org\.? ?(?:nr|no)|(?:y|ly|alv)-?tunnus|ytj|se-?nr|vkn|vergi (?:dairesi|no|numarası)|mersis(?: no)?|cui|cod fiscal|r\.?f\.?c|adószám|cégjegyzékszám|ičo|dič|jib|pib|oib|gemh|γεμη|αφμ|gstin?|pan|ein|cuit|cuil|cvr|nip|regon|krs|ico|dic|abn|acn|crn|cnpj|cpf|inn|reg(?:istration|istered)?|company n(?:o|umber)|licen[cs]e|lic|permit|isbn|issn|doi|patent|sku|item|model|part|order|ref(?:erence)?|id|invoice|ticket|case|zip|postal|lat(?:itude)?|l(?:on|ng)(?:gitude)?|gps|version|copyright)|©)[\s.:#№°º-]{0,4}(?:n[or°º]\.?|number|code|nummer|번호|番号|號|号)?[\s.:#-]{0,3}(?:(?:atu?|be|bg|che?|cy|cz|de|dk|ee|el|es|fi|fr|gb|hr|hu|ie|it|lt|lu|lv|mt|nl|no|pl|pt|ro|se|si|sk)[\s-]?)?$/iu
const PRICE_BEFORE = /(?:[$€£¥₹]|\b(?:usd|eur|gbp|chf|rs|inr))\.?\s?$/i
const PRICE_AFTER =
  /^\s?(?:[€£¥%]|(?:usd|eur|gbp|chf|kr|zł|euros?|dollars?|million|miles|km|kg|m²|sq|visitors|copies)\b)/i
const DATE =
  /^\(?(?:(?:19|20)\d{2}[-./](?:0?[1-9]|1[0-2])[-./](?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])[-./](?:0?[1-9]|[12]\d|3[01])[-./](?:19|20)?\d{2})(?!\d|[./]\d)/
const YEARS = /^\(?(?:19|20)\d{2}\)?(?:[\s–—/-]{1,3}(?:19|20)\d{2}\)?){1,5}$/
const INTERNET_ADDRESS = /^(?:\d{1,3}\.){3}\d{1,3}$/
const DECIMALS = /^\d{1,3}\.\d{4,}/
/** `CEP 01310-100`, which is also a word for a mobile telephone; `Bg 123-4567`, an account; `1.234/2010`, a file or a law. */
const BRAZILIAN_CODE = /^\d{2}\.?\d{3}-\d{3}$/
const CODE_LABEL = /(?<!\p{L})cep[\s.:]{0,4}$/iu
const GIRO = /^\d{2,4}\s?-\s?\d{1,4}$/
const GIRO_LABEL = /(?<!\p{L})(?:bg|pg|(?:bank|plus|post)giro(?:t|nummer)?)[\s.:]{0,4}$/iu
const FILE_NUMBER = /^\d{1,3}(?:\.\d{3}){1,3}\/\d{2,4}$/
/** `9.00 - 17.00`, `12 000 000`. */
const HOURS = /^\(?(?:[01]?\d|2[0-4])[.:][0-5]\d\s?[-–]\s?(?:[01]?\d|2[0-4])[.:][0-5]\d/
const THOUSANDS = /^\d{1,3}(?:[ .]\d{3}){1,3}$/

/** `Elmstraße 40 14057 Berlin`, `Elmstr. 40-44 14057 Berlin`: a house and the code of its town. */
const HOUSE_AND_CODE = /^\d{1,3}(?:\s?[-–/]\s?\d{1,3})?\s{1,3}\d{4,5}$/
const STREET_BEFORE = /(?:(?<!\b(?:tel|fon|fax|mob|ph|nr|no))\p{L}\.|\p{Ll}{4})\s$/iu
const TOWN_BEHIND = /^\s\p{Lu}\p{Ll}+/u
const CALLED = /(?:tel\p{L}*|tél\p{L}*|phone|f(?:ax|on)|mobile?|mobil|handy|call|ring)[.:]?\s$/iu

/** Whether the digits are a date, price, address of a machine, time or a number in some register. */
export function isNumberOfSomethingElse(raw: string, head: string, tail: string): boolean {
  const text = raw.trim()
  const label = head.slice(-LABEL_CHARS)
  if (PRICE_BEFORE.test(label) || PRICE_AFTER.test(tail)) return true
  if (DATE.test(text) || YEARS.test(text) || INTERNET_ADDRESS.test(text) || DECIMALS.test(text) || HOURS.test(text))
    return true
  if (FILE_NUMBER.test(text) || (BRAZILIAN_CODE.test(text) && CODE_LABEL.test(label))) return true
  if (GIRO.test(text) && GIRO_LABEL.test(label)) return true
  if (HOUSE_AND_CODE.test(text) && STREET_BEFORE.test(label) && TOWN_BEHIND.test(tail) && !CALLED.test(label))
    return true
  if (PHONE.test(label) || FAX.test(label)) return false
  return OTHER_NUMBER.test(label) || (THOUSANDS.test(text) && !text.startsWith('0') && text.length < 10)
}

/** Whether the words before announce a telephone. */
export const saysPhone = (head: string): boolean =>
  PHONE.test(head.slice(-LABEL_CHARS)) || FAX.test(head.slice(-LABEL_CHARS))

/** A fax label right before the number and no telephone label after it (`Tel/Fax:` and `Fax … Tel:` are telephones). */
export function isFaxBefore(head: string, tail: string): boolean {
  const label = head.slice(-LABEL_CHARS)
  if (/^\s{0,2}\(fax\)/i.test(tail)) return true
  const at = label.search(FAX)
  if (at < 0) return SHORT_FAX.test(label)
  const around = label.replace(/telefax|teléfax/gi, 'fax')
  return around.search(PHONE) < 0 || around.toLowerCase().lastIndexOf('fax') > lastPhone(around)
    ? !/(?:tel|phone|ph)\.?(?:\s?[/&+]\s?|\s(?:and|und|et|y|e)\s)(?:tele)?fax/i.test(label)
    : false
}

function lastPhone(text: string): number {
  let last = -1
  for (const match of text.matchAll(new RegExp(PHONE, 'giu'))) last = match.index
  return last
}
