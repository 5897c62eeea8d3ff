import type { SentencePair } from '../../../lib/text/sentence-book.ts'

/** The sentences of an installation's doctor. */
export const GERMAN_DOCTOR: readonly SentencePair[] = [
  [
    "PostgreSQL {version} (Quarry's own, in {place}) is running and its schema is up to date.",
    'PostgreSQL {version} (das eigene von Quarry, in {place}) antwortet, und sein Schema ist aktuell.',
  ],
  [
    'PostgreSQL {version} ({place}) is running and its schema is up to date.',
    'PostgreSQL {version} (aus DATABASE_URL) antwortet, und sein Schema ist aktuell.',
  ],
  [
    'PostgreSQL {version} ({place}) runs with fsync off: a power cut loses data.',
    'PostgreSQL {version} läuft ohne fsync: Bei einem Stromausfall gehen Daten verloren.',
  ],
  ['Secrets are encrypted with the key {key}.', 'Geheimnisse sind mit dem Schlüssel {key} verschlüsselt.'],
  ['DNS names resolve.', 'DNS-Namen werden aufgelöst.'],
  [
    'The resolver denies names that certainly exist: nothing is crawled or verified until it finds them. Check the network, or set other resolvers in QUARRY_DNS_SERVERS (on a network without internet access, set local names in QUARRY_DNS_KNOWN_NAMES).',
    'Der Resolver meldet, dass es Namen nicht gibt, die es sicher gibt: Bis er sie findet, wird nichts gelesen oder geprüft. Prüfen Sie das Netz, oder setzen Sie andere Resolver in QUARRY_DNS_SERVERS (ohne Internet eigene Namen in QUARRY_DNS_KNOWN_NAMES).',
  ],
  [
    'No resolver answers for names that certainly exist: nothing is crawled or verified until one does. Check the network, or set other resolvers in QUARRY_DNS_SERVERS (on a network without internet access, set local names in QUARRY_DNS_KNOWN_NAMES).',
    'Kein Resolver antwortet für Namen, die es sicher gibt: Bis einer antwortet, wird nichts gelesen oder geprüft. Prüfen Sie das Netz, oder setzen Sie andere Resolver in QUARRY_DNS_SERVERS (ohne Internet eigene Namen in QUARRY_DNS_KNOWN_NAMES).',
  ],
  [
    'Mail servers are contacted through the proxy in QUARRY_SMTP_SOCKS_URL.',
    'Mailserver werden über den Proxy in QUARRY_SMTP_SOCKS_URL erreicht.',
  ],
  ['Mail servers can be reached.', 'Mailserver sind erreichbar.'],
  [
    'Not checked: DNS names no well-known mail server to try.',
    'Nicht geprüft: DNS nennt keinen bekannten Mailserver für einen Versuch.',
  ],
  ['Not checked: DNS did not answer for {name}.', 'Nicht geprüft: DNS hat für {name} nicht geantwortet.'],
  [
    'Outgoing port 25 is blocked, as on most cloud and home networks: addresses cannot be verified from here and remain unknown. Ask your provider to open it, or set QUARRY_SMTP_SOCKS_URL to a proxy that can reach it.',
    'Der ausgehende Port 25 ist gesperrt, wie in den meisten Cloud- und Heimnetzen: Adressen lassen sich von hier nicht prüfen und bleiben unbekannt. Bitten Sie Ihren Anbieter, ihn zu öffnen, oder setzen Sie QUARRY_SMTP_SOCKS_URL auf einen Proxy, der ihn erreicht.',
  ],
  [
    'The HELO name {name} does not resolve: set QUARRY_SMTP_HELO.',
    'Den HELO-Namen {name} gibt es nicht: Setzen Sie QUARRY_SMTP_HELO.',
  ],
  [
    'Mail servers are contacted as {name}, with a null sender.',
    'Mailserver werden als {name} angesprochen, mit leerem Absender.',
  ],
  [
    '{sender}, the envelope sender of checks, cannot receive mail: set QUARRY_SMTP_FROM to an existing mailbox.',
    '{sender}, der Absender von Prüfungen, kann keine Mails erhalten: Setzen Sie QUARRY_SMTP_FROM auf ein Postfach, das es gibt.',
  ],
  [
    'Mail servers are contacted as {name}, with the sender {sender}.',
    'Mailserver werden als {name} angesprochen, mit dem Absender {sender}.',
  ],
  [
    "Not checked: the proxy's address needs a PTR record for {name}.",
    'Nicht geprüft: Die Adresse des Proxys braucht einen PTR-Eintrag für {name}.',
  ],
  [
    'Not checked, because the outgoing address is not known.',
    'Nicht geprüft, weil die ausgehende Adresse nicht bekannt ist.',
  ],
  ['{addresses} and {name} resolve to each other.', '{addresses} und {name} verweisen aufeinander.'],
  [
    "{address} has no reverse DNS name, so many mail servers reject it: ask the address's provider for a PTR record for {name}.",
    '{address} hat keinen Namen in der Rückwärtsauflösung, weshalb viele Mailserver sie ablehnen: Bitten Sie den Anbieter der Adresse um einen PTR-Eintrag für {name}.',
  ],
  [
    'The HELO name {name} does not resolve to {address}: add an address record, or set QUARRY_SMTP_HELO to the name of the address.',
    'Der HELO-Name {name} führt nicht zu {address}: Legen Sie einen Adresseintrag an, oder setzen Sie QUARRY_SMTP_HELO auf den Namen der Adresse.',
  ],
  [
    "The reverse DNS name of {address} is not {name}: ask the address's provider for a PTR record for {wanted}.",
    'Die Rückwärtsauflösung von {address} ergibt nicht {name}: Bitten Sie den Anbieter der Adresse um einen PTR-Eintrag für {wanted}.',
  ],
  ['The SPF record of {domain} allows {addresses}.', 'Der SPF-Eintrag von {domain} erlaubt {addresses}.'],
  [
    'Only {free} GB are free in {place}: free some space, or set QUARRY_DATA_DIR.',
    'Nur {free} GB sind frei in {place}: Schaffen Sie Platz, oder setzen Sie QUARRY_DATA_DIR.',
  ],
  [
    'The database does not know {count} time zones, such as {name}: install tzdata-legacy (or all of tzdata) on its machine.',
    'Die Datenbank kennt {count} Zeitzonen nicht, darunter {name}: Installieren Sie tzdata-legacy (oder tzdata ganz) auf deren Rechner.',
  ],
  ['{free} GB are free in {place}.', '{free} GB sind frei in {place}.'],
  ["This machine's clock says {year}: set it.", 'Die Uhr dieses Rechners zeigt {year}: Stellen Sie sie.'],
  ["This machine's clock says {time}.", 'Die Uhr dieses Rechners zeigt {time}.'],
  [
    'The clocks of this machine and the database differ by {seconds} seconds: synchronise them with NTP.',
    'Die Uhren dieses Rechners und der Datenbank gehen {seconds} Sekunden auseinander: Gleichen Sie sie mit NTP ab.',
  ],
]
