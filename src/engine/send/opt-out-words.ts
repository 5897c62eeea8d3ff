/** How an email offers to stop, in the languages in which replies are understood. */

const OPT_OUT_WORDS = {
  en: { line: 'To stop receiving these emails:', link: 'Unsubscribe' },
  de: { line: 'Keine weiteren E-Mails erhalten:', link: 'Abmelden' },
  fr: { line: 'Pour ne plus recevoir ces e-mails :', link: 'Se désabonner' },
  es: { line: 'Para dejar de recibir estos correos:', link: 'Darse de baja' },
  it: { line: 'Per non ricevere più queste e-mail:', link: 'Annulla l’iscrizione' },
  nl: { line: 'Geen e-mails meer ontvangen:', link: 'Afmelden' },
  pt: { line: 'Para deixar de receber estes e-mails:', link: 'Cancelar a inscrição' },
} as const

export type OptOutLanguage = keyof typeof OPT_OUT_WORDS

/** Before the address in plain text, and the text of the link in HTML. */
export const optOutWords = (language: OptOutLanguage): { line: string; link: string } => OPT_OUT_WORDS[language]
