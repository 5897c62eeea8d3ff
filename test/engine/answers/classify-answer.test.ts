import { describe, expect, test } from 'vitest'
import { isAutomatic, isOfList, isSentToMany } from '../../../src/engine/answers/automatic-mail.ts'
import { classifyAnswer } from '../../../src/engine/answers/classify-answer.ts'
import { readIncomingMail } from '../../../src/engine/send/incoming-mail.ts'

const AT = new Date('2026-11-23T10:00:00Z')

const read = (text: string, { subject = 'Re: Hello', automatic = false } = {}) =>
  classifyAnswer({ subject, text, automatic, at: AT })

/** Reads a whole email, as its server delivers it. */
async function readMail(subject: string, { headers = [] as string[], body = 'Let us see on Monday.' } = {}) {
  const encoded = `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`
  const lines = ['From: Ines <ines@maker.example>', `Subject: ${encoded}`, 'Content-Type: text/plain; charset=utf-8']
  const mail = await readIncomingMail(Buffer.from([...lines, ...headers, '', body, ''].join('\r\n')))
  if (mail === null) throw new Error('The mail could not be read.')
  return {
    isOfList: isOfList(mail),
    ...classifyAnswer({ ...mail, automatic: isAutomatic(mail), toMany: isSentToMany(mail), at: AT }),
  }
}

describe('an answer', () => {
  test.each([
    'Re: Hello',
    'AW: Hello',
    'Hello',
    '',
    'Re: Automatic reply: Hello',
    'Question about out of office hours',
  ])('with the subject %j is from a person', async (subject) => {
    expect((await readMail(subject)).class).toBe('other')
  })

  test.each([
    ['Auto-Submitted: auto-replied'],
    ['Auto-Submitted: auto-generated (vacation)'],
    ['X-Autoreply: yes'],
    ['X-Autorespond: Re: Hello'],
    ['Precedence: bulk'],
    ['Precedence: auto_reply'],
    ['Return-Path: <>'],
  ])('with %s is from a program', async (header) => {
    expect((await readMail('Re: Hello', { headers: [header] })).class).toBe('auto')
  })

  test.each([['Auto-Submitted: no'], ['Precedence: first-class'], ['Return-Path: <ines@maker.example>']])(
    'with %s is from a person',
    async (header) => {
      expect((await readMail('Re: Hello', { headers: [header] })).class).toBe('other')
    },
  )

  test('is read without its quoted text, even with flowed lines', async () => {
    const lines = ['From: ines@maker.example', 'Subject: Re: Hello', 'Content-Type: text/plain;', ' format="flowed"']
    const body = ['On 2 Apr 2026, Rui <rui@lumen.example> wrote:', '> Hi, ', '> how are ', 'Please remove me.', '']
    const mail = await readIncomingMail(Buffer.from([...lines, '', ...body].join('\r\n')))
    const said = classifyAnswer({ subject: 'Re: Hello', text: mail?.text ?? '', automatic: false, at: AT })
    expect(said).toMatchObject({ class: 'remove_me', quotedAt: null })
  })

  test.each([
    [['List-Id: <news.maker.example>', 'Precedence: bulk']],
    [['List-Unsubscribe: <https://maker.example/u>', 'Auto-Submitted: auto-generated']],
    [['Mailing-List: contact news-help@maker.example', 'Precedence: junk']],
  ])('with %j went to many: it is neither an absence notice nor a request', async (headers) => {
    const body = 'Our office is closed, we are back on Monday.\n\nUnsubscribe me'
    expect(await readMail('Summer holidays', { headers, body })).toMatchObject({ class: 'auto', backOn: null })
  })

  test.each([[['Auto-Submitted: auto-replied']], [['X-Autoreply: yes']], [['Return-Path: <>']]])(
    'with %j says who is away, even through a list',
    async (headers) => {
      const list = ['List-Id: <team.maker.example>', 'Precedence: bulk']
      const said = await readMail('Re: Hello', { headers: [...list, ...headers], body: 'I am on leave until May.' })
      expect(said.class).toBe('out_of_office')
    },
  )

  test.each([
    'Please remove me as soon as you can.',
    'Please remove me as a contact.',
    'Remove me from the list of recipients.',
    'Take me off the list of people you write to.',
    'Take me off your list of potential investors.',
    'Please remove me as soon as you have read this.',
    'Bitte entfernen Sie mich aus der Liste der Empfänger.',
    'Retirez-moi de la liste de diffusion.',
    'Toglietemi dalla lista di distribuzione.',
    'Wilt u mij geen mails meer sturen.',
  ])('saying %j asks for no more mail', (text) => {
    expect(read(text).class).toBe('remove_me')
  })

  test.each([
    'Please remove me as reviewer, I left the team.',
    'Remove me from the list of speakers.',
    'Bitte entfernen Sie mich aus der Liste der Redner.',
    'Retirez-moi de la liste des mainteneurs.',
    'If you no longer wish to receive these e-mails, click here.',
    'Wenn Sie den Newsletter nicht mehr erhalten wollen, klicken Sie hier.',
    'Si vous ne souhaitez plus recevoir nos messages, suivez le lien.',
    'I do not want to receive copies of my own mails.',
  ])('saying %j does not ask for it', (text) => {
    expect(read(text).class).not.toBe('remove_me')
  })

  test('from a mailing list is recognised', async () => {
    expect((await readMail('Re: Hello', { headers: ['List-Id: <team.maker.example>'] })).isOfList).toBe(true)
    expect((await readMail('Re: Hello')).isOfList).toBe(false)
  })

  test.each([
    'Automatic reply: Hello',
    'Automatische Antwort: Hallo',
    'Réponse automatique : Bonjour',
    'Respuesta automática: Hola',
    'Resposta automática: Olá',
    'Risposta automatica: Ciao',
    'Automatisch antwoord: Hallo',
    'Autosvar: Hej',
    'Automaattinen vastaus: Hei',
    'Odpowiedź automatyczna: Dzień dobry',
    'Automatická odpověď: Ahoj',
    'Otomatik yanıt: Merhaba',
    'Автоматический ответ: Привет',
    'Αυτόματη απάντηση: Γεια',
    '自動返信: こんにちは',
    '自动回复: 你好',
    '자동 회신: 안녕하세요',
    'رد تلقائي: مرحبا',
  ])('with the subject %j is from a program', async (subject) => {
    expect((await readMail(subject)).class).toBe('auto')
  })

  test.each([
    'Your request has been received.\nThis is an automatically generated message, please do not reply.',
    'Guten Tag,\nvielen Dank für Ihre Nachricht.\n\nDiese E-Mail wurde automatisch generiert.',
    'Nous avons bien reçu votre message.\nCeci est un message automatique, merci de ne pas y répondre.',
    'Hemos recibido su mensaje. Este es un mensaje automático, por favor no responda.',
    'Abbiamo ricevuto la sua richiesta.\nQuesto è un messaggio automatico, si prega di non rispondere.',
    'Wij hebben uw bericht ontvangen.\nDit is een automatisch gegenereerd bericht.',
    'Recebemos a sua mensagem. Esta é uma mensagem automática, por favor não responda.',
    'Ваше обращение зарегистрировано. Это автоматическое сообщение, пожалуйста, не отвечайте на него.',
    'このメールは自動送信されています。このメールには返信できません。',
    'I apologize for this automatic reply. To have your message delivered, follow the link.',
    'This mailbox is no longer monitored. This is an automated reply.',
  ])('that says so itself is from a program: %j', (text) => {
    expect(read(text).class).toBe('auto')
  })

  test.each([
    'Thanks for reaching out. I know this is an automated email, but who sells these?',
    'Thank you for contacting us. Please do not reply to the old address, write to me.',
    'Is this an automated message? Thank you for your message anyway.',
    'This is an automated message.',
    'We have received your message and your request [#48151] was forwarded to Tom.',
  ])('that says less is from a person: %j', (text) => {
    expect(read(text).class).toBe('other')
  })

  test.each(['Out of Office Re: Hello', 'Abwesenheitsnotiz', 'Fuori ufficio: Ciao', 'Afwezig: Hallo'])(
    'with the subject %j says that somebody is away',
    async (subject) => {
      expect((await readMail(subject)).class).toBe('out_of_office')
    },
  )

  test.each([
    ['unsubscribe', ''],
    ['Re: Unsubscribe', 'sent by my mail program'],
    ['Re: Hello', 'Unsubscribe\r\n\r\nOn Monday Rui wrote:\r\n> Hello'],
    ['Re: Hello', 'Please remove me.\r\n'],
    ['Abmelden', ''],
    ['Désinscription', ''],
    ['取消订阅', ''],
  ])('saying %j with %j asks for no more mail', async (subject, body) => {
    expect((await readMail(subject, { body })).class).toBe('remove_me')
  })
})

describe('a request to be removed', () => {
  test.each(['Kindly remove.', 'Kindly unsubscribe', 'Unsubscribe me, kindly.'])('is recognised in %j', (text) => {
    expect(read(text).class).toBe('remove_me')
  })

  test.each([
    ['en', 'Hello Rui,\n\nplease take me off this list.\n\nRegards\nJane'],
    ['de', 'Guten Tag,\n\nbitte streichen Sie mich aus dem Verteiler.\n\nMit freundlichen Grüßen\nJane'],
    ['fr', 'Bonjour,\n\nmerci de me retirer de votre liste.\n\nCordialement\nJane'],
    ['es', 'Hola:\n\npor favor, sáquenme de su lista.\n\nSaludos\nJane'],
    ['it', 'Salve,\n\nvi prego di togliermi dalla vostra lista.\n\nCordiali saluti\nJane'],
    ['nl', 'Hallo,\n\nwilt u mij van de lijst halen?\n\nMet vriendelijke groet\nJane'],
    ['pt', 'Olá,\n\npor favor, removam-me da vossa lista.\n\nCumprimentos\nJane'],
  ])('is recognised in %s', (language, text) => {
    expect(read(text)).toMatchObject({ class: 'remove_me', language, rule: expect.stringContaining(`${language}: `) })
  })

  test.each([
    ['sv', 'Hej, ta bort min mejladress från er lista.'],
    ['da', 'Fjern mig venligst fra jeres liste.'],
    ['no', 'Vennligst slett meg fra listen deres.'],
    ['fi', 'Poistakaa minut postituslistaltanne.'],
    ['pl', 'Nie życzę sobie otrzymywania takich wiadomości.'],
    ['cs', 'Prosím vyřaďte mě z vašeho seznamu.'],
    ['hu', 'Kérem, töröljenek a listájukról.'],
    ['ro', 'Vă rog să mă ștergeți din lista dumneavoastră.'],
    ['tr', 'Lütfen beni listenizden çıkarın.'],
    ['ru', 'Больше не присылайте мне эти письма!'],
    ['uk', 'Будь ласка, видаліть мене зі списку розсилки.'],
    ['el', 'Παρακαλώ διαγράψτε με από τη λίστα σας.'],
    ['ja', '営業メールは不要です。今後送らないでください。'],
    ['zh', '请把我从你们的邮件列表中删除。'],
    ['ko', '앞으로 메일을 보내지 마세요.'],
    ['bg', 'Отпишете ме, моля.'],
    ['hr', 'Molim izbrišite moju adresu.'],
    ['lt', 'Pašalinkite mane iš sąrašo.'],
    ['he', 'הסירו אותי מרשימת התפוצה'],
    ['ar', 'الرجاء إزالتي من القائمة'],
    ['vi', 'Đừng gửi email cho tôi nữa.'],
    ['id', 'Tolong hapus saya dari daftar.'],
  ])('is recognised in %s, whose answers are not read further', (language, text) => {
    expect(read(text)).toMatchObject({ class: 'remove_me', rule: `${language}: request` })
  })

  test.each([
    'Kan du ta bort punkt 3 ur offerten och skicka den igen?',
    'Voitko poistaa rahdin tarjouksesta ja lähettää sen uudelleen?',
    'Proszę usunąć z oferty transport i przysłać ponownie.',
    'Prosím odstraňte dopravu z nabídky a pošlete ji znovu.',
    'Удалите, пожалуйста, пункт 3 из предложения и пришлите снова.',
    'Не удаляйте меня из списка.',
    'Beni listeden çıkarmayın.',
    '送料を削除して、もう一度見積もりを送ってください。',
    '请把运费从报价单中删除，再发一次。',
    '견적서에서 운임을 빼고 다시 보내 주세요.',
    'Ta inte bort mig från listan.',
    'Jag vill inte ha fler pallar än 40.',
    'Ikke send varene før mandag.',
    'Nie chcę otrzymywać palet plastikowych.',
    'Proszę nie wysyłać faktury przed dostawą.',
    'Nechci plastové palety.',
    'Kérem, vegyék ki a szállítást az árajánlatból.',
    'Удалите мой старый заказ.',
    'Не пишите мне в мессенджер, лучше звоните.',
    '配信停止のお手続きではなく、見積もりをお願いします。',
    '把我们的订单删除，重新报价。',
    'הסירו את ההובלה מההצעה',
  ])('is not found in %j, which names something else or says no', (text) => {
    expect(read(text).class).not.toBe('remove_me')
  })

  test.each([
    'This email is confidential. If you have received it in error, please notify us and delete it.',
    'If this mail was sent to you by mistake, please remove it from your mailbox.',
    'You must not use this mail unless you are the named addressee. Delete this email from your system.',
    'Diese E-Mail ist vertraulich. Sind Sie nicht der Adressat, löschen Sie sie bitte.',
    "Ce message est confidentiel. Si vous l'avez reçu par erreur, merci de le supprimer.",
    'Este correo es confidencial. Si no es usted el destinatario, elimínelo.',
    'Questa e-mail è riservata. Se l’avete ricevuta per errore, eliminatela.',
    'Deze mail is vertrouwelijk. Als u hem per abuis ontvangt, verwijder hem dan.',
    'Este e-mail contém dados. Caso o tenha recebido por engano, apague-o.',
    'Pour ne plus recevoir nos messages, cliquez ici.',
    'Abonelikten çıkmak için tıklayın.',
    '수신거부를 원하시면 여기를 클릭하세요',
    'Your data is safe with us. You may unsubscribe from our newsletter at any time.',
  ])('is not found in what companies add below: %j', (notice) => {
    expect(read(`We use wooden ones.\n\n${notice}`).class).not.toBe('remove_me')
    expect(read(`Please remove me.\n\n${notice}`).class).toBe('remove_me')
  })

  test.each([
    'I received your email by mistake, please remove me from your list.',
    'We got this in error. Please take us off your list.',
    'Delete all copies of my address and stop writing.',
    'Your unsubscribe link does not work, whatever I click. Remove me.',
    'Please remove me. This message is confidential.',
    'Ich habe Ihre Mail irrtümlich erhalten, bitte streichen Sie mich aus dem Verteiler.',
    'Ho ricevuto la vostra e-mail per errore: cancellatemi dalla lista.',
  ])('is found beside the words of a legal notice: %j', (text) => expect(read(text).class).toBe('remove_me'))

  test.each([
    'When can I unsubscribe?',
    'How do I unsubscribe people in Quarry?',
    "Please don't remove me from your list.",
    'I never said I wanted to unsubscribe.',
    'Does it remove duplicates from my list?',
    'Bitte streichen Sie mich nicht von der Liste.',
    'Wie kann man sich abmelden?',
    'Ne me retirez pas de votre liste.',
    'No me quite de la lista.',
    'Non toglietemi dalla lista.',
    'Haal me niet van de lijst.',
    'Não me retire da lista.',
    'Supprimez le cache avant de relancer les tests.',
    'Drop me some details.',
    'I asked Tom to stop by your stand.',
    'Off the list price, what can you do?',
    'Your tool dropped me from the beta.',
    'Make sure the report is removed from the server.',
    "I don't use this address.",
    'I never call my team.',
  ])('is not found in %j', (text) => {
    expect(read(text).class).not.toBe('remove_me')
  })

  test.each([
    'unsub',
    'Off your list, please.',
    'I want off this list.',
    'I have asked you twice to stop.',
    'Not interested, please do not write again.',
    'Please erase any details you hold on me.',
    'I do not consent to receiving these mails.',
    'Put me on your do-not-contact list.',
    'Do not send us unsolicited offers.',
    'Drop me from your mailings.',
    'Dadnos de baja.',
    'Raus aus dem Verteiler!',
    'I did not ask for this, unsubscribe',
    'Please make sure my address is deleted.',
    'Never contact our staff again.',
    'Please forget this address.',
    'I would prefer not to hear from you.',
    'I am not interested in receiving these.',
    'Schreiben Sie uns nie wieder.',
  ])('is found in %j', (text) => expect(read(text).class).toBe('remove_me'))

  test("in quoted text does not count as the sender's", () => {
    const quoted = '> Reply "remove me" and I will take you off.\n> Please remove me from your list'
    expect(
      read(`Tom does that.\n\nOn 23 Nov 2026, at 10:14, Rui Costa <rui@lumen.example> wrote:\n\n${quoted}`).class,
    ).toBe('other')
    expect(read(`${quoted}\n\nTom does that.`).class).toBe('other')
  })

  test('counts in an automatic email, too', () => {
    expect(read('This address is closed. Please remove it from your list.', { automatic: true }).class).toBe(
      'remove_me',
    )
  })
})

describe('a text', () => {
  test.each([
    ['not_interested', 'Thanks, but we are not interested.'],
    ['not_interested', 'Nein danke, wir sind versorgt.'],
    ['not_now', 'Not right now, but please try me again in the spring.'],
    ['not_now', 'Dieses Jahr nicht mehr, melden Sie sich im Januar wieder.'],
    ['interested', 'Sounds good. Could you send over your pricing?'],
    ['interested', 'Pouvez-vous me faire un devis ?'],
    ['interested', "I'm not not interested. Send me the prices."],
    ['not_interested', 'Please do not call, no interest.'],
    ['interested', 'Got 20 minutes on Monday?'],
    ['interested', 'Walk me through it.'],
    ['interested', 'Please send over your price list.'],
    ['interested', 'It would be nice to see some samples.'],
    ['not_interested', "We don't need it."],
    ['not_interested', "We aren't interested."],
    ['not_interested', 'We have a good agency for that.'],
    ['not_interested', 'There is no demand for that here.'],
    ['not_now', 'Ask me once we have moved.'],
    ['not_now', 'In spring please.'],
    ['other', 'Send your complaint to the office.'],
    ['other', 'It would be good to know who you are.'],
    ['interested', 'Please speak with my assistant to find a slot.'],
    ['interested', 'What would a trial cost?'],
    ['interested', 'We are comparing vendors at the moment.'],
    ['interested', 'Prepare a quote for 80 people.'],
    ['interested', 'Habt ihr nächste Woche Zeit für eine Demo?'],
    ['interested', "Tu peux m'appeler demain ?"],
    ['interested', '¿Cuándo tienes un rato?'],
    ['interested', 'Quando hai tempo?'],
    ['interested', 'Heb je dinsdag tijd?'],
    ['interested', 'Me liga amanhã'],
    ['interested', 'Sure, does Thursday 3pm work?'],
    ['not_now', "Let's talk after our fundraise closes."],
    ['not_now', 'hit me up in march'],
    ['not_now', 'Me chama em fevereiro'],
    ['not_interested', 'Passt bei uns leider nicht.'],
    ['remove_me', 'No thanks & remove.'],
    ['remove_me', "Ne m'écris plus stp"],
    ['interested', 'Je suis libre jeudi.'],
    ['interested', 'Am Montag hätte ich Zeit.'],
    ['interested', 'Stiamo cercando qualcosa del genere.'],
    ['interested', 'Dinsdag ben ik vrij.'],
    ['interested', 'Estamos buscando algo como esto.'],
    ['interested', 'Mostre-nos uma demo.'],
    ['not_interested', 'Wir haben uns für einen anderen Anbieter entschieden.'],
    ['not_interested', 'Nous sommes déjà équipés.'],
    ['not_interested', 'Lo gestionamos internamente.'],
    ['not_interested', 'Abbiamo scelto un altro fornitore.'],
    ['not_interested', 'Dat doen we zelf.'],
    ['not_interested', 'Tratamos disso internamente.'],
    ['not_now', 'Andere Projekte haben Vorrang.'],
    ['not_now', 'Kom er in mei op terug.'],
    ['other', 'Am Montag ist unser Büro geschlossen.'],
    ['other', 'Nous cherchons votre adresse.'],
    ['not_interested', "I don't see this as a fit."],
    ['not_interested', 'We signed with somebody else last week.'],
    ['not_interested', 'It does not apply to a bakery, and we have that covered.'],
    ['not_interested', 'We do not work with agencies.'],
    ['not_interested', 'Hier hebben we al een leverancier voor.'],
    ['not_interested', 'Esto no es de nuestro interés.'],
    ['not_now', 'Everything is on pause here.'],
    ['not_now', 'Get in touch again in May.'],
    ['not_now', 'Give us a few months, then send me a note.'],
    ['other', 'How did you come by my address?'],
    ['other', 'Sorry, no attachment was included.'],
    ['other', 'Tom Okafor handles that.'],
    ['other', 'We are not interested in the vans, but please send me the prices for bikes.'],
  ])('is %s: %j', (name, text) => {
    expect(read(text).class).toBe(name)
  })

  test.each([
    'Thanks, I have passed it to our facilities team.',
    'Which of our sites do you mean?',
    'I teach maths, you have the wrong Ada.',
    'Which company are you from?',
    'I have no idea who that is.',
    'I never call my team.',
    'Remove the logo from your mail, it is huge.',
    'I will pass the details to our buyer.',
    'Yes, that is our address.',
    'Please send the signed contract back.',
    'Wie bent u precies?',
    'Ile to kosztuje?',
  ])('that wants nothing of it has no class: %j', (text) => {
    expect(read(text).class).toBe('other')
  })

  test.each([
    'please unsubcribe me',
    'I would be grateful if you would cease writing to me.',
    'Please remove all addresses of our school from your contacts.',
    'You are not to contact this company again.',
    'If another one of these mails arrives I am calling my lawyer.',
    'I object to direct marketing.',
    'Pls remove my mail id from your data base',
    'Please stop using this inbox for sales.',
  ])('that asks to be taken off in other words is heeded: %j', (text) => {
    expect(read(text).class).toBe('remove_me')
  })

  test.each([
    ['interested', 'Mittwoch um 9 passt, rufen Sie durch.'],
    ['interested', 'Was verlangen Sie dafür bei zwölf Nutzern?'],
    ['interested', 'Pouvez-vous nous en dire davantage ?'],
    ['interested', 'Vorrei capire meglio come si usa.'],
    ['not_interested', 'Damit sind wir gut bedient.'],
    ['not_interested', 'Das rechnet sich für uns nicht.'],
    ['not_interested', 'Ya trabajamos con otra empresa.'],
    ['not_interested', 'We hebben hier al iemand voor.'],
    ['not_interested', 'Ce n’est pas dans nos projets.'],
    ['not_now', 'Wir sind momentan ausgelastet.'],
    ['not_now', 'Erst nach der Inventur wieder.'],
    ['remove_me', 'Ich untersage Ihnen jede weitere Kontaktaufnahme.'],
    ['remove_me', 'Streichen Sie mich aus Ihrer Kartei.'],
    ['other', 'Am Montag um 9 Uhr ist unser Büro geschlossen.'],
    ['other', 'Rufen Sie mich nicht an, ich bin nicht zuständig.'],
    ['other', 'Bitte nehmen Sie den Anhang aus der Mail, er ist zu groß.'],
  ])('in other languages is %s: %j', (name, text) => {
    expect(read(text).class).toBe(name)
  })

  test('without apostrophes says the same', () => {
    expect(read('this isnt for us').class).toBe('not_interested')
  })

  test('is read without its signature', () => {
    expect(read('Tom does that.\n\n-- \nJane\nCall us for a quote!').class).toBe('other')
    expect(read('Tom macht das.\n\nMit freundlichen Grüßen\nJane Rivers\nRufen Sie mich an!').class).toBe('other')
  })

  test.each([
    ['I will be back on December 7th.', '2026-12-07'],
    ['I am out of the office until 4 December. Tom answers from 1 December.', '2026-12-04'],
    ['Ich bin vom 23.11. bis 27.11. im Urlaub und ab dem 30.11.2026 wieder da.', '2026-11-30'],
    ['Je suis en congés, de retour le 8 janvier.', '2027-01-08'],
    ['Estoy de vacaciones y vuelvo el 14 de diciembre de 2026.', '2026-12-14'],
    ["Sono in ferie fino all'11 dicembre.", '2026-12-11'],
    ['Ik ben met vakantie en 3 december weer terug.', '2026-12-03'],
    ['Estou de férias e volto a 9/12/2026.', '2026-12-09'],
    ['I am away until 31 May 2027.', null],
    ['I am away. We met on 2 December 2025.', null],
    ['Ich bin bis 31.12.9999 nicht im Büro.', null],
    ['I am away until December 31, 1999.', null],
    ['I am away until further notice, dial 555-12-04.', null],
  ])('of an absence notice names the day of return: %j', (text, day) => {
    expect(read(text, { automatic: true })).toMatchObject({ class: 'out_of_office', backOn: day })
  })

  test('that is hostile takes no longer', () => {
    for (const text of [
      '> '.repeat(16_000),
      'On '.repeat(10_000),
      'From: a\n'.repeat(4_000),
      'remove '.repeat(4_000),
      'nie prosze '.repeat(90),
      '请把我 '.repeat(250),
    ])
      expect(read(text).class).toBe('other')
  })
})
