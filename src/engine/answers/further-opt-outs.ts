import type { Sentence } from './answer-sentences.ts'

/**
 * Requests to be taken off in languages whose answers are not read further: a missed one would lead to more mail, and to a
 * complaint. Imperatives with an object only; most of these languages deny with another form of the verb. Texts are folded.
 */

/** Word boundaries that also hold for Cyrillic and Greek; scripts without spaces need none. */
const words = (...sources: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\d])(?:${sources.join('|')})(?![\\p{L}])`, 'u')

const REQUESTS: readonly (readonly [language: string, pattern: RegExp])[] = [
  [
    'sv',
    words(
      '(?:ta bort|plocka bort|radera|stryk|avregistrera|avanmal) (?:mig|oss|min(?:a)? (?:e-?)?(?:adress|post|mejl|mail|uppgifter)\\p{L}*|den har adressen)',
      'sluta (?:att )?(?:skicka|mejla|maila|kontakta|skriva)',
      '(?:vill|onskar) inte (?:langre )?(?:ha|fa|ta emot) (?:fler |mer |nagra )?(?:mejl|mail|e-post|utskick|reklam)',
      'inga fler (?:mejl|mail|utskick|e-post\\p{L}*)|skicka inte fler',
    ),
  ],
  [
    'da',
    words(
      '(?:fjern|slet|afmeld|stryg) (?:mig|os|min(?:e)? (?:e-?)?(?:adresse|mail|mailadresse|oplysninger))',
      'stop med at (?:skrive|sende|maile|kontakte)|(?:send|skriv) ikke flere',
      'onsker ikke (?:at (?:modtage|hore)|flere) |ingen flere (?:e-?)?mails?',
    ),
  ],
  [
    'no',
    words(
      '(?:fjern|slett|stryk|meld) (?:meg|oss|min (?:e-?)?(?:post)?(?:adresse|epost))(?: av)?',
      'slutt (?:a|med a) (?:sende|kontakte|skrive)|ikke send (?:meg|oss|flere)',
      'onsker ikke (?:a (?:motta|hore|fa)|flere) |ingen flere (?:e-?)?post(?:er)?',
    ),
  ],
  [
    'fi',
    words(
      'poista(?:kaa|isitteko)? (?:minut|meidat|\\p{L}*osoitteeni|sahkopostini|\\p{L}*tietoni|taman osoitteen)',
      'lopetta?kaa (?:\\p{L}+ ){0,2}(?:lahettaminen|lahettely)|alkaa (?:enaa )?lahettako',
      '(?:en|emme) halua (?:enaa )?(?:\\p{L}+ )?(?:viesteja\\p{L}*|sahkoposteja\\p{L}*|mainoksia\\p{L}*|postianne)',
    ),
  ],
  [
    'pl',
    words(
      '(?:usun|usuncie|wypisz|wypiszcie|wykresl|wykreslcie|skreslcie) (?:mnie|nas|moj \\p{L}+|nasz \\p{L}+|moje dane|ten adres)',
      '(?:prosze|prosimy)(?: \\p{L}+)? (?:usunac|wypisac|wykreslic|skreslic) (?:mnie|nas|moj \\p{L}+|nasz \\p{L}+|moje dane|ten adres)',
      '(?:prosze|prosimy) o (?:usuniecie|wypisanie|wykreslenie) (?:mnie|nas|mojego|moich|naszego|tego adresu|z)',
      '(?:prosze|prosimy) (?:\\p{L}+ ){0,2}nie (?:przysylac|wysylac|pisac|kontaktowac)|nie (?:przysylaj|wysylaj|pisz)(?:cie)? (?:do )?(?:mnie|nas|mi|nam|wiecej|juz)',
      'nie (?:zycze|zyczymy) sobie (?:\\p{L}+ ){0,2}(?:otrzym\\p{L}+|wiadomosci|maili|kontaktu|ofert|korespondencji)|nie chc(?:e|emy) (?:juz |wiecej ){0,2}(?:otrzymywac|dostawac)',
    ),
  ],
  [
    'cs',
    words(
      '(?:odhlaste|odstrante|vymazte|vyradte|smazte|vyskrtnete|odeberte) (?:prosim )?(?:mne|me|ma|nas|muj \\p{L}+|moji \\p{L}+|moju \\p{L}+|nasi \\p{L}+|tuto adresu|tuto adresu)',
      '(?:prosim )?(?:uz )?(?:neposilejte|nezasilejte|neposielajte|nezasielajte|nepiste|nekontaktujte) (?:mi|nam|me|ma|nas|uz|dalsi)',
      '(?:nepreji|neprajem|neprejeme) si (?:\\p{L}+ ){0,2}(?:dostavat|zasil\\p{L}+|zasiel\\p{L}+|dalsi\\p{L}*)|nechci (?:uz |dal |dalsi )?(?:dostavat|maily|emaily)',
    ),
  ],
  [
    'hu',
    words(
      '(?:kerem |kerjuk |szeretnem |szeretnenk )?(?:,? ?hogy )?(?:toroljenek|toroljek|toroljon|torolje|vegyenek (?:le|ki)|vegyen (?:le|ki)|vegyek ki) (?:\\p{L}+ ){0,3}(?:list\\p{L}+|cim\\p{L}+|e-?mail\\p{L}*|adatbazis\\p{L}*|engem|minket)',
      'leiratkozom|le (?:szeretnek|szeretnenk|akarok) iratkozni|ne (?:kuldjenek|kuldjon|irjanak|keressenek) (?:nekem |nekunk )?(?:tobb|tobbet)\\p{L}*',
    ),
  ],
  [
    'ro',
    words(
      '(?:stergeti|scoateti|eliminati|dezabonati|radiati)[- ]?(?:ma|ne|mi|adresa)',
      '(?:rog|rugam|doresc|dorim|vreau) (?:\\p{L}+ ){0,2}sa (?:ma|ne|imi) (?:stergeti|scoateti|eliminati|dezabonati)',
      'nu (?:imi|ne|mi|ma|-mi) mai (?:trimiteti|scrieti|contactati)|nu-mi mai (?:trimiteti|scrieti)|nu (?:mai )?(?:doresc|dorim|vreau) sa (?:mai )?primi\\p{L}+',
    ),
  ],
  [
    'tr',
    words(
      '(?:beni|bizi|adresimi|adresimizi|mailimi|e-?postami|e-?posta adresimi|mail adresimi) (?:\\p{L}+ ){0,4}(?:cikarin|cikariniz|cikarir misiniz|silin|siliniz|siler misiniz|kaldirin|kaldiriniz)',
      '(?:bana|bize) (?:\\p{L}+ ){0,3}(?:e-?posta|mail|mesaj|ileti) (?:gondermeyin|gondermeyiniz|atmayin|atmayiniz|yollamayin)',
      'aboneli(?:kten|gimi) (?:cikmak|cikarin|iptal)|(?:e-?posta|mail|mesaj) almak istemiyor(?:um|uz)',
    ),
  ],
  [
    'ru',
    words(
      '(?:удалите|исключите|уберите|вычеркните|отпишите)(?: пожалуиста|, пожалуиста,?)? (?:меня|нас|мо[ийюе]\\p{L}*|наш\\p{L}*|этот адрес|адрес)',
      '(?:прошу|просим|просьба|требую|пожалуиста)(?: \\p{L}+)? (?:удалить|исключить|убрать|вычеркнуть|отписать) (?:меня|нас|мои|наш|этот|адрес|из)',
      'больше (?:\\p{L}+ )?не (?:пишите|присылаите|отправляите|шлите|беспокоите)|не (?:пишите|присылаите|отправляите|шлите)(?: (?:мне|нам|сюда))? больше',
      '(?:прекратите|перестаньте|прошу прекратить|прошу не|просьба не)(?: (?:мне|нам|больше|пожалуиста)){0,2} (?:присылать|слать|отправлять|писать|рассылать|рассылку|беспокоить|спамить)',
      'не (?:хочу|хотим|желаю|желаем) (?:больше )?(?:получать|видеть)(?: \\p{L}+){0,2}? (?:рассылк\\p{L}+|пис[ье]м\\p{L}*|сообщени\\p{L}+|реклам\\p{L}+|спам\\p{L}*)|откажитесь от рассылки|отказываюсь от (?:\\p{L}+ )?рассылки',
    ),
  ],
  [
    'uk',
    words(
      '(?:видаліть|вилучіть|виключіть|приберіть|відпишіть)(?: будь ласка|, будь ласка,?)? (?:мене|нас|мі[ий] \\p{L}+|мою|мои \\p{L}+|наш\\p{L}*|цю|адресу)',
      '(?:прошу|просимо)(?: \\p{L}+)? (?:видалити|вилучити|виключити|прибрати) (?:мене|нас|мою|мои|нашу|з)',
      'більше (?:\\p{L}+ )?не (?:пишіть|надсилаите)|не (?:пишіть|надсилаите)(?: (?:мені|нам))? більше|не (?:хочу|бажаю) (?:більше )?отримувати',
    ),
  ],
  [
    'el',
    words(
      '(?:διαγραψτε|αφαιρεστε|βγαλτε) (?:με|μας|το email|τη διευθυνση|την διευθυνση)|(?:με|μας) (?:διαγραψετε|αφαιρεσετε|βγαλετε)|(?:διαγραφειτε|διαγραψτε) το (?:e-?)?mail μου',
      'μην? (?:μου|μας) (?:ξανα)?(?:στελνετε|στειλετε|γραψετε)',
    ),
  ],
  [
    'ja',
    /(?:配信|送信|送付|メール|ご?案内|ご?連絡|営業)[^。！？\n]{0,6}?(?:を|は|の)?(?:停止|中止|解除|お断り|お控え|ご遠慮|やめて|止めて|不要です)|(?:リスト|名簿|登録|アドレス)[^。！？\n]{0,10}?(?:削除|外して|除外|抹消|解除)(?:して|を|願|お願|希望|ください)|(?:メール|連絡)[^。！？\n]{0,8}?(?:送らないで|しないで|送付しないで)/u,
  ],
  [
    'zh',
    /(?:不要|别|別|勿|停止|不想)再?(?:给我们?|給我們?|向我们?|收到)?(?:们)?(?:再)?(?:发送?|發送?|寄|推送|收到)[^。！？?\n]{0,8}?(?:邮件|郵件|信|广告|廣告)|(?:把|将|將)我(?:们|們|司)?的?[^。！？?\n]{0,16}?(?:删除|移除|刪除|去掉|剔除)|(?:请|請|要求|我要|申请)(?:帮我)?(?:退订|取消订阅|退訂|取消訂閱)|从[^。！？?\n]{0,8}?(?:列表|名单)[^。！？?\n]{0,4}?(?:删除|移除)/u,
  ],
  [
    'ko',
    /(?:수신|메일|이메일|광고)[^.!?\n]{0,8}?(?:거부|중단|중지|해지)|(?:명단|목록|리스트)에서[^.!?\n]{0,12}?(?:삭제|제외|빼)|(?:메일|이메일|연락)[^.!?\n]{0,8}?(?:보내지|하지) (?:마|말)/u,
  ],
]

/** The rule by which somebody asks for no more mail in one of these languages; null if nobody does. */
export function furtherOptOut(sentences: readonly Sentence[]): string | null {
  for (const { text, asks } of sentences) {
    if (asks) continue
    const found = REQUESTS.find(([, pattern]) => pattern.test(text))
    if (found !== undefined) return `${found[0]}: request`
  }
  return null
}
