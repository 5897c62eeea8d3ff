import { expect, test } from 'vitest'
import { readMigrations } from '../../src/db/migrate.ts'

/** Every migration that installations have applied, with the SHA-256 it had then. A released file gets a line and keeps it. */
const RELEASED = new Map([
  ['001_accounts.sql', '9782ce010f08b1a76b3c6996291d8af1cadb699f9944b1ef5315be26c4499150'],
  ['002_index.sql', '9791ea6a187afffb6d78ff907c98e47464a2a3a402d0aa992f52b112132af7a1'],
  ['003_verification.sql', '20d3cf58b6b1eb43b511179c9b88b6104644a78cfbd10554cc9c9f0cc8694f4e'],
  ['004_profiles.sql', '27c0a6f6d94ba02cf4960b0c4d5392d13a6c415ff682181809fe8aa037e545d4'],
  ['005_bulk.sql', '3cbece9e15921c9b4bbb7514fc772e8a0c94007ef8eb3a99a1cd4a1bc73a5387'],
  ['006_bulk_batches.sql', '9d786c24c2ec317a8d8832866efb32cacec2b1014bcc3063070455568ba9aef5'],
  ['007_leads.sql', '98dc2f94e2f16165d9a408e5b915d8047be33344906266676f43249eac097fb7'],
  ['008_sequences.sql', '74b5b94eb84fb91c687fcec45341a5f22c86788cff6ae40efa39823219f06c97'],
  ['009_leads_files.sql', 'fe6d4e841770a8438fc15a71f16316825dabd7104442c84bf092aa61494553e5'],
  ['010_sequence_counts.sql', '64e0b1b68939b4d2836d877caf62af1e639c947263b9b00e4f5c1ebac773f82e'],
  ['011_sending.sql', '3fffe2e8b60d3c9e0cba6f7f584e7b4a82bc8ec6667e164890f6e08799dea07a'],
  ['012_mail_events.sql', '7585b3bedb5fb7513cfd58a75b84da050467ed1a0dc46da1e257d2844136a119'],
  ['013_webhooks.sql', 'b7d228876f65ba0992a754b1668d369d1d266330b434782b6e420b7a20cf60ef'],
  ['014_companies.sql', '948c6d38012febd45c3fcfe5cc96dd37f9a288744c4f49b2c7c7aaf5f6508c41'],
  ['015_discover.sql', '37bc640f551bc0969c5708d9ad25c543fc121757159e0574636e40b38135248c'],
  ['016_enrichment.sql', 'f6632add45d8e9048a3f7885de076c95776de553bd28a02c4a3681af209c181b'],
  ['017_logos.sql', '856296c805cc312df76611a956275724db307c60c34abbe0ae1c22871dfbc517'],
  ['018_archives.sql', 'f1c52807689960aa173189936c0b037990b86b508d30df634e2110666b6e3cdd'],
  ['019_company_imports.sql', '8762d034a0d9016e48460345f9a39d42d731f159b1777eb3c1642d2424dea3e4'],
  ['020_send_scope.sql', '9cff14ed80fb0780bf672406bb0ce16a1531bc0b976b61a0c17c6995122a21b4'],
  ['022_titles.sql', '3edf318591e8cea8e2046470995c5f4a44c08ddf51c16dd229d394aa03a0f71c'],
  ['023_speed_slides.sql', '7081ecefc74991d435c886c6f2c0aaf97ffc75c1b999f72ceea9e111325d64a3'],
  ['024_crawl_turns.sql', 'd7fb9980e9b93873ae2243dad0cf1dcce2a4bbc8da946c963243a6f3555d7292'],
  ['026_doubtful_mails.sql', '0aed90c0b5ce4cc1d1453fa21bb6d169e29d5415d185f856d5d924ab406efd3b'],
  ['027_opt_out_lifts.sql', '0b318f35963ab581251f198d48b8edf7671b98b93c5b0afa3fdf183e7f727cf3'],
  ['028_sealed_outcomes.sql', '09853e74a5325402d9ee958dde4cdf3f19f6ea74c0ec52b1cb17c78e435fd975'],
  ['032_planning.sql', 'a895ac74de4fe8bafeda37ae8cb13cd2c814770bd7e3bcdb896eec71846e1f9b'],
  ['033_account_names.sql', '542a604b57f16c5fad626cca1ae1507a9623e16f245a04de466cd5778e56556c'],
  ['036_search_walks.sql', '545baee4c71d61f87b7783e1bd6ad4855376efd78e93ecbe56d1ca70f1b87037'],
  ['037_bulk_turns.sql', '9823969ea66941356db0e1f0523f6a8a540bfe93187865074875cca9a021c7f7'],
  ['038_copies.sql', '05f336f2b622da6b798618bc6ec451e88cabddb1d5cf9eb51c52cd0c61ba9ef1'],
  ['040_incomplete_archives.sql', '6968a210f65546d17ff7727e2b5dbadd5266dbd54b8005ffdec6a51a110ad9fb'],
  ['041_archiving.sql', '00f14408d4e667fd3fba63320d9663e801a3c0d75d262ed437a1c7499fb5804b'],
  ['042_leads_changes.sql', '6a95990287ec4340dd214896ad265863146145e8e568f073e89b039e4213b95b'],
])

test('a migration that has been released is never edited: no installation would start again', () => {
  const present = new Map(readMigrations().map(({ name, checksum }) => [name, checksum]))
  const found = new Map([...RELEASED.keys()].map((name) => [name, present.get(name)]))
  expect(found).toEqual(RELEASED)
})

test('new migrations come after the released ones', () => {
  const names = readMigrations().map(({ name }) => name)
  expect(names.slice(0, RELEASED.size)).toEqual([...RELEASED.keys()])
})
