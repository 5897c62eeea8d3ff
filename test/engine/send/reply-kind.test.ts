import { describe, expect, test } from 'vitest'
import { readIncomingMail } from '../../../src/engine/send/incoming-mail.ts'
import { replyKind } from '../../../src/engine/send/reply-kind.ts'

async function kindOf(subject: string, { headers = [] as string[], body = 'Let us talk on Monday.' } = {}) {
  const encoded = `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`
  const lines = ['From: Ines <ines@maker.example>', `Subject: ${encoded}`, 'Content-Type: text/plain; charset=utf-8']
  const mail = await readIncomingMail(Buffer.from([...lines, ...headers, '', body, ''].join('\r\n')))
  return mail === null ? null : replyKind(mail, mail.answered.length > 0)
}

describe('an answer', () => {
  test.each([
    'Re: Hello',
    'AW: Hello',
    'Hello',
    '',
    'Re: Automatic reply: Hello',
    'Question about out of office hours',
  ])('with the subject %j is of a person', async (subject) => {
    expect(await kindOf(subject)).toBe('reply')
  })

  test.each([
    ['Auto-Submitted: auto-replied'],
    ['Auto-Submitted: auto-generated (vacation)'],
    ['X-Autoreply: yes'],
    ['X-Autorespond: Re: Hello'],
    ['Precedence: bulk'],
    ['Precedence: auto_reply'],
    ['Return-Path: <>'],
    ['List-Id: <news.maker.example>'],
  ])('with %s is of a program', async (header) => {
    expect(await kindOf('Re: Hello', { headers: [header] })).toBe('auto_reply')
  })

  test.each([['Auto-Submitted: no'], ['Precedence: first-class'], ['Return-Path: <ines@maker.example>']])(
    'with %s is of a person',
    async (header) => {
      expect(await kindOf('Re: Hello', { headers: [header] })).toBe('reply')
    },
  )

  test('that came through a list is of a person when it answers something', async () => {
    const headers = ['List-Id: <team.maker.example>', 'In-Reply-To: <m1@lumen.example>']
    expect(await kindOf('Re: Hello', { headers })).toBe('reply')
  })

  test.each([
    'Automatic reply: Hello',
    'Out of Office Re: Hello',
    'Automatische Antwort: Hallo',
    'Abwesenheitsnotiz',
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
  ])('with the subject %j is of a program', async (subject) => {
    expect(await kindOf(subject)).toBe('auto_reply')
  })

  test.each([
    ['unsubscribe', ''],
    ['Re: Unsubscribe', 'sent by my mail program'],
    ['Re: Hello', 'Unsubscribe\r\n\r\nOn Monday Rui wrote:\r\n> Hello'],
    ['Re: Hello', 'Please remove me.\r\n'],
    ['Abmelden', ''],
    ['Désinscription', ''],
    ['取消订阅', ''],
  ])('%j with %j wants no more mail', async (subject, body) => {
    expect(await kindOf(subject, { body })).toBe('unsubscribe')
  })

  test('that speaks of unsubscribing is a reply', async () => {
    expect(await kindOf('Re: Hello', { body: 'How do I unsubscribe people in Quarry?' })).toBe('reply')
  })
})
