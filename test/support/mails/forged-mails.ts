import { deliveryReport, feedbackReport } from './returned-mails.ts'

/** Emails that seem to concern a message that was sent, but come from somebody else. */

export interface Target {
  /** The recipient of the message, at maker.example. */
  recipient: string
  /** The Message-ID of the message. */
  headerId: string
}

export interface Forgery {
  raw: string
  /** Why the email is not believed; null if it claims nothing that could be shown. */
  doubt: string | null
}

const mail = (headers: readonly string[], body: string): string => [...headers, '', body, ''].join('\r\n')

const OWN = 'Authentication-Results: mx.lumen.example;'
const PASSES = 'Authentication-Results: mx.mallory.example; dmarc=pass; spf=pass smtp.mailfrom=maker.example'

const answer = (from: string, { headerId }: Target, body: string, more: readonly string[] = []): string =>
  mail([...more, `From: ${from}`, 'Subject: Re: Hello', `In-Reply-To: ${headerId}`], body)

export const FORGERIES: Readonly<Record<string, (target: Target) => Forgery>> = {
  'a report from anybody without a Message-ID': ({ recipient }) => ({
    raw: deliveryReport({ recipient, part: null }),
    doubt: 'names_no_message',
  }),
  'a report with a Message-ID that was never ours': ({ recipient }) => ({
    raw: deliveryReport({ recipient, messageId: '<never@lumen.example>' }),
    doubt: 'names_no_message',
  }),
  'a report with the Message-ID and no recipient': ({ headerId }) => ({
    raw: deliveryReport({ recipient: '', messageId: headerId }),
    doubt: 'names_no_recipient',
  }),
  'a report of another recipient': ({ headerId }) => ({
    raw: deliveryReport({ recipient: 'bea@maker.example', messageId: headerId }),
    doubt: 'names_no_recipient',
  }),
  'a report that names the recipient as the original one alone': ({ headerId, recipient }) => ({
    raw: deliveryReport({ recipient: 'x@elsewhere.example', original: recipient, messageId: headerId }),
    doubt: 'names_no_recipient',
  }),
  'a lone X-Failed-Recipients': ({ recipient }) => ({
    raw: mail(['From: mallory@elsewhere.example', 'Subject: Hi', `X-Failed-Recipients: ${recipient}`], '550 5.1.1'),
    doubt: 'names_no_message',
  }),
  'a bounce in words without a Message-ID': ({ recipient }) => ({
    raw: mail(
      ['From: MAILER-DAEMON@elsewhere.example', 'Subject: failure notice'],
      `<${recipient}>: 550 5.1.1 unknown`,
    ),
    doubt: 'names_no_message',
  }),
  'a reply of a stranger with an endless Message-ID': (target) => ({
    raw: answer('mallory@elsewhere.example', target, 'Gladly!', [
      `Message-ID: <${Array.from({ length: 6_000 }, (_, i) => ((i * 7_919) % 1_296).toString(36)).join('')}@x.example>`,
    ]),
    doubt: 'other_sender',
  }),
  'a complaint from a forged sender': ({ headerId }) => ({
    raw: `${OWN} dmarc=fail header.from=arf.mail.example\r\n${feedbackReport({ messageId: headerId })}`,
    doubt: 'failed_authentication',
  }),
  'a complaint from two senders': ({ headerId }) => ({
    raw: `From: mallory@elsewhere.example\r\n${feedbackReport({ messageId: headerId })}`,
    doubt: 'several_senders',
  }),
  'a stop from a forged sender': (target) => ({
    raw: answer(target.recipient, target, 'Stop', [`${OWN} dmarc=fail header.from=maker.example`]),
    doubt: 'failed_authentication',
  }),
  'a reply from a forged sender, with results of its own below': (target) => ({
    raw: answer(target.recipient, target, 'Gladly!', [`${OWN} dmarc=fail (p=reject; x)`, PASSES]),
    doubt: 'failed_authentication',
  }),
  'a reply from a forged sender, proven for another domain': (target) => ({
    raw: answer(target.recipient, target, 'Gladly!', [`${OWN} spf=pass smtp.mailfrom=mallory.example; dkim=fail`]),
    doubt: 'failed_authentication',
  }),
  'a stop from a forged sender without a thread': ({ recipient }) => ({
    raw: mail([`${OWN} dmarc=fail`, `From: ${recipient}`, 'Subject: unsubscribe'], 'Stop'),
    doubt: 'failed_authentication',
  }),
  'a server without a name for itself': (target) => ({
    raw: answer(target.recipient, target, 'Stop', [
      'Authentication-Results: spf=fail smtp.mailfrom=x.example; dmarc=fail',
    ]),
    doubt: 'failed_authentication',
  }),
  'an unsubscribe of another person of the thread': (target) => ({
    raw: answer('Bea <bea@maker.example>', target, 'Unsubscribe'),
    doubt: 'other_sender',
  }),
  'a reply of a stranger': (target) => ({
    raw: answer('mallory@elsewhere.example', target, 'Gladly!'),
    doubt: 'other_sender',
  }),
  'two addresses in From': (target) => ({
    raw: answer(`${target.recipient}, mallory@elsewhere.example`, target, 'Gladly!'),
    doubt: 'several_senders',
  }),
  'two headers From': (target) => ({
    raw: answer(target.recipient, target, 'Stop', ['From: mallory@elsewhere.example']),
    doubt: 'several_senders',
  }),
  'a group in From': (target) => ({
    raw: answer(`Team: ${target.recipient}, bea@maker.example;`, target, 'Stop'),
    doubt: 'several_senders',
  }),
  'two addresses in From without a comma': (target) => ({
    raw: answer(`<${target.recipient}> <mallory@elsewhere.example>`, target, 'Stop'),
    doubt: 'several_senders',
  }),
  'two addresses in From without brackets': (target) => ({
    raw: answer(`${target.recipient} mallory@elsewhere.example`, target, 'Stop'),
    doubt: 'several_senders',
  }),
  'a sender below half an encoded word': (target) => ({
    raw: answer(`=?utf-8?Q?<${target.recipient}>?= <mallory@elsewhere.example>`, target, 'Stop'),
    doubt: 'several_senders',
  }),
  'a sender inside an encoded word': (target) => ({
    raw: answer(`=?utf-8?B?${Buffer.from(`Ines <${target.recipient}>`).toString('base64')}?=`, target, 'Stop'),
    doubt: 'several_senders',
  }),
  'a newsletter with a foreign In-Reply-To': ({ recipient }) => ({
    raw: mail(
      [
        `From: ${recipient}`,
        'Subject: News',
        'In-Reply-To: <x@maker.example>',
        'List-Unsubscribe: <https://x.example>',
      ],
      'Unsubscribe',
    ),
    doubt: null,
  }),
  'a newsletter by its precedence': ({ recipient }) => ({
    raw: mail([`From: ${recipient}`, 'Subject: News', 'References: <x@maker.example>', 'Precedence: list'], 'Hello'),
    doubt: null,
  }),
  'an automatic answer': (target) => ({
    raw: answer(target.recipient, target, 'I am away.', ['Auto-Submitted: auto-replied']),
    doubt: null,
  }),
}

/** Honest emails that look a little like the forged ones, and count. */
export const HONEST: Readonly<Record<string, (target: Target) => string>> = {
  'a reply that its own server proved': (target) =>
    answer(target.recipient, target, 'Gladly!', [`${OWN} dmarc=pass header.from=maker.example; spf=softfail`]),
  'a reply that failed elsewhere on its way': (target) =>
    answer(target.recipient, target, 'Gladly!', ['Authentication-Results: relay.elsewhere.example; dmarc=fail']),
  'a reply by a list, proven by its signature': (target) =>
    answer(target.recipient, target, 'Gladly!', [`${OWN} spf=fail; dkim=pass header.d=mail.maker.example`]),
  'a reply whose sender has a name with signs': (target) =>
    answer(`"<mallory@elsewhere.example>" (at x@y.example) ines@home.example <${target.recipient}>`, target, 'Gladly!'),
  'a reply whose server names itself in Received': (target) =>
    answer(target.recipient, target, 'Gladly!', ['Received: from x by mx.host.example with ESMTPS; Mon, 2 Mar 2026']),
}
