import type { Context } from '../../context.ts'
import { hasKnownSuffix } from '../../lib/addresses/domain-name.ts'

/** Why nothing is found at a domain such as `intranet.corp`, as a line or none: addresses under it count as mistakes. */
export function suffixLines({ config }: Pick<Context, 'config'>, domain: string, addresses: number): string[] {
  const suffix = domain.slice(domain.lastIndexOf('.') + 1)
  if (addresses > 0 || hasKnownSuffix(domain) || config.localSuffixes.has(suffix)) return []
  return [
    `.${suffix} is not a public suffix, so addresses under it are left out. To keep them, set QUARRY_LOCAL_SUFFIXES=${suffix} and crawl again.`,
  ]
}
