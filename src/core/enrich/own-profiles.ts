import type { Call } from '../../context.ts'
import { publicProfiles } from '../../engine/enrich/public-profiles.ts'
import type { PublicProfiles } from '../../engine/enrich/public-profiles.ts'
import type { FieldSources, Person } from './enrich-output.ts'
import { bareRecord } from '../../lib/text/own-value.ts'
import type { Bare } from '../../lib/text/own-value.ts'

/** What public services say about a person, if the operator has configured any. */
export async function profilesOf(
  call: Pick<Call, 'config' | 'http' | 'remembered'>,
  email: string,
): Promise<PublicProfiles> {
  const { gravatarUrl, githubUrl } = call.config.profileServices
  if (gravatarUrl === null && githubUrl === null) return { gravatar: null, github: null }
  const key = `${gravatarUrl} ${githubUrl} ${email}`
  const known = call.remembered.profiles.get(key)
  if (known !== undefined) return known
  const found = await publicProfiles({ http: call.http, gravatarUrl, githubUrl }, email)
  call.remembered.profiles.set(key, found)
  return found
}

/** Adds what people publish about themselves; what their company's pages say takes precedence. */
export function withProfiles(person: Person, { gravatar, github }: PublicProfiles): Person {
  const { uri: _uri, bio, twitter = null, ...user } = github ?? { uri: null, bio: null }
  const { handle, urls, avatar, avatars } = gravatar ?? person.gravatar
  return {
    ...person,
    bio: person.bio ?? gravatar?.bio ?? bio,
    site: person.site ?? gravatar?.urls[0]?.value ?? null,
    avatar: person.avatar ?? gravatar?.avatar ?? github?.avatar ?? null,
    github: { ...person.github, ...user },
    twitter: { ...person.twitter, handle: person.twitter.handle ?? twitter },
    gravatar: { handle, urls, avatar, avatars },
  }
}

/** Where the added values come from. */
export function profileSources({ gravatar, github }: PublicProfiles, seenOn: string): FieldSources {
  const sources: Bare<FieldSources[string]> = bareRecord()
  for (const [name, profile] of Object.entries({ gravatar, github }))
    if (profile !== null) sources[name] = [{ uri: profile.uri, seen_on: seenOn, kind: 'profile' }]
  return sources
}
