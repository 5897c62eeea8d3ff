import type { Command } from 'commander'

/** Shown below the help of each command: a line as it would be typed. */
const EXAMPLES: ReadonlyMap<string, string> = new Map([
  ['serve', 'serve'],
  ['worker', 'worker'],
  ['mcp', 'mcp --url https://quarry.example'],
  ['search', 'search example.org --department it,sales'],
  ['crawl', 'crawl example.org'],
  ['changes', 'changes example.org --type joined,left'],
  ['watch add', 'watch add example.org example.net --every 7'],
  ['watch list', 'watch list'],
  ['watch remove', 'watch remove example.org'],
  ['verify', 'verify addresses.csv > answers.csv'],
  ['import warc', 'import warc archive.warc.gz'],
  ['import crawl', 'import crawl index.cdxj --tlds test --pages contact,team'],
  ['import companies', 'import companies companies.csv --map "Web=website" --dry-run'],
  ['import people', 'import people people.csv --name "Trade fair"'],
  ['import leads', 'import leads leads.csv --list "Trade fair" --dry-run'],
  ['export companies', 'export companies --country IE --format csv --output companies.csv'],
  ['export people', 'export people --domain example.org'],
  ['export addresses', 'export addresses --format parquet --output addresses.parquet'],
  ['export person', 'export person ada.birch@example.org'],
  ['export leads', "export leads --format xlsx --filter 'company=Birch' > leads.xlsx"],
  ['keys create', 'keys create --name "For the script" --read-only'],
  ['keys list', 'keys list'],
  ['keys revoke', 'keys revoke 3'],
  ['accounts create', 'accounts create --plan growth'],
  ['accounts list', 'accounts list'],
  ['accounts plan', 'accounts plan 2 --plan growth'],
  ['accounts suspend', 'accounts suspend 2'],
  ['accounts resume', 'accounts resume 2'],
  ['accounts delete', 'accounts delete 2 --name "Birch & Sons"'],
  ['accounts rename', 'accounts rename 2 "Birch & Sons"'],
  ['users setup-link', 'users setup-link'],
  ['users invite', 'users invite maya@example.org --role member'],
  ['users reset', 'users reset maya@example.org'],
  ['users list', 'users list'],
  ['users operator', 'users operator maya@example.org'],
  ['apps list', 'apps list'],
  ['apps revoke', 'apps revoke app_0123456789abcdef'],
  ['apps unblock', 'apps unblock app_0123456789abcdef'],
  ['apps add', 'apps add --name Notes --redirect https://notes.example/callback'],
  ['apps remove', 'apps remove notes'],
  ['apps steps', 'apps steps'],
  ['secrets show', 'secrets show'],
  ['secrets rotate', 'secrets rotate'],
  ['secrets reset', 'secrets reset'],
  ['db status', 'db status'],
  ['db distribute', 'db distribute --shards 64'],
  ['db undistribute', 'db undistribute --check'],
  ['unsubscribes lift', 'unsubscribes lift ada.birch@example.org --reason "asked again by mail"'],
  ['unsubscribes lifted', 'unsubscribes lifted'],
  ['optouts add', 'optouts add ada.birch@example.org --reason "asked by mail"'],
  ['optouts list', 'optouts list'],
  ['optouts requests', 'optouts requests'],
  ['optouts remove', 'optouts remove ada.birch@example.org'],
  ['lists show', 'lists show'],
  ['lists refresh', 'lists refresh'],
  ['mailbox add', 'mailbox add rui@example.org --smtp mail.example.org:465 --imap mail.example.org:993 --username rui'],
  ['mailbox list', 'mailbox list'],
  ['mailbox test', 'mailbox test 1'],
  ['mailbox connect', 'mailbox connect rui@example.org --provider google'],
  ['mailbox check', 'mailbox check 1'],
  ['mailbox health', 'mailbox health 1'],
  ['mailbox resume', 'mailbox resume 1'],
  ['mailbox proof', 'mailbox proof 1 rui@example.net'],
  ['domain check', 'domain check example.org'],
  ['domain guard', 'domain guard strict'],
  ['answers list', 'answers list --class interested --unread'],
  ['answers show', 'answers show 1'],
  [
    'mailbox provider set',
    'mailbox provider set microsoft --client-id 11111111-2222-3333-4444-555555555555 < secret.txt',
  ],
  ['mailbox provider list', 'mailbox provider list'],
  ['mailbox provider remove', 'mailbox provider remove microsoft'],
  ['doctor', 'doctor'],
  ['backup', 'backup /backups/monday --passphrase-file /etc/quarry/passphrase'],
  ['restore', 'restore /backups/monday --passphrase-file /etc/quarry/passphrase'],
])

/** Adds to every command its example and, after an error, a pointer to its help. */
export function addExamples(command: Command, name = ''): void {
  for (const each of command.commands) {
    const path = name === '' ? each.name() : `${name} ${each.name()}`
    const example = EXAMPLES.get(path)
    if (example !== undefined) each.addHelpText('after', `\nExample:\n  bin/quarry ${example}`)
    const shown = each.commands.length === 0 ? 'shows its arguments and options' : 'lists its commands'
    each.showHelpAfterError(`(quarry ${path} --help ${shown})`)
    addExamples(each, path)
  }
}
