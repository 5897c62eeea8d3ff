import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Postfix and Exim with their default limits, on loopback, in a temporary folder. */
export interface RealMailServer {
  name: string
  address: string
  /** A domain with the mailboxes alice and bob, and a catch-all domain. */
  domain: string
  catchAll: string
  start: (folder: string, port: number) => ChildProcess
  stop: (folder: string, child: ChildProcess) => unknown
  /** Returns the refused recipients of each connection, from the server's log. */
  refusals: (folder: string) => number[]
  /** Returns what its log says when a limit is exceeded. */
  log: (folder: string) => string
}

const READY_WITHIN_MS = 15_000
const POLL_MS = 100

const MASTER_SERVICES = `postlog unix-dgram n - n - 1 postlogd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
anvil unix - - n - 1 anvil
proxymap unix - - n - - proxymap
discard unix - - n - - discard
`

const postfixConfig = (folder: string): string => `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/mail.log
maillog_file_prefixes = ${folder}
myhostname = postfix.mta.example
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks =
mydestination =
alias_maps =
alias_database =
local_transport = discard:
virtual_transport = discard:
virtual_mailbox_domains = postfix.example, postfix-any.example
virtual_mailbox_maps = inline:{ {alice@postfix.example = x}, {bob@postfix.example = x}, {@postfix-any.example = x} }
smtpd_relay_restrictions = reject_unauth_destination
`

const eximConfig = (folder: string, address: string, port: number): string => `exim_user = root
exim_group = root
primary_hostname = exim.mta.example
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%s
pid_file_path = ${folder}/exim.pid
local_interfaces = ${address}
daemon_smtp_ports = ${port}
host_lookup =
log_selector = +smtp_connection +incoming_port
acl_smtp_rcpt = rcpt
domainlist mine = exim.example : exim-any.example
begin acl
rcpt:
  require domains = +mine
  require verify = recipient
  accept
begin routers
any:
  driver = redirect
  domains = exim-any.example
  data = :blackhole:
known:
  driver = redirect
  domains = exim.example
  local_parts = alice : bob
  data = :blackhole:
`

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

export const POSTFIX: RealMailServer = {
  name: 'Postfix',
  address: '127.0.81.1',
  domain: 'postfix.example',
  catchAll: 'postfix-any.example',
  start(folder, port) {
    for (const part of ['conf', 'queue', 'data']) mkdirSync(join(folder, part))
    run('chown', ['postfix', join(folder, 'data')])
    writeFileSync(join(folder, 'conf/main.cf'), postfixConfig(folder))
    writeFileSync(join(folder, 'conf/master.cf'), `${this.address}:${port} inet n - n - - smtpd\n${MASTER_SERVICES}`)
    return spawn('postfix', ['-c', join(folder, 'conf'), 'start-fg'], { stdio: 'ignore' })
  },
  // The process that was started is a shell; this stops its master.
  stop: (folder) => spawnSync('postfix', ['-c', join(folder, 'conf'), 'stop'], { stdio: 'ignore' }),
  refusals: (folder) =>
    Array.from(
      read(join(folder, 'mail.log')).matchAll(/disconnect from .* rcpt=(\d+)(?:\/(\d+))?/g),
      ([, accepted, total = accepted]) => Number(total) - Number(accepted),
    ),
  log: (folder) => read(join(folder, 'mail.log')),
}

/** @param program the unpacked binary */
export const exim = (program: string): RealMailServer => ({
  name: 'Exim',
  address: '127.0.82.1',
  domain: 'exim.example',
  catchAll: 'exim-any.example',
  start(folder, port) {
    for (const part of ['spool', 'log']) mkdirSync(join(folder, part))
    writeFileSync(join(folder, 'exim.conf'), eximConfig(folder, this.address, port))
    return spawn(program, ['-bdf', '-C', join(folder, 'exim.conf')], { stdio: 'ignore' })
  },
  stop: (_, child) => child.kill(),
  refusals(folder) {
    const ofClient = new Map<string, number>()
    for (const [, port = '', rejected] of this.log(folder).matchAll(/\[127\.0\.0\.1\]:(\d+) (?:.*(rejected RCPT))?/g))
      ofClient.set(port, (ofClient.get(port) ?? 0) + (rejected === undefined ? 0 : 1))
    return [...ofClient.values()]
  },
  log: (folder) => read(join(folder, 'log/main')),
})

/** Installs Debian's users and programs: Postfix as a package, and Exim, which conflicts with it, unpacked into the folder. */
export function installMailServers(folder: string): RealMailServer[] {
  run('apt-get', ['update', '-q'])
  // Runlevel 1: the package starts no service.
  if (spawnSync('postconf', ['-d', 'mail_version']).status !== 0) install(['postfix'])
  run('apt-get', ['download', '-q', 'exim4-daemon-light'], folder)
  const packed = readdirSync(folder).find((name) => name.endsWith('.deb')) ?? ''
  const depends = run('dpkg-deb', ['-f', packed, 'Depends'], folder)
  install(Array.from(depends.matchAll(/(?:^|, )(lib[\w.+-]+)/g), ([, name = '']) => name))
  run('dpkg', ['-x', packed, folder], folder)
  if (spawnSync('id', ['Debian-exim']).status !== 0)
    run('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'Debian-exim'])
  return [POSTFIX, exim(join(folder, 'usr/sbin/exim4'))]
}

const install = (names: string[]): string => run('apt-get', ['install', '-qy', '--no-install-recommends', ...names])

function run(program: string, args: string[], cwd = '/'): string {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const done = spawnSync(program, args, { cwd, env, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${done.stderr}`)
  return done.stdout
}

/** Waits until the server sends its greeting. */
export async function untilReady(
  { name, address }: Pick<RealMailServer, 'name' | 'address'>,
  port: number,
): Promise<void> {
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await sleep(POLL_MS)) {
    const socket = connect(port, address)
    const greeted = await once(socket, 'data').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (greeted) return
  }
  throw new Error(`${name} does not answer on ${address}:${port}.`)
}
