import type { englishSettingsNotices } from '../english/english-settings-notices.ts'

export const germanSettingsNotices: typeof englishSettingsNotices = {
  'team.renamed': ({ name }) => `Das Konto heißt jetzt ${name}.`,
  'team.invitationRevoked': ({ email }) => `Die Einladung für ${email} ist zurückgezogen.`,
  'team.roleChanged': ({ name, role }) => `${name} ist jetzt: ${role}.`,
  'team.removed': ({ name }) => `${name} ist entfernt. Schlüssel sind widerrufen, Sitzungen beendet.`,
  'team.keyChanged': ({ name }) => `Der Schlüssel „${name}“ ist geändert.`,
  'team.keyRevoked': ({ name }) => `Der Schlüssel „${name}“ ist widerrufen.`,
  'optOuts.added': ({ email }) => `Dieses Konto schreibt nicht mehr an ${email}.`,
  'optOuts.removed': ({ email }) => `${email} steht nicht mehr auf der Liste.`,
  'optOuts.lifted': ({ email }) => `Die Abmeldung von ${email} ist aufgehoben.`,
  'webhooks.tested': () => 'Der Test ist unterwegs. Das Protokoll unten zeigt, was daraus wird.',
  'webhooks.again': () => 'Es wird noch einmal zugestellt.',
  'webhooks.deleted': ({ target }) => `An ${target} wird nichts mehr gesendet.`,
  'system.crawlRequested': ({ domain }) => `${domain} ist in der Warteschlange.`,
  'system.crawlUnderWay': ({ domain }) => `${domain} wartet oder wird schon gelesen.`,
  'system.optedOut': () => 'Erledigt. Was gespeichert war, ist gelöscht und wird nicht wieder gespeichert.',
  'system.optOutLifted': () => 'Der Widerspruch ist aufgehoben.',
  'system.suspended': ({ id }) => `Konto ${id} ist gesperrt.`,
  'system.resumed': ({ id }) => `Konto ${id} ist freigegeben.`,
  'system.operatorGranted': ({ email }) => `${email} ist jetzt Betreiber.`,
  'system.operatorRevoked': ({ email }) => `${email} ist kein Betreiber mehr.`,
}
