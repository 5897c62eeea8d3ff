import type { Words } from '../words.ts'

export const germanHelp: Words['help'] = {
  title: 'Tastenkürzel',
  intro: 'Sie sind inaktiv, solange Sie tippen, und lassen sich im Profil abschalten.',
  goTo: 'Seiten aufrufen',
  onPage: 'Auf einer Seite',
  andThen: 'dann',
  keys: {
    search: 'Suchen',
    home: 'Start',
    companies: 'Firmen',
    verify: 'Prüfen',
    discover: 'Entdecken',
    leads: 'Leads',
    campaigns: 'Kampagnen',
    answers: 'Antworten',
    next: 'Nächste Zeile',
    previous: 'Vorige Zeile',
    tick: 'Zeile auswählen',
    open: 'Zeile öffnen',
    close: 'Offenes schließen',
    notice: 'Zur Meldung: Rückgängig',
    submit: 'Formular senden',
    help: 'Diese Liste',
  },
}
