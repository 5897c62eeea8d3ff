import { z } from 'zod'
import { flag, integer, isNetwork, isSender, listSetting } from './environment-kinds.ts'
import { isFullHostName, ownHostName } from './own-host-name.ts'

/** The variables of verification, in the order of `.env.example`. */
export const verificationVariables = {
  QUARRY_SMTP_HELO: z.string().refine(isFullHostName, 'It must be a full host name').optional(),
  QUARRY_SMTP_FROM: z.string().refine(isSender, 'It must be an email address, or <>').optional(),
  QUARRY_SMTP_PORT: integer(25, 1, 65_535),
  QUARRY_SMTP_ALLOWED_NETWORKS: listSetting(isNetwork, 'a network such as 10.0.0.0/8'),
  QUARRY_SMTP_SOCKS_URL: z
    .url({ protocol: /^socks5$/, error: 'It must be a URL such as socks5://user:password@host:1080' })
    .optional(),
  QUARRY_VERIFY_WEBMAIL: flag(true),
  QUARRY_VERIFY_WAIT_MS: integer(20_000, 0, 60_000),
  QUARRY_SHARE_OUTCOMES: flag(false),
}

/** How mail servers are queried. */
export interface VerificationConfig {
  /** Our own name in EHLO; by default the host of `origin` or of this machine. */
  heloName: string
  /** MAIL FROM; empty for the null sender. */
  sender: string
  port: number
  /** Networks whose mail servers may be contacted in addition to public addresses. */
  allowedNetworks: readonly string[]
  /** `socks5://user:password@host:port`, the proxy to mail servers. */
  socksUrl: string | null
  probeWebmail: boolean
  /** Whether the outcome of one account's mail informs other accounts' bounce estimates. */
  shareOutcomes: boolean
  /** How long a request waits for a verdict before it is answered with 202. */
  waitMs: number
}

type VerificationVariables = z.infer<z.ZodObject<typeof verificationVariables>>

/** @param publicUrl the address of this installation, if it is set */
export function verificationConfig(env: VerificationVariables, publicUrl: string | undefined): VerificationConfig {
  const heloName = env.QUARRY_SMTP_HELO ?? ownHostName(publicUrl)
  return {
    heloName,
    sender: env.QUARRY_SMTP_FROM === '<>' ? '' : (env.QUARRY_SMTP_FROM ?? `postmaster@${heloName}`),
    port: env.QUARRY_SMTP_PORT,
    allowedNetworks: env.QUARRY_SMTP_ALLOWED_NETWORKS,
    socksUrl: env.QUARRY_SMTP_SOCKS_URL ?? null,
    probeWebmail: env.QUARRY_VERIFY_WEBMAIL,
    waitMs: env.QUARRY_VERIFY_WAIT_MS,
    shareOutcomes: env.QUARRY_SHARE_OUTCOMES,
  }
}
