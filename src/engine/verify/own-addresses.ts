import { networkInterfaces } from 'node:os'
import { addressKind } from '../../net/public-address.ts'

/** Public addresses of this machine; empty behind a router that translates addresses. */
export const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((network) => network ?? [])
    .map(({ address }) => address)
    .filter((address) => addressKind(address) === 'public')
