import { z } from 'zod'
import { bridgeAddress } from './bridge-address.ts'

/** The variables of `quarry mcp`, in the order of `.env.example`. */
export const bridgeVariables = {
  QUARRY_URL: z
    .url({ protocol: /^https?$/ })
    .refine((text) => bridgeAddress(text) !== null, 'It must not contain a user name, a password or a fragment')
    .optional(),
  QUARRY_KEY: z.string().trim().max(200).optional(),
}

/** Which Quarry `quarry mcp` talks to, and with which key; null means the one in this folder. */
export interface BridgeConfig {
  url: string | null
  key: string | null
}

type BridgeEnvironment = z.output<z.ZodObject<typeof bridgeVariables>>

export const bridgeConfig = ({ QUARRY_URL: url, QUARRY_KEY: key }: BridgeEnvironment): BridgeConfig => ({
  url: url === undefined ? null : bridgeAddress(url),
  key: key ?? null,
})
