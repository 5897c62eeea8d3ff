/** What attackers call themselves. */

const PIECES: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</bdi></strong></h1><form action=https://evil.example>',
  '<svg/onload=alert(1)>',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '&lt;script&gt;',
  '&#x3c;b&#x3e;',
  '<!--',
  ']]>',
  'javascript:alert(1)',
  '\u202Egpj.exe',
  '\u2066\u2069\u200F',
  '\u0000\u0007\u001B[31m',
  '\uD800',
  'a\u0301\u0302\u0303\u0304\u0305',
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
  'Claude',
  'ChatGPT (verified)',
  '\r\nSet-Cookie: quarry_session=x',
  'https://evil.example/?x=',
  ' '.repeat(40),
  'x'.repeat(200),
]

/** Returns as many different names as requested, the same each time. */
export function hostileNames(count: number): string[] {
  let state = 1
  const next = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647 // the Park–Miller generator
    return state % below
  }
  return Array.from({ length: count }, (_, index) => {
    const parts = Array.from({ length: 1 + next(4) }, () => PIECES[next(PIECES.length)] ?? '')
    return `${parts.join('')}${index}`
  })
}

/** Returns what is wrong with a consent page: markup from the name, or a name that is longer than allowed or altered. */
export function wrongOfConsent(html: string): string | null {
  const shown = /<strong><bdi>(.*?)<\/bdi><\/strong>/s.exec(html)?.[1]
  if (shown === undefined) return 'there is no name'
  const text = shown.replaceAll(/&(?:lt|gt|amp|quot|#39);/g, '.')
  if (/[<>"']/.test(text)) return `markup: ${text}`
  if (/[\p{Cc}\p{Bidi_Control}]/u.test(text)) return 'controls'
  const characters = Array.from(text).length
  if (characters > 61) return `${characters} characters`
  return null
}
