import type { Sentence } from './answer-sentences.ts'
import { wholeWords } from '../../lib/text/alternation.ts'

/**
 * Requests to be taken off in languages whose answers are not read further: a missed one would lead to more mail, and to a
 * complaint. What is to be removed is the writer or their address, and what is to stop is mail: people also ask to remove a
 * line from an offer, or not to send goods before Monday. Texts are folded, so Cyrillic `й` is `и`.
 */

const MAIL_SV = String.raw`(?:mejl|mail|e-?post\p{L}*|utskick|reklam|nyhetsbrev|meddelanden)`
const MAIL_DA = '(?:e-?mails?|mails|beskeder|henvendelser|reklamer?|nyhedsbreve?|tilbudsmails)'
const MAIL_NO = '(?:e-?post(?:er)?|mail(?:er)?|meldinger|henvendelser|reklame|nyhetsbrev)'
const MAIL_PL = String.raw`(?:e-?maili|maili|wiadomosci|ofert|reklam|korespondencji|newsletter\p{L}*|spamu)`
const MAIL_CS = String.raw`(?:e-?mail[yu]?|mail[yu]?|zprav[yu]?|sprav[yu]?|newsletter\p{L}*|nabidk[yu]|ponuk[yu]|reklam\p{L}+)`
const MAIL_RU = String.raw`(?:пис[ье]м\p{L}*|рассылк\p{L}+|сообщени\p{L}+|реклам\p{L}+|спам\p{L}*|предложени\p{L}+)`
const ME_RU =
  '(?:меня|нас|(?:мои|наш|этот) (?:адрес|e-?mail|имеил|контакт)|мою (?:электронную )?почту|(?:мои|наши) данные)'
const LIST_RU = String.raw`из (?:\p{L}+ ){0,2}(?:рассыл\p{L}+|списк\p{L}+|баз\p{L}*)`
const ME_UK = '(?:мене|нас|(?:міи|мои|наш) (?:e-?mail|імеил)|(?:мою|нашу|цю) (?:адресу|пошту)|мої дані)'

const REQUESTS: readonly (readonly [language: string, pattern: RegExp])[] = [
  [
    'sv',
    wholeWords`
      (?:ta bort|plocka bort|radera|stryk|avregistrera|avanmal) (?:vanligen )?(?:mig|oss
        min(?:a)? (?:e-?)?(?:adress|post|mejl|mail|uppgifter)\p{L}*|den har adressen)
      sluta (?:att )?(?:mejla|maila|kontakta|skriva till|skicka (?:fler |mer )?${MAIL_SV})
      (?:vill|onskar) inte (?:langre )?(?:ha|fa|ta emot) (?:fler |mer |nagra |era |dessa )*${MAIL_SV}
      (?:inga fler|skicka inte (?:fler|mer)) ${MAIL_SV}`,
  ],
  [
    'da',
    wholeWords`
      (?:fjerne?|slette?|afmelde?|stryge?) (?:venligst )?(?:mig|os
        min(?:e)? (?:e-?)?(?:adresse|mail|mailadresse|oplysninger))
      stop med at (?:maile|kontakte|skrive til|sende (?:mig |os )?(?:flere )?${MAIL_DA})
      (?:onsker ikke (?:at modtage )?|ingen |send (?:mig |os )?ikke )(?:flere |jeres |disse )*${MAIL_DA}|onsker ikke at hore fra`,
  ],
  [
    'no',
    wholeWords`
      (?:fjerne?|slette?|stryke?|melde?) (?:vennligst )?(?:meg|oss|min (?:e-?)?(?:post)?(?:adresse|epost))(?: av)?
      slutt (?:med )?a (?:maile|kontakte|skrive til|sende (?:meg |oss )?(?:flere )?${MAIL_NO})
      (?:onsker ikke (?:a (?:motta|fa) )?|ingen |(?:ikke send|send ikke) (?:meg |oss )?)(?:flere |deres |disse )*${MAIL_NO}|onsker ikke a hore fra`,
  ],
  [
    'fi',
    wholeWords`
      poista(?:kaa|isitteko)? (?:minut|meidat|\p{L}*osoitteeni|sahkopostini|\p{L}*tietoni|taman osoitteen)
      lopetta?kaa (?:\p{L}+ )?(?:viestien|sahkopostien|mainosten|postin) lahet\p{L}+
      alkaa (?:enaa )?lahettako (?:minulle |meille |enaa )*(?:viesteja|sahkopost\p{L}+|mainoksia)
      (?:en|emme) halua (?:enaa )?(?:\p{L}+ )?(?:viesteja\p{L}*|sahkoposteja\p{L}*|mainoksia\p{L}*|postianne)`,
  ],
  [
    'pl',
    wholeWords`
      (?:usun|usuncie|wypisz|wypiszcie|wykresl|wykreslcie|skreslcie) (?:mnie|nas
        (?:moj|nasz|ten) (?:adres|e-?mail|mail)|moje dane)
      (?:prosze|prosimy)(?: \p{L}+)? (?:usunac|wypisac|wykreslic|skreslic) (?:mnie|nas
        (?:moj|nasz|ten) (?:adres|e-?mail|mail)|moje dane)
      (?:prosze|prosimy) o (?:usuniecie|wypisanie|wykreslenie) (?:mnie|nas
        (?:mojego|naszego|tego) (?:adresu|e-?maila|maila)|moich danych
        z (?:\p{L}+ ){0,2}(?:list\p{L}*|bazy|subskrypcji|newslettera))
      nie (?:przysylac|wysylac|przysylaj(?:cie)?|wysylaj(?:cie)?) (?:(?:mi|nam|do mnie|do nas|juz|wiecej|zadnych|takich|tych) )*${MAIL_PL}
      nie (?:pisac|pisz|piszcie|kontaktowac sie|kontaktujcie sie)(?: (?:do|ze|z) (?:mnie|mna|nas|nami))? (?:wiecej
        juz)
      wiecej nie (?:pisac|piszcie|przysylac|wysylac)
      nie (?:zycze|zyczymy) sobie (?:\p{L}+ ){0,2}(?:${MAIL_PL}|kontaktu)|nie chc(?:e|emy) (?:juz |wiecej )*(?:otrzymywac|dostawac) (?:\p{L}+ ){0,2}${MAIL_PL}`,
  ],
  [
    'cs',
    wholeWords`
      (?:odhlaste|odstrante|vymazte|vyradte|smazte|vyskrtnete|odeberte) (?:prosim )?(?:mne|me|ma|nas|muj e-?mail
        moj e-?mail|(?:moji|moju|nasi|nasu|tuto) (?:e-?mailov\p{L}+ )?adresu)
      (?:neposilejte|nezasilejte|neposielajte|nezasielajte) (?:(?:mi|nam|uz|prosim|zadne|ziadne|dalsi|dalsie|takove) )*${MAIL_CS}
      (?:nepiste|nekontaktujte) (?:(?:mi|nam|me|ma|nas) )?(?:uz|vice|viac|dal)
      uz (?:mi|nam|me|ma|nas) (?:nepiste|nekontaktujte)
      (?:nepreji|neprajem|neprejeme) si (?:\p{L}+ ){0,2}${MAIL_CS}|nechci (?:uz |dal )*(?:dostavat )?(?:\p{L}+ )?${MAIL_CS}`,
  ],
  [
    'hu',
    wholeWords`
      (?:toroljenek|toroljon|vegyenek (?:le|ki)|vegyen (?:le|ki)) (?:\p{L}+ )?(?:list\p{L}*rol|cimlist\p{L}*
        adatbazis\p{L}*bol|hirlevel\p{L}*)
      (?:toroljek|torolje|vegyek (?:le|ki)) (?:az? )?(?:e-?mail )?(?:cimem\p{L}*|adataim\p{L}*)|leiratkozom
      le (?:szeretnek|szeretnenk|akarok) iratkozni
      ne (?:kuldjenek|kuldjon) (?:nekem |nekunk )?tobb (?:levelet|e-?mailt|uzenetet|hirlevelet|reklamot)
      ne (?:irjanak|keressenek)(?: \p{L}+)? tobbet`,
  ],
  [
    'ro',
    wholeWords`
      (?:stergeti|scoateti|eliminati|dezabonati|radiati)[- ]?(?:ma|ne|mi|adresa (?:mea|noastra))
      (?:rog|rugam|doresc|dorim|vreau) (?:\p{L}+ ){0,2}sa (?:ma|ne) (?:stergeti|scoateti|eliminati|dezabonati)
      nu(?: imi|-mi| ne| ma) mai (?:scrieti|contactati
        trimiteti (?:\p{L}+ )?(?:mesaj\p{L}*|e-?mail\p{L}*|mail\p{L}*|oferte|reclame))
      nu (?:mai )?(?:doresc|dorim|vreau) sa (?:mai )?primi\p{L}+ (?:\p{L}+ )?(?:mesaj\p{L}*|e-?mail\p{L}*|mail\p{L}*
        newsletter\p{L}*|reclame)`,
  ],
  [
    'tr',
    wholeWords`
      (?:beni|bizi|(?:mail |e-?posta )?adresimi(?:zi)?|mailimi|e-?postami) (?:\p{L}+ ){0,4}(?:cikarin|cikariniz
        cikarir misiniz|silin|siliniz|siler misiniz|kaldirin|kaldiriniz)
      (?:bana|bize) (?:lutfen )?(?:(?:artik|bir daha|daha fazla|boyle|bu tur) )?(?:e-?posta|mail|mesaj
        ileti) (?:gondermeyin|gondermeyiniz|atmayin|atmayiniz|yollamayin)
      aboneli(?:kten|gimi) (?:cikmak isti\p{L}+|cikarin|cikariniz|iptal ed\p{L}+)
      (?:e-?posta|mail|mesaj) almak istemiyor(?:um|uz)`,
  ],
  [
    'ru',
    wholeWords`
      (?:удалите|исключите|уберите|вычеркните|отпишите)(?: пожалуиста|, пожалуиста,?)? (?:${ME_RU}|${LIST_RU})
      (?:прошу|просим|просьба|требую|пожалуиста)(?: \p{L}+)? (?:удалить|исключить|убрать|вычеркнуть|отписать) (?:${ME_RU}|${LIST_RU})
      больше (?:мне |нам |сюда )?не (?:пишите|беспокоите|(?:присылаите|отправляите|шлите) (?:\p{L}+ ){0,2}${MAIL_RU})|не (?:пишите|присылаите|отправляите|шлите)(?: (?:мне|нам|сюда))? больше
      (?:прекратите|перестаньте|прошу прекратить)(?: (?:мне|нам|пожалуиста))* (?:писать|беспокоить|спамить|рассылку|рассылать|(?:присылать|слать|отправлять) (?:\p{L}+ ){0,2}${MAIL_RU})
      (?:прошу|просьба|просим) (?:больше |мне |нам )*не (?:беспокоить|писать(?: больше)?$|(?:присылать|слать|отправлять) (?:\p{L}+ ){0,2}${MAIL_RU})
      не (?:хочу|хотим|желаю|желаем) (?:больше )?(?:получать|видеть) (?:\p{L}+ ){0,2}${MAIL_RU}|отказываюсь от (?:\p{L}+ )?рассылки`,
  ],
  [
    'uk',
    wholeWords`
      (?:видаліть|вилучіть|виключіть|приберіть|відпишіть)(?: будь ласка|, будь ласка,?)? ${ME_UK}
      (?:прошу|просимо)(?: \p{L}+)? (?:видалити|вилучити|виключити|прибрати) ${ME_UK}
      більше (?:мені |нам )?не (?:пишіть|надсилаите)|не (?:пишіть|надсилаите)(?: (?:мені|нам))? більше
      не (?:хочу|бажаю) (?:більше )?отримувати (?:\p{L}+ )?(?:листи|листів|розсилк\p{L}+|реклам\p{L}+)`,
  ],
  [
    'bg',
    wholeWords`
      (?:премахнете|изтриите|отпишете|махнете) (?:ме|ни|(?:адреса|меила|имеила) (?:ми|ни))
      не (?:ми|ни) (?:изпращаите|пращаите|пишете) повече|повече не (?:ми|ни) (?:изпращаите|пращаите|пишете)`,
  ],
  [
    'hr',
    wholeWords`
      (?:uklonite|obrisite|izbrisite|odjavite|skinite|odstranite) (?:me|nas|moju (?:e-?mail )?adresu|moj e-?mail
        moje podatke|moj naslov)
      (?:nemojte (?:mi|nam)|ne (?:saljite|posiljajte|pisite) (?:mi|nam)?) ?(?:vise|vec)(?: \p{L}+)? (?:e-?mail\p{L}*
        mail\p{L}*|poruke|sporocil)`,
  ],
  [
    'lt',
    wholeWords`
      (?:pasalinkite|istrinkite|isbraukite) (?:mane|mus|mano (?:el )?(?:adresa|pasta|duomenis))
      (?:izdzesiet|iznemiet|dzesiet) (?:mani|mus|manu (?:e-?pasta )?adresi)
      (?:eemaldage|kustutage) (?:mind|meid|minu (?:e-?posti )?aadress)`,
  ],
  [
    'el',
    wholeWords`
      (?:διαγραψτε|αφαιρεστε|βγαλτε) (?:με|μας|το (?:e-?)?mail μου|τη[ν]? διευθυνση μου)
      (?:με|μας) (?:διαγραψετε|αφαιρεσετε|βγαλετε)
      μην? (?:μου|μας) (?:ξαναστειλετε|ξαναγραψετε|ξαναστελνετε
        (?:στελνετε|στειλετε) (?:\p{L}+ )?(?:e-?mails?|μηνυματα|διαφημισ\p{L}+|πια))`,
  ],
  [
    'he',
    wholeWords`
      (?:הסירו|תסירו|הסר|הורידו|תורידו|מחקו|תמחקו|להסיר|למחוק) (?:אותי|אותנו|את (?:הכתובת|המייל|הפרטים) שלי)
      (?:תפסיקו|הפסיקו|נא להפסיק) (?:לשלוח|לפנות)|אל תשלחו (?:לי|לנו)(?: \p{L}+)? (?:מיילים|הודעות|דואר)`,
  ],
  [
    'ar',
    wholeWords`
      (?:إزالتي|ازالتي|حذفي|إلغاء اشتراكي|الغاء اشتراكي)|(?:احذفوني|أزيلوني|احذفني)
      (?:حذف|إزالة|احذفوا|أزيلوا) (?:بريدي|عنواني|اسمي)
      لا ترسلوا? (?:لي|إلي|لنا)(?: \p{L}+)? (?:رسائل|بريد\p{L}*|إعلانات)`,
  ],
  [
    'vi',
    wholeWords`
      (?:xoa|loai|go) (?:toi|chung toi|(?:email|dia chi)(?: email)? cua toi) (?:khoi|ra khoi)|huy dang ky
      dung gui (?:them )?(?:email|thu|mail)(?: cho (?:toi|chung toi))?`,
  ],
  [
    'id',
    wholeWords`
      (?:hapus|hapuskan|keluarkan|hilangkan) (?:saya|kami|(?:alamat|email)(?: email)? saya) dari
      jangan (?:kirim|kirimi|kirimkan) (?:saya |kami )?(?:email|pesan)(?: \p{L}+)? lagi
      berhenti (?:berlangganan|mengirim(?:i)? (?:saya |kami )?(?:email|pesan))`,
  ],
  [
    'ja',
    /(?:配信|送信|送付|メール|ご?案内)(?:を|は|の(?:配信|送信|送付)を?)?(?:停止|中止|解除)(?:して(?:くだ|下さ|ほし|欲し|いただ|頂)|を?(?:お願|希望|依頼)|願)|(?:配信|営業)?(?:メール|案内)(?:は|の(?:送信|配信|送付)は)(?:お断り|お控え|ご遠慮|不要です)|(?:リスト|名簿)から(?:の)?(?:削除|外し|除外|抹消)|(?:アドレス|登録)(?:情報)?(?:を|の)(?:削除|解除|抹消)(?:して|を?お願|希望)|(?:メール|案内|広告)(?:を|は)(?:もう|二度と|今後)?送らないで|(?:今後|もう|二度と)(?:一切|、)?(?:送らない|送付しない|送信しない|連絡しない)で/u,
  ],
  [
    'zh',
    /(?:不要|别|別|勿|停止)再?(?:给|給|向)我(?:们|們)?再?(?:发送?|發送?|寄|推送)[^。！？?\n]{0,4}?(?:邮件|郵件|信|广告|廣告)|(?:不要|别|別|勿)再?(?:发送?|發送?|寄|推送)[^。！？?\n]{0,4}?(?:邮件|郵件|信|广告|廣告)(?:给|給)我|(?:不想|不愿)再?收到[^。！？?\n]{0,6}?(?:邮件|郵件|广告|廣告)|(?:把|将|將)我[^。！？?\n]{0,14}?(?:列表|名单|名單|清单|清單|数据库|通讯录|邮件组)[^。！？?\n]{0,4}?(?:删除|移除|刪除|移出|去掉|剔除)|(?:把|将|將|删除|刪除|移除)我(?:们|們)?的(?:邮箱|郵箱|信箱|邮件地址|郵件地址)(?:地址)?(?:删除|移除|刪除|去掉|$)|(?:请|請|要求|我要|申请)(?:帮我|幫我)?(?:退订|取消订阅|退訂|取消訂閱)/u,
  ],
  [
    'ko',
    /수신 ?거부(?:합니다|해|(?:를 )?(?:부탁|요청|원합니다))|(?:메일|이메일)(?:을|를)? ?(?:발송|수신|전송)?(?:을|를)? ?(?:중단|중지)(?:해|하|을|를|부탁|바)|구독(?:을)? ?(?:취소|해지)|(?:명단|목록|리스트)에서 (?:저(?:를|희를)? |제 (?:이메일|메일|주소)(?: 주소)?(?:를|을)? )?(?:삭제|제외|빼)|(?:메일|이메일)(?:을|를|은|는)? ?(?:더 ?이상 |다시는 )?보내지 (?:마|말)/u,
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
