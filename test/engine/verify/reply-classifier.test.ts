import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classifyReply, type ReplyInput } from '../../../src/engine/verify/reply-classifier.ts'
import { type ReplyClass } from '../../../src/engine/verify/reply-class.ts'
import { anyCharacter } from '../../support/doors/any-character.ts'

const RECIPIENT = 'ada@lumen.example'
const SENDER = 'check@probe.example'

/** Parses `550-5.1.1 first\n550 5.1.1 last` as it arrives from the server. */
function parsed(text: string, stage: ReplyInput['stage'] = 'rcpt', recipient = RECIPIENT): ReplyInput {
  const lines = text.split('\n').map((line) => line.slice(4))
  const enhanced = /^[245]\.\d{1,3}\.\d{1,3}(?!\S)/.exec(lines[0] ?? '')?.[0] ?? null
  return { stage, code: Number(text.slice(0, 3)), enhanced, lines, mx: 'mx.lumen.example', sender: SENDER, recipient }
}

const classOf = (text: string, stage?: ReplyInput['stage'], recipient?: string): ReplyClass =>
  classifyReply(parsed(text, stage, recipient)).class

/** Replies to RCPT, by what they mean. */
const SAID: Partial<Record<ReplyClass, readonly string[]>> = {
  accepted: ['250 2.1.5 Ok', '251 2.1.5 User not local; will forward', '250 550 is only a number here'],
  cannot_verify: ['252 2.0.0 Cannot VRFY user, but will accept message'],
  user_unknown: [
    '550 5.1.1 <ada@lumen.example>: Recipient address rejected: User unknown in relay recipient table',
    '550 Unrouteable address',
    '550 No such person at this address',
    '553 sorry, this recipient is not in my validrcptto list: no such user (#5.1.1)',
    '554 5.7.1 <ada@lumen.example>: Recipient address rejected: Nonexistent mailbox',
    '550 5.4.1 Recipient address rejected: Access denied. [XX1.mail.protection.outlook.com]',
    '550-5.1.1 The email account that you tried to reach does not exist. Please\n550 5.1.1 check it. https://support.google.com/mail/?p=NoSuchUser x1 - gsmtp',
    '550 5.2.1 <ada@lumen.example>: Recipient address rejected: User Unknown',
    '550 5.7.1 550 User Unknown: ada@lumen.example',
    '550 Requested action not taken: mailbox unavailable',
    '550 5.0.0 Recipient is not in our corporate directory',
    '550 The recipient could not be verified',
    "553 that recipient isn't on our list of valid recipients",
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ada@lumen.example not found by SMTP address lookup',
    '550 #5.1.0 Address rejected.',
    '550 Ada is no longer with the company',
    '550 Employee left the organisation; contact office@lumen.example',
    '550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR204_418 [418]',
    '550 5.1.1 Benutzer unbekannt',
    '550 Empfänger existiert nicht',
    "550 L'utilisateur est inconnu",
    '550 Adresse du destinataire inexistante',
    '550 El usuario no existe',
    '550 Buzón inexistente',
    '550 Usuário desconhecido',
    '550 Utente sconosciuto',
    '550 La casella non esiste',
    '550 Gebruiker onbekend',
    '550 Użytkownik nie istnieje',
    '550 Пользователь не существует',
    '550 Почтовый ящик не найден',
    '550 用户不存在',
    '550 宛先のメールアドレスが存在しません',
    '550 존재하지 않는 사용자',
    '550 Kullanıcı bulunamadı',
    '550 5.1.1 User unknown. See our mail policy on the web.',
    '550 Your message was not accepted: no such mailbox here',
    '554 ada@lumen.example not listed in Domino Directory',
    '550 ada@lumen.example is not listed in public Name & Address Book',
    '550 There is no one at this address',
    '550 ada@lumen.example is not a known user',
    "550 We don't have this user",
    '550 recipient not on list',
    '550 Ukjent bruker',
    '550 Kein solcher Empfänger',
    '550 Aucun utilisateur de ce nom',
    '550 Nessun utente con questo nome',
    '550 Нет такого пользователя',
    '550 Δεν υπάρχει τέτοιος χρήστης',
    '550 אין משתמש כזה',
    '550 المستخدم غير موجود',
    '550 Pengguna tidak ditemukan',
    '553 sorry, this recipient is not in my validrcptto list (#5.7.1)',
    '550 alias ada does not resolve to a mailbox',
  ],
  user_unknown_soft: [
    '450 4.1.1 <ada@lumen.example>: Recipient address rejected: unverified address: unknown user',
    '450 4.1.1 <ada@lumen.example>: Recipient address rejected: User unknown in virtual mailbox table',
  ],
  mailbox_full: [
    '550 5.7.1 mailbox of the recipient exceeds its permitted size',
    '452 4.2.2 The mailbox is over quota',
    '552 5.1.1 <ada@lumen.example> user is overquota',
    '552 Requested mail action aborted: exceeded storage allocation',
    "550 5.2.2 The recipient's inbox is out of storage space",
    '552 La boîte aux lettres du destinataire est pleine',
    '552 Das Postfach des Empfängers ist voll',
    '552 El buzón está lleno',
    '552 A caixa postal está cheia',
    '552 La casella è piena',
    '552 Почтовый ящик переполнен',
    "422 The recipient's mailbox is over its storage limit",
    '552 5.7.0 quota of 2 GB used up',
    '550 User ada@lumen.example has exceeded his/her disk space limit.',
    '554 5.2.0 STOREDRV.Deliver.Exception:QuotaExceededException',
    '552 Le quota de la boîte est atteint',
    '550 user has too many messages on the server',
  ],
  disabled: [
    '550 Invalid recipient: ada@lumen.example cannot be reached, account is disabled',
    '550 5.2.1 This account has been disabled',
    '525 5.7.13 Recipient is not active',
    '550 5.7.1 <ada@lumen.example>: Recipient address rejected: User temporarily locked, try again later',
    '554 Mailbox suspended',
    '550 Das Konto ist deaktiviert',
    '550 Le compte du destinataire est suspendu',
    '550 Esta cuenta está deshabilitada',
    '550 5.2.1 mailbox closed',
    '550 5.2.1 The mailbox has been suspended for policy violation',
    '550 5.1.1 user account blocked by administrator',
  ],
  exists_busy: [
    '450 4.2.1 The user you are trying to contact is receiving mail too quickly.',
    '450 4.2.1 The user is receiving mail at a rate that prevents additional messages',
  ],
  greylisted: [
    '450 4.7.1 Client host rejected: greylisted for 5 minutes',
    '450 4.2.0 <ada@lumen.example>: Recipient address rejected: Greylisted, see http://grey.example/',
    '451 4.7.1 Greylisting in action, please come back in 00:05:00',
    '451 Please try again in 300 seconds',
    '451 4.7.1 Please try again later',
  ],
  rate_limited: [
    '452 4.5.3 Error: too many recipients',
    '451 RP:TRC 192.0.2.7',
    '550 5.1.1 <ada@lumen.example> - has sent to too many recipients this hour',
    '421 4.7.0 Too many errors on this connection',
    '450 4.7.1 Error: too much mail, slow down',
    '554 You have reached the daily relay quota',
    '450 Zu viele Verbindungen',
  ],
  sender_refused: [
    '550 5.7.1 <check@probe.example>: Sender address rejected: not allowed',
    '550-Verification failed for <check@probe.example>\n550-The mail server could not deliver mail to it: no such user here.\n550 Sender verify failed',
    '550 5.1.8 Domain of sender address does not exist',
    '550 5.7.23 SPF validation failed',
    '550 Mailbox does not accept mail from unknown senders',
    '550 发件人地址不存在',
    '550 送信者アドレスが存在しません',
    '550 Адрес отправителя не существует',
    '550 Sending address not found in our records, recipient not reached',
    '553 Sorry, your envelope sender is in my badmailfrom list',
  ],
  rdns_helo: [
    '450 4.7.25 Client host rejected: cannot find your hostname, [192.0.2.7]',
    '550 5.7.1 No PTR record for 192.0.2.7',
    '554 5.7.1 <probe>: Helo command rejected: need fully-qualified hostname',
  ],
  blocked: [
    '550 5.7.1 Service unavailable, Client host [192.0.2.7] blocked using Spamhaus.',
    '553 https://check.spamhaus.org/query?ip=192.0.2.7',
    '550 Suspected bounce attacks',
    '550 MI:IMF 163 smtp5,example',
    '554 DT:SPM 163 smtp',
    '554 5.7.1 Recipient does not accept unsolicited mail from unknown hosts',
    '550 5.7.1 <ada@lumen.example>: Recipient address rejected: Message blocked',
    '550 Mail to this recipient was blocked by a filter',
    '550 IP 192.0.2.7 is blacklisted, user unknown to us',
    '550 Rejected because of the reputation of your server',
    '554 This address has been banned for mailing too many unknown users',
    '550 5.7.1 Denied',
    '550 We do not accept mail from hosts with unknown addresses',
    '554 This user does not accept mail from unverified domains',
    '550 Ihre IP-Adresse ist gesperrt',
    "550 L'adresse IP de votre serveur est inconnue",
    '550 Ваш IP-адрес заблокирован',
    '554 您的IP被列入黑名单',
    '550 your domain does not exist',
    '550 5.7.1 Host refused, account of the sending customer is suspended',
  ],
  relay_denied: [
    "553 5.5.3 lumen.example isn't in my rcpthosts",
    '550 Relaying not permitted: authentication required',
    '554 5.7.1 <ada@lumen.example>: Relay access denied',
    "553 sorry, that domain isn't in my list of allowed rcpthosts",
    '550 relay not permitted',
    '550 Relaying verweigert',
    '550 authentication required for relay',
    "550 we don't handle mail for that domain",
  ],
  domain_refuses_mail: [
    '556 5.1.10 Recipient domain has a null MX',
    '550 5.1.2 Host unknown',
    '550 Domain does not accept mail',
    '554 5.7.1 Domain lumen.example is no longer hosted here',
    '550 5.4.310 DNS domain lumen.example does not exist',
  ],
  temporary: [
    '450 4.1.2 <ada@lumen.example>: Recipient address rejected: Domain not found',
    '451 4.3.0 <ada@lumen.example>: Temporary lookup failure',
    '452 4.3.1 Insufficient system storage',
    '450 Requested mail action not taken: mailbox unavailable',
    '451 Temporary local problem, please try later',
    '450 4.1.1 Unable to verify recipient right now',
    '451 Could not complete recipient verify callout',
    '450 4.1.1 <ada@lumen.example>: Recipient address rejected: unverified address: connect to 192.0.2.9[192.0.2.9]:24: Connection refused',
    '454 Your account is disabled on this relay',
  ],
  unknown: [
    '550 Rejected',
    '554 Transaction failed',
    '501 invalid address',
    '550 Sorry',
    '503 5.5.1 Bad sequence of commands',
    '521 5.3.2 Service currently unavailable',
    '550-Previous (cached) callout verification failure\n550 Recipient verify failed',
  ],
  protocol_error: ['354 Go ahead'],
}

describe('a reply to RCPT', () => {
  for (const [expected, texts] of Object.entries(SAID)) {
    test.each(texts)(`means ${expected}: %s`, (text) => expect(classOf(text)).toBe(expected))
  }

  test('is not judged by the name of the mailbox or the path of a link', () => {
    expect(classOf('550 <quota@lumen.example>: no', 'rcpt', 'quota@lumen.example')).toBe('unknown')
    expect(classOf("550 'disabled': no", 'rcpt', 'disabled@lumen.example')).toBe('unknown')
    expect(classOf('550 see https://help.example/unknown-user')).toBe('unknown')
    expect(classOf('550 5.1.1 <spam@lumen.example> User unknown', 'rcpt', 'spam@lumen.example')).toBe('user_unknown')
  })

  test('shows the enhanced code wherever it is', () => {
    expect(classifyReply(parsed('550 sorry, no mailbox here by that name (#5.1.1)')).enhanced).toBe('5.1.1')
    expect(classifyReply(parsed('550 5.1.1 no')).enhanced).toBe('5.1.1')
    expect(classifyReply(parsed('550 no')).enhanced).toBeNull()
  })

  test('means the same in capitals and over several lines', () => {
    for (const [expected, texts] of Object.entries(SAID)) {
      for (const text of texts.filter((one) => !one.includes('\n'))) {
        expect(classOf(text.toUpperCase()), text).toBe(expected)
        const [first = '', ...rest] = text.slice(4).split(' ')
        if (rest.length > 1)
          expect(
            classOf(`${text.slice(0, 3)}-${first} ${rest[0]}\n${text.slice(0, 3)} ${rest.slice(1).join(' ')}`),
            text,
          ).toBe(expected)
      }
    }
  })
})

describe('a reply before RCPT', () => {
  test.each([
    ['554 5.7.1 User unknown', 'mail'],
    ['550 5.1.1 No such user', 'helo'],
    ['550 mailbox not found', 'connect'],
  ] as const)('never says anything about a recipient: %s at %s', (text, stage) =>
    expect(['blocked', 'sender_refused']).toContain(classOf(text, stage)),
  )

  test('shows by its code whether to try again', () => {
    expect(classOf('421 4.7.0 Service not available', 'connect')).toBe('rate_limited')
    expect(classOf('554 5.7.1 Service unavailable', 'connect')).toBe('blocked')
    expect(classOf('521 This host does not accept mail', 'connect')).toBe('domain_refuses_mail')
    expect(classOf('521 5.7.1 Service unavailable; client [192.0.2.7] blocked', 'connect')).toBe('blocked')
    expect(classOf('521 We will not accept delivery of this message', 'connect')).toBe('blocked')
    expect(classOf('521 5.3.2 Service currently unavailable', 'connect')).toBe('blocked')
    expect(classOf('521 5.5.1 Protocol error', 'helo')).toBe('blocked')
    expect(classOf('550 5.7.1 <probe>: Helo command rejected', 'helo')).toBe('rdns_helo')
    expect(classOf('553 5.1.8 Domain of sender address does not exist', 'mail')).toBe('sender_refused')
  })
})

describe('any reply', () => {
  const INVALID = new Set<ReplyClass>(['user_unknown', 'disabled', 'domain_refuses_mail'])

  test('gets a class, quickly', () => {
    const words = fc.constantFrom(
      ...'user unknown 550 5.1.1 <a@b.c> not found mailbox full . : http://x/?p= is your'.split(' '),
    )
    const text = fc.oneof(
      fc.string({ maxLength: 2_000, unit: anyCharacter }),
      fc.array(words, { maxLength: 400 }).map((list) => list.join(' ')),
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), fc.array(text, { maxLength: 4 }), (code, lines) => {
        const verdict = classifyReply({
          stage: 'rcpt',
          code,
          enhanced: null,
          lines,
          recipient: RECIPIENT,
          sender: SENDER,
        })
        expect(verdict.class).not.toBe('')
      }),
    )
  })

  test('with an unexplained 5xx never makes an address invalid', () => {
    const noise = fc.stringMatching(/^[bcdfghjklmnpqrstvwxz ]{0,60}$/)
    fc.assert(
      fc.property(fc.integer({ min: 500, max: 555 }), noise, (code, text) => {
        fc.pre(code !== 521)
        expect(INVALID.has(classOf(`${code} ${text}`))).toBe(false)
      }),
    )
  })

  test('with a 4xx never makes an address invalid', () => {
    for (const text of Object.values(SAID).flat()) {
      expect(INVALID.has(classOf(`450 ${text.slice(4).replaceAll(/\n\d{3}/g, '\n450')}`)), text).toBe(false)
    }
  })
})
