import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Answer, Capability } from '../../core/capability/capability.ts'
import type { SignedIn } from '../../core/logins/sessions.ts'
import { AppError } from '../../errors.ts'

/** A capability that a screen wants performed. */
export interface Ask<Output = unknown> {
  readonly kind: 'capability'
  readonly capability: Capability
  readonly input: Readonly<Record<string, unknown>>
  /** The screen shows refusals itself: it gets the error instead of the answer. */
  readonly orError: boolean
  /** Never set; keeps the type of the answer. */
  readonly answer?: Output
}

/** A plain function of the core, for what is known before sign-in and for a user's own affairs. */
export interface Read<Output = unknown> {
  readonly kind: 'read'
  readonly read: (context: Context, me: SignedIn | null) => Promise<Output>
  readonly answer?: Output
}

/** What a screen needs to know, under its own names; null for what it does not need this time. */
export type Wanted = Readonly<Record<string, Ask | Read | null>>

/** What the router found, under the same names. */
export type Found<Asked> = {
  readonly [Name in keyof Asked]: Asked[Name] extends { readonly answer?: infer Output } | null
    ? Exclude<Output, undefined> | (null extends Asked[Name] ? null : never)
    : null
}

/** The answer of a capability; a refusal becomes the refusal of the page. */
export const askFor = <Input extends z.ZodObject, Output extends Answer>(
  capability: Capability<Input, Output>,
  input: Readonly<Record<string, unknown>> = {},
): Ask<Output> => ({ kind: 'capability', capability: capability as unknown as Capability, input, orError: false })

/** The answer of a capability, or its refusal: the page can be shown without it. */
export const tryAskFor = <Input extends z.ZodObject, Output extends Answer>(
  capability: Capability<Input, Output>,
  input: Readonly<Record<string, unknown>> = {},
): Ask<Output | AppError> => ({
  kind: 'capability',
  capability: capability as unknown as Capability,
  input,
  orError: true,
})

export const readFrom = <Output>(found: Read<Output>['read']): Read<Output> => ({ kind: 'read', read: found })

/** The answer of a `tryAskFor`, if there is one. */
export const known = <Output>(found: Output | AppError | null): Output | null =>
  found instanceof AppError ? null : found
