import type { Request, Response } from 'express'
import { AppError } from '../errors.ts'

/** OPTIONS names the methods; anything else is refused with the same list (RFC 9110 15.5.6). */
export function otherMethod(methods: readonly string[]) {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  return (request: Request, response: Response): void => {
    response.setHeader('Allow', allow)
    if (request.method !== 'OPTIONS')
      throw new AppError(
        'method_not_allowed',
        `${request.method} is not supported here. Use ${CHOICE.format(methods)}.`,
      )
    response.status(204).end()
  }
}

const CHOICE = new Intl.ListFormat('en', { type: 'disjunction' })
