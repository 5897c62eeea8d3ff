import { connect } from 'node:net'

export type PortAnswer = 'open' | 'refused' | 'silent'

/** Whether a TCP connection to an address opens; `silent` when a firewall drops it. */
export function probePort(address: string, port: number, timeoutMs: number): Promise<PortAnswer> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, timeout: timeoutMs })
    const settle = (answer: PortAnswer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => settle('open'))
    socket.once('timeout', () => settle('silent'))
    socket.once('error', (error: NodeJS.ErrnoException) => settle(error.code === 'ECONNREFUSED' ? 'refused' : 'silent'))
  })
}
