import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { untilReady } from '../../support/real-mail-servers.ts'

/** Postfix and Dovecot as Debian ships them, on loopback, in a temporary folder: they accept tokens and ask who issued them. */
export interface OauthMailServers extends AsyncDisposable {
  host: string
  ports: Record<'smtp' | 'submission' | 'imap', number>
  /** With the mailboxes of `MAILBOXES`. */
  domain: string
  log: () => string
}

/** What Dovecot offers, for itself and for Postfix. */
export type TokenMechanisms = 'xoauth2' | 'oauthbearer'

/** What happens to mail for people who do not exist: Postfix refuses them at RCPT, or accepts the mail and reports it later. */
export type Unlisted = 'refused' | 'sent back'

const HOST = '127.0.83.1'
const DOMAIN = 'real.example'
const MAILBOXES = ['ines', 'rui']
/** Companies that it also serves: names that begin with `here` exist, others do not. */
const CROWD_DOMAINS = `/^company[0-9]+\\.example$/ x
`
const CROWD = `/^here[0-9]+@company[0-9]+\\.example$/ rui/
`

const dovecotConfig = (folder: string, imap: number, mechanisms: TokenMechanisms): string => `base_dir = ${folder}/run
state_dir = ${folder}/run
instance_name = quarry-eval
log_path = ${folder}/dovecot.log
protocols = imap
listen = ${HOST}
ssl = no
disable_plaintext_auth = no
auth_mechanisms = ${mechanisms}
auth_username_format = %Lu
auth_cache_size = 0
auth_failure_delay = 0
mail_location = maildir:${folder}/mail/%n
first_valid_uid = 1
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${folder}/oauth2.conf
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=${folder}/mail/%n
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${imap}
  }
  inet_listener imaps {
    port = 0
  }
}
service auth {
  unix_listener ${folder}/queue/auth {
    mode = 0666
  }
}
# Whoever shows bad tokens from one address waits longer and longer: here all do.
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
namespace inbox {
  inbox = yes
}
`

const oauthConfig = (introspectUrl: string): string => `introspection_mode = post
introspection_url = ${introspectUrl}
username_attribute = email
active_attribute = active
active_value = true
timeout_msecs = 5000
`

const postfixConfig = (folder: string): string => `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/mail.log
maillog_file_prefixes = ${folder}
myhostname = mail.${DOMAIN}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks =
mydestination =
alias_maps =
alias_database =
virtual_mailbox_domains = ${DOMAIN}, regexp:${folder}/crowd-domains
virtual_mailbox_base = ${folder}/mail
virtual_mailbox_maps = inline:{ ${MAILBOXES.map((name) => `{${name}@${DOMAIN} = ${name}/}`).join(', ')} }, regexp:${folder}/crowd
virtual_uid_maps = static:${idOf('-u')}
virtual_gid_maps = static:${idOf('-g')}
virtual_minimum_uid = 1
smtpd_sasl_type = dovecot
smtpd_sasl_path = auth
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
default_transport = discard:
`

const postfixServices = (
  { smtp, submission }: OauthMailServers['ports'],
  unlisted: Unlisted,
): string => `${HOST}:${smtp} inet n - n - - smtpd
${HOST}:${submission} inet n - n - - smtpd -o smtpd_sasl_auth_enable=yes -o smtpd_client_restrictions=permit_sasl_authenticated,reject -o smtpd_reject_unlisted_recipient=${unlisted === 'refused' ? 'yes' : 'no'}
postlog unix-dgram n - n - 1 postlogd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
anvil unix - - n - 1 anvil
proxymap unix - - n - - proxymap
virtual unix - n n - - virtual
discard unix - - n - - discard
`

function idOf(flag: '-u' | '-g'): string {
  return spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout.trim()
}

/** Whether this machine has both, in the versions of Debian 12 or others. Null if one is missing. */
export function installedServers(): string | null {
  const postfix = spawnSync('postconf', ['-d', '-h', 'mail_version'], { encoding: 'utf8' })
  const dovecot = spawnSync('dovecot', ['--version'], { encoding: 'utf8' })
  if (postfix.status !== 0 || dovecot.status !== 0 || process.getuid?.() !== 0) return null
  return `Postfix ${postfix.stdout.trim()}, Dovecot ${dovecot.stdout.split(' ')[0] ?? ''}`
}

/** @param introspectUrl where Dovecot asks whether a token is valid (RFC 7662) */
export async function startOauthMailServers(
  folder: string,
  introspectUrl: string,
  mechanisms: TokenMechanisms,
  unlisted: Unlisted = 'refused',
): Promise<OauthMailServers> {
  const [smtp = 0, submission = 0, imap = 0] = await freePorts(3)
  const ports = { smtp, submission, imap }
  for (const part of ['', 'conf', 'queue', 'data', 'run', 'mail']) mkdirSync(join(folder, part), { recursive: true })
  chmodSync(folder, 0o755)
  spawnSync('chown', ['postfix', join(folder, 'data')])
  spawnSync('chown', ['nobody:nogroup', join(folder, 'mail')])
  writeFileSync(join(folder, 'oauth2.conf'), oauthConfig(introspectUrl))
  writeFileSync(join(folder, 'dovecot.conf'), dovecotConfig(folder, imap, mechanisms))
  writeFileSync(join(folder, 'crowd-domains'), CROWD_DOMAINS)
  writeFileSync(join(folder, 'crowd'), CROWD)
  writeFileSync(join(folder, 'conf/main.cf'), postfixConfig(folder))
  writeFileSync(join(folder, 'conf/master.cf'), postfixServices(ports, unlisted))
  const dovecot = spawn('dovecot', ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' })
  const postfix = spawn('postfix', ['-c', join(folder, 'conf'), 'start-fg'], { stdio: 'ignore' })
  const log = (): string => ['dovecot.log', 'mail.log'].map((name) => read(join(folder, name))).join('')
  const stop = async (): Promise<void> => {
    const gone = [dovecot, postfix].map(async (child) => void (child.exitCode === null && (await once(child, 'exit'))))
    dovecot.kill('SIGTERM')
    // The process that was started is a shell; this stops its master.
    spawnSync('postfix', ['-c', join(folder, 'conf'), 'abort'], { stdio: 'ignore' })
    await Promise.all(gone)
  }
  const servers: OauthMailServers = { host: HOST, ports, domain: DOMAIN, log, [Symbol.asyncDispose]: stop }
  try {
    await Promise.all(Object.values(ports).map((port) => untilReady({ name: 'The mail server', address: HOST }, port)))
    return servers
  } catch (error) {
    await stop()
    throw new Error(`The servers did not start:\n${log()}`, { cause: error })
  }
}

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, HOST))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
