/** The address of `/mcp` for a typed address, with its options; null if it cannot be called. */
export function bridgeAddress(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password + url.hash !== '') return null
  if (url.searchParams.has('api_key')) return null
  if (/^\/*$/.test(url.pathname)) url.pathname = '/mcp'
  return url.href
}
