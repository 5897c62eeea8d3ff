import { alternation } from '../../lib/text/alternation.ts'

/**
 * What companies add to every email: that it is confidential, and that whoever got it by mistake must delete it. That says
 * nothing about our emails, unlike the sender's "I got this by mistake": hence the subjects in these patterns. Folded.
 */
const NOTICE = new RegExp(
  alternation`
    \b(?:this|the|these) (?:e-?mail|mail|message|communication|transmission|information
      contents?)\b(?: \S+){0,14} (?:confidential|privileged)
    \bconfidentiality (?:notice|note)\b|\b(?:intended|named) (?:recipient|addressee)\b
    \bnot (?:the|an) (?:addressee|recipient)\b
    \byou(?:'ve| have| should have)? (?:\w+ )?receive\w?(?: \S+){0,6} (?:in error|by mistake|erroneously)\b
    \b(?:reached|(?:sent|addressed) to) you (?:in error|by mistake|erroneously)\b
    \b(?:delete|remove|erase) (?:it
      (?:this|the) (?:e-?mail|message|mail|material|information))(?: \S+){0,4} from your (?:computer |e-?mail )?system\b
    \b(?:destroy|delete) all copies(?! of (?:my|our)\b)
    \bdiese\w? (?:e-?mail|nachricht|mail)\b(?: \S+){0,14} vertraulich|\bvertraulichkeitshinweis\b
    \bnicht (?:der|die) (?:\S+ )?(?:adressat|empfanger)|\bnicht fur sie bestimmt\b
    \bsie (?:\S+ ){0,6}(?:irrtumlich|versehentlich|falschlicherweise)
    \bce(?:t|tte)? (?:message|courriel|e-?mail|mail|transmission)\b(?: \S+){0,14} confidentiel
    \bvous n'(?:en )?etes pas l[ea] (?:\S+ )?destinataire
    \bvous (?:\S+ ){0,4}(?:recue?|recevez)(?: \S+){0,5} par erreur\b|\bl'avez recue? par erreur\b
    \b(?:est[ea]|el presente) (?:mensaje|correo|e-?mail|comunicacion)\b(?: \S+){0,14} (?:confidencial|privad
      privilegiad)
    \bno es (?:usted )?(?:el|la) (?:destinatari|persona)
    \b(?:ha|haya|hubiera|hubiese|haberl[oa]) recibido(?: \S+){0,5} por error\b
    \b(?:quest[oa]|il presente|la presente) (?:messaggio|e-?mail|comunicazione|mail)\b(?: \S+){0,14} (?:riservat
      confidenzial)
    \bnon (?:e|siete|sia) (?:il|i) (?:\S+ )?destinatar
    \b(?:avete|abbiate|abbia|ha|aveste|avesse) (?:\S+ ){0,3}per errore\b
    \b(?:dit|deze) (?:e-?mail\w*|bericht|mail)\b(?: \S+){0,14} vertrouwelijk|\bniet de (?:geadresseerde|beoogde)
    \bniet voor u bestemd\b|\bu (?:\S+ ){0,6}(?:abusievelijk|per abuis|ten onrechte|per vergissing)\b
    \b(?:est[ae]|a presente) (?:mensagem|e-?mail|comunicacao)\b(?: \S+){0,14} (?:confidencia|privad)
    \bnao (?:for|e|seja) o (?:\S+ )?destinatari
    \b(?:caso|se|tenha) (?:\S+ ){0,4}(?:por engano|por erro|indevidamente)\b`,
)

/** The sentences of a paragraph up to such a notice, which extends to its end. */
export function beforeNotice<T extends { text: string }>(sentences: readonly T[]): readonly T[] {
  const at = sentences.findIndex(({ text }) => NOTICE.test(text))
  return at === -1 ? sentences : sentences.slice(0, at)
}
