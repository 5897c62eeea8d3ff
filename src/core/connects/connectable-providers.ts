import type { Part } from '../../context.ts'
import { providerTitle } from '../grants/grant-sentences.ts'

/** Providers set up by the operator at which people can consent in a browser. */
export async function connectableProviders({
  store,
}: Part<never, 'mailProviders'>): Promise<{ name: string; title: string }[]> {
  const all = await store.mailProviders.list()
  return all
    .filter(({ app_only: isAppOnly, authorize_url: url }) => !isAppOnly && url !== null)
    .map((provider) => ({ name: provider.name, title: providerTitle(provider) }))
}
