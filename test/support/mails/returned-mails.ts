/** Emails as servers return them, about invented people at reserved domains. */

export interface ReportParts {
  action?: string
  status?: string
  recipient?: string
  original?: string
  diagnostic?: string
  messageId?: string
  /** The type of the part with the returned email; null leaves it out. */
  part?: string | null
  inReplyTo?: string
  /** Additional fields about the whole email. */
  envelope?: string
  /** Additional groups of fields. */
  more?: string
  /** What people read. */
  text?: string
}

/** A report by RFC 3464, as most servers write it. */
export function deliveryReport({
  action = 'failed',
  status = '5.1.1',
  recipient = 'ines@maker.example',
  original,
  diagnostic = 'smtp; 550 5.1.1 <ines@maker.example>: Recipient address rejected',
  messageId = '<m1@lumen.example>',
  part = 'message/rfc822',
  inReplyTo,
  envelope = '',
  more = '',
  text = 'This is the mail system. Your message could not be delivered.',
}: ReportParts = {}): string {
  const copy =
    part === null
      ? ''
      : `--b\r\nContent-Type: ${part}\r\n\r\nFrom: Rui <rui@lumen.example>\r\nMessage-ID: ${messageId}\r\nSubject: Hello\r\n\r\n`
  return [
    'Return-Path: <>',
    'From: Mail Delivery System <MAILER-DAEMON@mx.maker.example>',
    'To: rui@lumen.example',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    ...(inReplyTo === undefined ? [] : [`In-Reply-To: ${inReplyTo}`]),
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    text.replaceAll('\n', '\r\n'),
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    `${envelope}Reporting-MTA: dns; mx.maker.example`,
    'Arrival-Date: Mon, 2 Mar 2026 09:00:00 +0000',
    '',
    ...(original === undefined ? [] : [`Original-Recipient: rfc822;${original}`]),
    `Final-Recipient: rfc822; ${recipient}`,
    ...(action === '' ? [] : [`Action: ${action}`]),
    ...(status === '' ? [] : [`Status: ${status}`]),
    ...(diagnostic === '' ? [] : [`Diagnostic-Code: ${diagnostic}`]),
    '',
    `${more}${copy}--b--`,
    '',
  ].join('\r\n')
}

/** A report by RFC 5965, as a provider writes it. */
export const feedbackReport = ({ type = 'abuse', messageId = '<m1@lumen.example>' } = {}): string =>
  [
    'From: Feedback <feedback@arf.mail.example>',
    'To: rui@lumen.example',
    'Subject: Hello',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'This is an email abuse report for an email message.',
    '',
    '--b',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    'Original-Rcpt-To: redacted@example.test',
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    'From: Rui <rui@lumen.example>',
    `Message-ID: ${messageId}`,
    'Subject: Hello',
    '',
    '--b--',
    '',
  ].join('\r\n')

const plain = (from: string, subject: string, lines: readonly string[], more: readonly string[] = []): string =>
  [`From: ${from}`, 'To: rui@lumen.example', `Subject: ${subject}`, ...more, '', ...lines, ''].join('\r\n')

/** Bounces without a report, at least one for each family. */
export const REPORTS: readonly {
  family: string
  raw: string
  kind: 'hard' | 'soft' | 'refused'
  recipients: string[]
  messageIds?: string[]
}[] = [
  {
    family: 'qmail',
    kind: 'hard',
    recipients: ['ines@maker.example'],
    messageIds: ['<m1@lumen.example>'],
    raw: plain('MAILER-DAEMON@mx.maker.example', 'failure notice', [
      'Hi. This is the qmail-send program at mx.maker.example.',
      "I'm afraid I wasn't able to deliver your message to the following addresses.",
      "This is a permanent error; I've given up. Sorry it didn't work out.",
      '',
      '<ines@maker.example>:',
      'Sorry, no mailbox here by that name. (#5.1.1)',
      '',
      '--- Below this line is a copy of the message.',
      '',
      'Return-Path: <rui@lumen.example>',
      'Message-ID: <m1@lumen.example>',
    ]),
  },
  {
    family: 'Exim',
    kind: 'hard',
    recipients: ['ines@maker.example'],
    messageIds: ['<m1@lumen.example>'],
    raw: plain(
      'Mail Delivery System <Mailer-Daemon@mx.maker.example>',
      'Mail delivery failed: returning message to sender',
      [
        'This message was created automatically by mail delivery software.',
        'A message that you sent could not be delivered to one or more of its recipients.',
        'This is a permanent error. The following address(es) failed:',
        '',
        '  ines@maker.example',
        '    Unrouteable address',
        '',
        '------ This is a copy of the message, including all the headers. ------',
        '',
        'Message-Id: <m1@lumen.example>',
      ],
      ['X-Failed-Recipients: ines@maker.example', 'Auto-Submitted: auto-replied'],
    ),
  },
  {
    family: 'Exim, delayed',
    kind: 'soft',
    recipients: ['ines@maker.example'],
    raw: plain('Mail Delivery System <Mailer-Daemon@mx.maker.example>', 'Warning: message 1xYz delayed 24 hours', [
      'A message that you sent has not yet been delivered to one or more of its recipients after more than 24 hours.',
      '  ines@maker.example',
      'No action is required on your part. Delivery attempts will continue for some time.',
    ]),
  },
  {
    family: 'sendmail',
    kind: 'hard',
    recipients: ['ines@maker.example'],
    raw: plain(
      'Mail Delivery Subsystem <MAILER-DAEMON@mx.maker.example>',
      'Returned mail: see transcript for details',
      [
        '   ----- The following addresses had permanent fatal errors -----',
        '<ines@maker.example>',
        '    (reason: 550 5.1.1 User unknown)',
      ],
    ),
  },
  {
    family: 'sendmail, deferred',
    kind: 'soft',
    recipients: ['ines@maker.example'],
    raw: plain(
      'Mail Delivery Subsystem <MAILER-DAEMON@mx.maker.example>',
      'Warning: could not send message for past 4 hours',
      ['<ines@maker.example>', 'Deferred: 451 4.7.1 Greylisted, try again later'],
    ),
  },
  {
    family: 'Postfix without a report',
    kind: 'hard',
    recipients: ['ines@maker.example'],
    raw: plain('MAILER-DAEMON@mx.maker.example (Mail Delivery System)', 'Undelivered Mail Returned to Sender', [
      'This is the Postfix program at host mx.maker.example.',
      '',
      '<ines@maker.example>: host mx.maker.example said: 550 No such user here',
    ]),
  },
  {
    family: 'Exchange',
    kind: 'hard',
    recipients: ['ines@maker.example'],
    raw: plain('postmaster@maker.example', 'Undeliverable: Hello', [
      'Delivery has failed to these recipients or groups:',
      'ines@maker.example',
      "The email address you entered couldn't be found. The recipient does not exist.",
    ]),
  },
  {
    family: 'a full mailbox',
    kind: 'soft',
    recipients: ['ines@maker.example'],
    raw: plain('Mailer-Daemon@mx.maker.example', 'Delivery Status Notification (Failure)', [
      'ines@maker.example: 552 mailbox is full',
    ]),
  },
  {
    family: 'German words',
    kind: 'hard',
    recipients: ['ines@maker.example'],
    raw: plain('Mailer-Daemon@mx.maker.example', 'Ihre Nachricht ist unzustellbar', ['ines@maker.example 550 5.1.1']),
  },
  {
    family: 'Domino',
    kind: 'hard',
    recipients: ['ines@maker.example'],
    raw: plain('Postmaster@mx.maker.example', 'DELIVERY FAILURE: User ines (ines@maker.example) not listed', [
      'was not delivered to:',
      '',
      '  ines@maker.example',
      '',
      'because:',
      '',
      '  User ines (ines@maker.example) not listed in public Name & Address Book',
    ]),
  },
  {
    family: 'a gateway',
    kind: 'refused',
    recipients: ['ines@maker.example'],
    raw: plain('postmaster@mx.maker.example', 'Message you sent blocked', [
      'Your message to: ines@maker.example',
      'was blocked by our Spam Firewall. It has NOT BEEN DELIVERED.',
    ]),
  },
  {
    family: 'Exim, which only gave up',
    kind: 'refused',
    recipients: ['ines@maker.example'],
    raw: plain(
      'Mail Delivery System <Mailer-Daemon@mx.maker.example>',
      'Mail delivery failed: returning message to sender',
      [
        'This is a permanent error. The following address(es) failed:',
        '',
        '  ines@maker.example',
        '    Connection timed out: retry timeout exceeded',
      ],
      ['X-Failed-Recipients: ines@maker.example'],
    ),
  },
  {
    family: 'French words',
    kind: 'hard',
    recipients: ['ines@maker.example'],
    raw: plain('Mailer-Daemon@mx.maker.example', 'Échec de la remise', [
      "Le message n'a pas pu être remis à ines@maker.example : adresse inconnue.",
    ]),
  },
  {
    family: 'Spanish words',
    kind: 'hard',
    recipients: ['ines@maker.example'],
    raw: plain('Mailer-Daemon@mx.maker.example', 'Error de entrega', [
      'No se pudo entregar a ines@maker.example: el usuario no existe.',
    ]),
  },
  {
    family: 'Portuguese words',
    kind: 'hard',
    recipients: ['ines@maker.example'],
    raw: plain('Mailer-Daemon@mx.maker.example', 'Falha na entrega', [
      'Não pôde ser entregue a ines@maker.example: usuário desconhecido.',
    ]),
  },
  {
    family: 'Italian words',
    kind: 'hard',
    recipients: ['ines@maker.example'],
    raw: plain('Mailer-Daemon@mx.maker.example', 'Mancata consegna', [
      'Non è stato consegnato a ines@maker.example: casella inesistente.',
    ]),
  },
  {
    family: 'Dutch words',
    kind: 'hard',
    recipients: ['ines@maker.example'],
    raw: plain('Mailer-Daemon@mx.maker.example', 'Bezorging mislukt', [
      'Kon niet worden bezorgd bij ines@maker.example: onbekende gebruiker.',
    ]),
  },
  {
    family: 'Polish words',
    kind: 'hard',
    recipients: ['ines@maker.example'],
    raw: plain('Mailer-Daemon@mx.maker.example', 'Niedostarczona wiadomość', [
      'ines@maker.example: użytkownik nie istnieje.',
    ]),
  },
  {
    family: 'Swedish words',
    kind: 'hard',
    recipients: ['ines@maker.example'],
    raw: plain('Mailer-Daemon@mx.maker.example', 'Meddelandet kunde inte levereras', [
      'ines@maker.example: mottagaren finns inte.',
    ]),
  },
  {
    family: 'Russian words',
    kind: 'soft',
    recipients: ['ines@maker.example'],
    raw: plain('Mailer-Daemon@mx.maker.example', 'Письмо не доставлено', [
      'ines@maker.example: почтовый ящик переполнен.',
    ]),
  },
  {
    family: 'Japanese words',
    kind: 'hard',
    recipients: ['ines@maker.example'],
    raw: plain('Mailer-Daemon@mx.maker.example', '配信できませんでした', [
      'ines@maker.example ユーザーが見つかりません。',
    ]),
  },
  {
    family: 'Danish words',
    kind: 'hard',
    recipients: ['ines@maker.example'],
    raw: plain('Mailer-Daemon@mx.maker.example', 'Din besked kunne ikke leveres', [
      'ines@maker.example: modtageren findes ikke.',
    ]),
  },
  {
    family: 'Chinese words',
    kind: 'hard',
    recipients: ['ines@maker.example'],
    raw: plain('Mailer-Daemon@mx.maker.example', '郵件無法傳送', ['ines@maker.example', '使用者不存在']),
  },
  {
    family: 'other Russian words',
    kind: 'hard',
    recipients: ['ines@maker.example'],
    raw: plain('Mailer-Daemon@mx.maker.example', 'Невозможно доставить', [
      'ines@maker.example',
      'Такого пользователя нет.',
    ]),
  },
  {
    family: 'Dutch words for a delay',
    kind: 'soft',
    recipients: ['ines@maker.example'],
    raw: plain('Mailer-Daemon@mx.maker.example', 'Vertraagde bezorging', [
      'ines@maker.example: het bericht is nog niet bezorgd.',
    ]),
  },
  {
    family: 'nobody can tell why',
    kind: 'soft',
    recipients: [],
    raw: plain('Mailer-Daemon@mx.maker.example', 'Undeliverable mail', ['Something happened.']),
  },
]
