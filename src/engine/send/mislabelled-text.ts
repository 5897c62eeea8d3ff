import { isUtf8 } from 'node:buffer'

/** The bytes that windows-1252 gives a meaning of its own, by their characters. */
const OWN_BYTES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 32 }, (_, n) => [new TextDecoder('windows-1252').decode(Uint8Array.of(0x80 + n)), 0x80 + n]),
)
/** What the first byte of a character in UTF-8 is in Latin-1. */
const LEAD = /[\u00c2-\u00f4]/

/**
 * A text as it was meant that its sender wrote in UTF-8 and called ASCII or Latin-1, which are read as windows-1252: "NÃ£o" is "Não".
 * Every other text stays as it is: hardly any in Latin-1 is UTF-8, too.
 */
export function asMeant(text: string): string {
  if (!LEAD.test(text)) return text
  const bytes = Buffer.alloc(text.length)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const byte = code <= 0xff ? code : OWN_BYTES.get(text.charAt(at))
    if (byte === undefined) return text
    bytes[at] = byte
  }
  return isUtf8(bytes) ? bytes.toString('utf8') : text
}
