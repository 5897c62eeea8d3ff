import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { createProgram } from '../../src/cli/program.ts'
import { readConfig } from '../../src/config.ts'
import { terminalLine } from '../../src/lib/process/terminal-log.ts'
import { openShell } from '../support/docs/quarry-shell.ts'

/** Errors say what is wrong, what was given and what to do in Quarry's own words, whichever library found them. */

const ROOT = join(import.meta.dirname, '../..')
/** Any existing file. */
const BIN = join(ROOT, 'bin/quarry')

/** Creates a terminal (util-linux). */
const SCRIPT = '/usr/bin/script'

const leaves = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leaves)

describe('the command line', () => {
  test('shows an example below the help of every command, and no empty default', async () => {
    for (const command of leaves(await createProgram())) {
      let help = ''
      command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
      expect(help, command.name()).toMatch(new RegExp(`\nExample:\n  bin/quarry .*\\b${command.name()}\\b`))
      expect(help).not.toMatch(/default: (?:\{|\[)/)
    }
  })

  test('says in one sentence what is wrong with a file or a number', async () => {
    const shell = openShell({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/quarry' })
    const wrong: [string[], string][] = [
      [['verify', '/no/such.csv'], '"/no/such.csv" does not exist. Check the path.'],
      [['verify', ROOT], `"${ROOT}" is a folder, but a file is needed.`],
      [['import', 'companies', '/no/such.csv'], '"/no/such.csv" does not exist. Check the path.'],
      [['import', 'people', BIN, ROOT], `"${ROOT}" is a folder, but a file is needed.`],
      [['import', 'leads', '/no/such.csv'], '"/no/such.csv" does not exist. Check the path.'],
      [['import', 'leads', ROOT], `"${ROOT}" is a folder, but a file is needed.`],
      [['import', 'companies', BIN, '--mapping', ROOT], `"${ROOT}" is a folder, but a file is needed.`],
      [['restore', '/no/backup'], '"/no/backup" does not exist. Check the path.'],
      [['restore', BIN], `"${BIN}" is a file, but a folder is needed.`],
      [['backup', '/no/backup', '--passphrase-file', '/no/word'], '"/no/word" does not exist. Check the path.'],
      [['backup', '/no/backup', '--passphrase-file', ROOT], `"${ROOT}" is a folder, but a file is needed.`],
      [['export', 'companies', '--output', '/no/out.csv'], '"/no/out.csv" does not exist. Check the path.'],
      [['export', 'people', '--output', ROOT], `"${ROOT}" is a folder, but a file is needed.`],
      [['import', 'companies', BIN, '--mapping', '/no/map.json'], '"/no/map.json" does not exist.'],
      [['keys', 'revoke', 'third'], 'It must be a whole number of at least 1, not "third".'],
      [['accounts', 'suspend', '0x1'], 'It must be a whole number of at least 1, not "0x1".'],
      [['keys', 'revoke', '1e3'], 'It must be a whole number of at least 1, not "1e3".'],
    ]
    for (const [args, sentence] of wrong) {
      const { code, out, err } = await shell.quarry(...args)
      expect([code, out]).toEqual([1, ''])
      expect(err).toContain(sentence)
      expect(err).not.toMatch(/ENOENT|EISDIR|Error:/)
    }
  })

  test.skipIf(!existsSync(SCRIPT))('does not write Parquet or a workbook to a terminal', async () => {
    for (const args of ['export companies --format parquet', 'export leads --format xlsx']) {
      const env = { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/quarry' }
      const [code, shown] = await new Promise<[unknown, string]>((resolve) => {
        const child = execFile(SCRIPT, ['-qec', `bin/quarry ${args}`, '/dev/null'], { cwd: ROOT, env }, (error, out) =>
          resolve([error?.code, out]),
        )
        child.stdin?.end()
      })
      expect(code).toBe(1)
      expect(shown).toMatch(/^quarry: (parquet|xlsx) is a binary format\. Redirect it to a file: … > export\.\1\r\n$/)
    }
  })
})

test('an unusable variable is reported with what it must be and what it is, without revealing secrets', () => {
  const wrong: Record<string, string> = {
    PORT: 'http',
    QUARRY_ORIGIN: 'quarry',
    QUARRY_ROLE: 'boss',
    QUARRY_CRAWL: 'perhaps',
    QUARRY_HOST: '999.1.1.1',
    QUARRY_RATE_LIMIT_FACTOR: 'fast',
    QUARRY_SMTP_FROM: 'rui',
    QUARRY_HOURLY_LIMIT_ACCOUNT: 'many',
    QUARRY_METRICS_TOKEN: 'short-secret',
    QUARRY_SMTP_SOCKS_URL: 'http://rui:short-secret@proxy.example',
    DATABASE_URL: 'mysql://rui:short-secret@localhost/quarry',
  }
  const said = (() => {
    try {
      readConfig(wrong)
    } catch (error) {
      return (error as Error).message
    }
    return ''
  })()
  expect(said.split('\n').sort()).toEqual([
    'DATABASE_URL: It must begin with postgres.',
    'PORT: It must be a whole number from 0 to 65535; it is "http".',
    'QUARRY_CRAWL: It must be on or off; it is "perhaps".',
    'QUARRY_HOST: It must be an IP address or a host name, without a port or brackets; it is "999.1.1.1".',
    'QUARRY_HOURLY_LIMIT_ACCOUNT: It must be a whole number of at least 1; it is "many".',
    'QUARRY_METRICS_TOKEN: It must have at least 16 characters.',
    'QUARRY_ORIGIN: It must be a URL that begins with http:// or https://; it is "quarry".',
    'QUARRY_RATE_LIMIT_FACTOR: It must be a number of at least 0; it is "fast".',
    'QUARRY_ROLE: It must be all, server or worker; it is "boss".',
    'QUARRY_SMTP_FROM: It must be an email address, or <>; it is "rui".',
    'QUARRY_SMTP_SOCKS_URL: It must be a URL such as socks5://user:password@host:1080.',
  ])
})

test.each(['0.0.0.0:3000', '[::1]', 'my host', 'a/b', 'rui@mail.example'])('%s is not a host to listen on', (host) => {
  expect(() => readConfig({ QUARRY_HOST: host })).toThrow(/^QUARRY_HOST: It must be an IP address or a host name/)
})

test.each(['::', '::1', '0.0.0.0', 'localhost', 'Quarry.example'])('%s is a host to listen on', (host) => {
  expect(readConfig({ QUARRY_HOST: host }).host).toBe(host)
})

test('the log on a terminal is one readable line', () => {
  const time = Date.UTC(2026, 2, 1, 9, 5, 7)
  const entry = { level: 30, time, pid: 1, hostname: 'vm', role: 'all', url: null, msg: 'Quarry is ready.' }
  expect(terminalLine(JSON.stringify(entry))).toBe('09:05:07 Quarry is ready. role=all\n')
  const failed = {
    level: 50,
    time,
    err: { message: 'gone', stack: 'Error: gone\n    at there' },
    n: 3,
    msg: 'It failed.',
  }
  expect(terminalLine(JSON.stringify(failed))).toBe('09:05:07 error It failed. n=3\n  Error: gone\n    at there\n')
  expect(terminalLine(JSON.stringify({ ...entry, url: '/v2\u009b2J\u001b[2J' }))).toMatch(
    /url=\/v2\ufffd2J\ufffd\[2J\n$/,
  )
  expect(terminalLine('no JSON\n')).toBe('no JSON\n')
})
