import { z } from 'zod'
import { serviceUrl } from './environment-kinds.ts'

/** The variables of the model that reads questions in plain words, in the order of `.env.example`. */
export const assistantVariables = {
  QUARRY_ASSISTANT_URL: serviceUrl.optional(),
  QUARRY_ASSISTANT_KEY: z.string().optional(),
  QUARRY_ASSISTANT_MODEL: z.string().optional(),
}

export interface AssistantConfig {
  /** Without a trailing slash. */
  url: string
  key: string | null
  model: string | null
}

type AssistantEnvironment = z.output<z.ZodObject<typeof assistantVariables>>

/** Null when it is off. */
export function assistantConfig(env: AssistantEnvironment): AssistantConfig | null {
  const { QUARRY_ASSISTANT_URL: url, QUARRY_ASSISTANT_KEY: key = null, QUARRY_ASSISTANT_MODEL: model = null } = env
  return url === undefined ? null : { url, key, model }
}
