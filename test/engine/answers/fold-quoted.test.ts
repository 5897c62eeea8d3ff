import { describe, expect, test } from 'vitest'
import { foldQuoted, newText } from '../../../src/engine/answers/fold-quoted.ts'

/** Returns what is above the quoted part; null if nothing is folded. */
function above(text: string): string | null {
  const at = foldQuoted(text)
  return at === null ? null : text.slice(0, at)
}

describe('the quoted part of an answer', () => {
  test.each([
    'On Mon, Nov 23, 2026 at 10:14 AM Rui Costa <rui@lumen.example> wrote:',
    'On Mon, Nov 23, 2026 at 10:14 AM\nRui Costa\n<rui@lumen.example> wrote:',
    'Am Mo., 23. Nov. 2026 um 10:14 Uhr schrieb Rui Costa\n<rui@lumen.example>:',
    'Le lun. 23 nov. 2026 à 10:14, Rui Costa <rui@lumen.example> a écrit :',
    'El lun, 23 nov 2026 a las 10:14, Rui Costa (<rui@lumen.example>)\nescribió:',
    'Il giorno lun 23 nov 2026 alle ore 10:14 Rui Costa <rui@lumen.example> ha\nscritto:',
    'Op ma 23 nov 2026 om 10:14 schreef Rui Costa <rui@lumen.example>:',
    'Em seg., 23 de nov. de 2026 às 10:14, Rui Costa <rui@lumen.example>\nescreveu:',
    'At 2026-11-23 10:14:00, "Rui Costa" <rui@lumen.example> wrote:',
    'пн, 23 нояб. 2026 г. в 10:14, Rui Costa <rui@lumen.example>:',
    'pon., 23 lis 2026 o 10:14 Rui Costa <rui@lumen.example> napisał(a):',
    'Rui Costa <rui@lumen.example> 于2026年11月23日周一 10:14写道：',
    'ma 23. marrask. 2026 klo 10.14 Rui Costa (rui@lumen.example) kirjoitti:',
    '---- Am Mo., 23. Nov. 2026 10:14:00 +0100 Rui Costa <rui@lumen.example> schrieb ----',
    '---- El lun, 23 nov 2026 10:14:00 +0100 Rui Costa rui@lumen.example escribió ---',
    'Zitat von Rui Costa <rui@lumen.example>:',
    'Rui Costa <rui@lumen.example> wrote:',
    'On Mon, Nov 23, 2026 at 10:14 AM Rui Costa, Head of Sales at\nLumen Works <rui@lumen.example>\nwrote:',
    '‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn Monday, November 23, 2026 10:14 AM, Rui Costa <rui@lumen.example> wrote:',
  ])('begins at %j', (head) => {
    expect(above(`Thanks!\n\n${head}\n\n> Hi Jane,\n>\n> hello\n`)).toBe('Thanks!\n\n')
  })

  test.each([
    'From: Rui <rui@lumen.example>\nSent: Monday\nTo: Jane\nSubject: Hello',
    'From: Rui\nSent: Monday, November 23, 2026 10:14 AM\nTo: Jane',
    'Von: Rui <rui@lumen.example>\nGesendet: Montag\nAn: Jane\nBetreff: Hallo',
    'Anfang der weitergeleiteten Nachricht:\n\nVon: Rui <rui@lumen.example>\nBetreff: Hallo\nDatum: Montag\nAn: Jane',
    '------ Originalnachricht ------\nVon "Rui" <rui@lumen.example>\nAn "Jane" <jane@maker.example>\nBetreff Hallo',
    'De : Rui <rui@lumen.example>\nEnvoyé : lundi\nÀ : Jane\nObjet : Bonjour',
    'De: Rui <rui@lumen.example>\nEnviado el: lunes\nPara: Jane\nAsunto: Hola',
    'Da: Rui <rui@lumen.example>\nInviato: lunedì\nA: Jane\nOggetto: Ciao',
    'Van: Rui <rui@lumen.example>\nVerzonden: maandag\nAan: Jane\nOnderwerp: Hallo',
    'De: Rui <rui@lumen.example>\nEnviada em: segunda\nPara: Jane\nAssunto: Olá',
    'Gesendet: Montag\nVon: "Rui" <rui@lumen.example>\nAn: Jane\nBetreff: Hallo',
    '________________________________\n\n*From:* Rui\n*Sent:* Monday\n*To:* Jane\n*Subject:* Hello',
    '-----Ursprüngliche Nachricht-----\nVon: Rui\nGesendet: Montag\nAn: Jane\nBetreff: Hallo',
    'Från: Rui <rui@lumen.example>\nSkickat: måndag\nTill: Jane\nÄmne: Hej',
    'Fra: Rui <rui@lumen.example>\nSendt: mandag\nTil: Jane\nEmne: Hej',
    'Lähettäjä: Rui <rui@lumen.example>\nLähetetty: maanantai\nVastaanottaja: Jane\nAihe: Hei',
    'Od: Rui <rui@lumen.example>\nWysłano: poniedziałek\nDo: Jane\nTemat: Dzień dobry',
    'Od: Rui <rui@lumen.example>\nOdesláno: pondělí\nKomu: Jane\nPředmět: Ahoj',
    'De la: Rui <rui@lumen.example>\nTrimis: luni\nCătre: Jane\nSubiect: Salut',
    'Kimden: Rui <rui@lumen.example>\nGönderildi: Pazartesi\nKime: Jane\nKonu: Merhaba',
    'От: Rui <rui@lumen.example>\nОтправлено: понедельник\nКому: Jane\nТема: Привет',
    '差出人: Rui <rui@lumen.example>\n送信日時: 月曜日\n宛先: Jane\n件名: こんにちは',
    '보낸 사람: Rui <rui@lumen.example>\n보낸 날짜: 월요일\n받는 사람: Jane\n제목: 안녕하세요',
    '------------------ 原始邮件 ------------------\n发件人:"Rui"<rui@lumen.example>;\n发送时间：星期一\n收件人："Jane";\n主题：你好',
  ])('begins with the block %j', (block) => {
    expect(above(`Thanks!\n\n${block}\n\nHi Jane,\nhello`)).toBe('Thanks!\n\n')
  })

  test('is a run of marked lines up to the end', () => {
    expect(above('Thanks!\n\n> Hi Jane,\n> hello\n\n')).toBe('Thanks!\n\n')
  })

  test.each([
    ['there is none', 'Thanks!\n\nJane'],
    [
      'new text stands in between',
      'On 23 Nov 2026 Rui <r@lumen.example> wrote:\n> When?\n\nSoon.\n\n> Where?\n\nHere.',
    ],
    ['new text stands below', 'Rui <r@lumen.example> schrieb am 23.11.2026 um 10:14:\n> Wann?\n\nBald.'],
    [
      'somebody says what somebody wrote',
      'On Friday Tom wrote: no.\nOn 3 May 2026 the board wrote:\nwe stop here. Call me.',
    ],
    ['a sentence names an address and a time', 'For Tom tom@lumen.example on 4 May 2026 at 10:00 I need:\n- prices'],
    ['a line is titled', '--- Prices ---\nTo: be agreed\nThank you.'],
    ['somebody is asked to write to somebody', 'Please write to Bo <bo@maker.example>:\n- prices\n- dates'],
    ['a journey is planned', 'We meet on the way.\n\nVon: Berlin\nAn: Hamburg\nDatum: Freitag\n\nPasst das?'],
    ['a sentence has a colon', 'From: my point of view\nthat is wrong.'],
    [
      'the answers stand inside',
      'See my answers below in red.\n\nFrom: Rui\nSent: Monday\nTo: Jane\nSubject: Hi\n\nWhen? Soon.',
    ],
  ])('is not folded when %s', (_, text) => {
    expect(above(text)).toBeNull()
  })

  test('is not folded between lines of new text', () => {
    const text = 'On 23 Nov 2026, at 10:14, Rui <r@lumen.example> wrote:\n> When?\n\nSoon.\n\n> Where?\n\nHere.'
    expect(newText(text, foldQuoted(text)).split(/\s+/)).toEqual(expect.arrayContaining(['Soon.', 'Here.']))
    expect(newText(text, foldQuoted(text))).not.toMatch(/When|Where|wrote/)
  })
})
