/**
 * The few pages that recipients of mail see: no scripts, nothing fetched, no other words. Recipients never chose a language
 * here, so their browser's counts: one of those in which replies are understood.
 */

interface Sentences {
  ask: { title: string; text: string; button: string }
  done: { title: string; text: string }
  test: { title: string; text: string }
  wrong: { title: string; text: string }
}

const SENTENCES = {
  en: {
    ask: {
      title: 'Unsubscribe',
      text: 'Press the button to stop receiving these emails.',
      button: 'Unsubscribe',
    },
    done: {
      title: 'You are unsubscribed',
      text: 'You will not receive any more of these emails. You can close this page.',
    },
    test: {
      title: 'This email was a test',
      text: 'It went only to its sender. In the emails to others, this link lets them unsubscribe.',
    },
    wrong: { title: 'This link does not work', text: 'It may be incomplete. Open it from the email again.' },
  },
  de: {
    ask: {
      title: 'Abmelden',
      text: 'Klicken Sie auf „Abmelden“, um diese E-Mails nicht mehr zu erhalten.',
      button: 'Abmelden',
    },
    done: {
      title: 'Sie sind abgemeldet',
      text: 'Sie erhalten diese E-Mails nicht mehr. Sie können diese Seite schließen.',
    },
    test: {
      title: 'Diese E-Mail war ein Test',
      text: 'Sie ging nur an ihren Absender. In E-Mails an andere können sich die Empfänger mit diesem Link abmelden.',
    },
    wrong: {
      title: 'Dieser Link funktioniert nicht',
      text: 'Er ist vielleicht unvollständig. Öffnen Sie ihn noch einmal aus der E-Mail.',
    },
  },
  fr: {
    ask: {
      title: 'Se désabonner',
      text: 'Appuyez sur le bouton pour ne plus recevoir ces e-mails.',
      button: 'Se désabonner',
    },
    done: {
      title: 'Vous êtes désabonné',
      text: 'Vous ne recevrez plus ces e-mails. Vous pouvez fermer cette page.',
    },
    test: {
      title: 'Cet e-mail était un test',
      text: 'Seul son expéditeur l’a reçu. Dans les e-mails aux autres, ce lien leur permet de se désabonner.',
    },
    wrong: {
      title: 'Ce lien ne fonctionne pas',
      text: 'Il est peut-être incomplet. Ouvrez-le de nouveau depuis l’e-mail.',
    },
  },
  es: {
    ask: {
      title: 'Darse de baja',
      text: 'Pulse el botón para dejar de recibir estos correos.',
      button: 'Darse de baja',
    },
    done: {
      title: 'Se ha dado de baja',
      text: 'No recibirá más correos de este tipo. Puede cerrar esta página.',
    },
    test: {
      title: 'Este correo era una prueba',
      text: 'Solo lo recibió su remitente. En los correos a otras personas, este enlace les permite darse de baja.',
    },
    wrong: {
      title: 'Este enlace no funciona',
      text: 'Puede que esté incompleto. Ábralo de nuevo desde el correo.',
    },
  },
  it: {
    ask: {
      title: 'Annulla l’iscrizione',
      text: 'Premi il pulsante per non ricevere più queste e-mail.',
      button: 'Annulla l’iscrizione',
    },
    done: {
      title: 'Iscrizione annullata',
      text: 'Non riceverai più queste e-mail. Puoi chiudere questa pagina.',
    },
    test: {
      title: 'Questa e-mail era una prova',
      text: 'È stata inviata solo al suo mittente. Nelle e-mail ad altri, questo link permette di annullare l’iscrizione.',
    },
    wrong: {
      title: 'Questo link non funziona',
      text: 'Forse è incompleto. Aprilo di nuovo dall’e-mail.',
    },
  },
  nl: {
    ask: {
      title: 'Afmelden',
      text: 'Druk op de knop om deze e-mails niet meer te ontvangen.',
      button: 'Afmelden',
    },
    done: {
      title: 'U bent afgemeld',
      text: 'U ontvangt deze e-mails niet meer. U kunt deze pagina sluiten.',
    },
    test: {
      title: 'Deze e-mail was een test',
      text: 'Alleen de afzender heeft hem ontvangen. In e-mails aan anderen kunnen zij zich met deze link afmelden.',
    },
    wrong: {
      title: 'Deze link werkt niet',
      text: 'Misschien is hij onvolledig. Open hem opnieuw vanuit de e-mail.',
    },
  },
  pt: {
    ask: {
      title: 'Cancelar a inscrição',
      text: 'Prima o botão para deixar de receber estes e-mails.',
      button: 'Cancelar a inscrição',
    },
    done: {
      title: 'Inscrição cancelada',
      text: 'Não receberá mais estes e-mails. Pode fechar esta página.',
    },
    test: {
      title: 'Este e-mail era um teste',
      text: 'Só o remetente o recebeu. Nos e-mails para outras pessoas, este link permite-lhes cancelar a inscrição.',
    },
    wrong: {
      title: 'Este link não funciona',
      text: 'Talvez esteja incompleto. Abra-o novamente a partir do e-mail.',
    },
  },
} satisfies Record<string, Sentences>

export type PageLanguage = keyof typeof SENTENCES
/** Most preferred first, for readers without a preference. */
export const PAGE_LANGUAGES = Object.keys(SENTENCES) as PageLanguage[]

const page = (language: PageLanguage, { title, text }: { title: string; text: string }, form = ''): string =>
  `<!doctype html>
<html lang="${language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <title>${title}</title>
  <style>
    body { font: 18px/1.5 system-ui, sans-serif; max-width: 32em; margin: 20vh auto 0; padding: 0 1em; }
    button { font: inherit; padding: 0.5em 1.5em; }
  </style>
</head>
<body>
<main>
  <h1>${title}</h1>
  <p>${text}</p>${form}
</main>
</body>
</html>
`

/** Asks first: programs that visit every link of an email must not act. Nobody may take the question for the answer. */
export function unsubscribePage(language: PageLanguage): string {
  const { ask } = SENTENCES[language]
  const form = `
  <form method="post" action="?by=link"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${ask.button}</button></form>`
  return page(language, ask, form)
}

export const unsubscribedPage = (language: PageLanguage): string => page(language, SENTENCES[language].done)

/** For the link in an email that somebody sent to themselves as a test. */
export const testLinkPage = (language: PageLanguage): string => page(language, SENTENCES[language].test)

export const wrongLinkPage = (language: PageLanguage): string => page(language, SENTENCES[language].wrong)
