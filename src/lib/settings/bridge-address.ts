/** The address of `/mcp` for an address that somebody typed, options kept; null for one that cannot be called. */
export function bridgeAddress(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password + url.hash !== '') return null
  if (url.searchParams.has('api_key')) return null
  if (/^\/*$/.test(url.pathname)) url.pathname = '/mcp'
  return url.href
}
