import type { RequestHandler, Response } from 'express'
import type { Config } from '../config.ts'

/** Exceptions of a screen from the general policy. */
export interface Policy {
  /** It shows an email in a frame of ours. */
  frames?: true
  /** Another origin that its forms may lead to. */
  formTarget?: string
}

/** Content-Security-Policy (level 3): only our own files, and no script or style within a page. */
function policyFor({ logoUrl, origin }: Pick<Config, 'logoUrl' | 'origin'>, { frames, formTarget }: Policy): string {
  const logos = new URL(logoUrl).origin
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self' data:${logos === new URL(origin).origin ? '' : ` ${logos}`}`,
    `connect-src 'self'`,
    `form-action 'self'${formTarget === undefined ? '' : ` ${formTarget}`}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    ...(frames === true ? [`frame-src 'self'`] : []),
  ].join('; ')
}

/** Nothing except what passkeys need. */
const PERMISSIONS = [
  ...['camera', 'display-capture', 'fullscreen', 'geolocation', 'microphone', 'midi', 'payment', 'usb'].map(
    (feature) => `${feature}=()`,
  ),
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
].join(', ')

/** Headers of every answer of the web door, for browsers, caches and search engines. */
export const securityHeaders =
  (config: Pick<Config, 'logoUrl' | 'origin'>): RequestHandler =>
  (_, response, next) => {
    setPolicy(response, config)
    response.setHeader('Referrer-Policy', 'same-origin') // under no-referrer, browsers post `Origin: null`
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
    response.setHeader('Permissions-Policy', PERMISSIONS)
    response.setHeader('X-Robots-Tag', 'noindex')
    response.setHeader('Vary', 'Cookie, HX-Request')
    next()
  }

export const setPolicy = (
  response: Response,
  config: Pick<Config, 'logoUrl' | 'origin'>,
  policy: Policy = {},
): void => {
  response.setHeader('Content-Security-Policy', policyFor(config, policy))
}
