import { expect, test } from 'vitest'
import { readMigrations } from '../../src/db/migrate.ts'

/**
 * Every migration that installations have applied, with its SHA-256 at that time. A release adds the lines of its
 * files, and they stay.
 */
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
  ['044_one_word.sql', '54894433a0c40d83b5a5ec1dffff06806e8609d00d7500f2819b972681d7c1e5'],
  ['045_pending_words.sql', '54bc3e885ed7f49bcfabeb7675886dd86b5c39d16f262243cba3c201596daa9f'],
  ['046_logins.sql', '2b3e7447f6ba71ca77459b577a4c6e30adbdbc4f9988cb6557f30b1ae20e87be'],
  ['047_audit_of_users.sql', '8162c5a67b7a291a3a83e5b88a7ad077841442be7ed3876a353565b76905f364'],
  ['048_leads_uploads.sql', 'bf6609782eaec8e8bb53f08107f67e2fd468785b7059cabef3fad1477f277bf6'],
  ['049_answers.sql', 'aff6929fc415ed43917e91002128c1eba646ee30894056cf1f7b84f84d6f0468'],
  ['050_bulk_kinds.sql', 'b3aa9128059c9d5e04c3642719f2eaae303190a38f0d0dfdcef88bbdf6e23ecb'],
  ['051_apps.sql', '064a4cce97c63fc4ac627863b4d130e3b03398ad37ed1dc702e9307c8736b3fd'],
  ['052_stopped_lists.sql', '2033d813e931543b03fa5519ec86ffb5b83cf48b6a448b5a320dd2a1d393f5ee'],
  ['053_find_jobs.sql', 'e07390f64e2e36d294ffc200e6ee7d44365c7ca98cb2337b39ead9647e0f5878'],
  ['054_optout_requests.sql', 'f6c6d9aab457eb60c2688daa9de6c4c81405291884113d8a512f50e883aee50c'],
  ['055_key_limits.sql', '8dd5850b66eeeeb27e33f16bb99e1bbbd193a458a2c197ad157d09fdf413178b'],
  ['056_deleted_accounts.sql', '596120ef8b735a2a26c83bdfe1b1134217a00c4c072f0e71f56ce81a26b5e47b'],
  ['058_mailbox_rests.sql', 'dfaddb4a1932b7eb180c468427046f42e088d82898ee4af21cc81243c91b4b00'],
  ['059_sending_domains.sql', '1e2c3a7836329a5688610e871f884e9875df4a398ebe151ea4994e2fcc2d5510'],
  ['060_complaints.sql', '6bab3eadb83d0ae01ca18d416b78a4799126c1ddd5a93b7892e6a4dfe408a6d1'],
  ['061_mailbox_grants.sql', 'e8bbc54dec156ee8496a349344c904234b21df4b95d7394d5d8603b8766767b0'],
  ['062_guard.sql', '19dfd82082b7021ee964fd4d915a4fda36c3c39c07701b024eb9186d2b06b445'],
  ['063_conversations.sql', 'feaa8d9768632effadf1634c5f6d5046bf699f50486d9c0a79295bdd746304e9'],
  ['064_send_outcomes.sql', '4fcb54a16a10b71ebb50e449e642313c4b2c9966ec7dbb7514341c8fd921c5f7'],
  ['065_dmarc_reports.sql', 'ca57bcac2573166684ba76d962da02c29c2f0618b469da5a8fff4a89afb353cf'],
  ['066_leads_change_jobs.sql', '55f88dfdab200aa713c4901e0dfafe4e48ccd42347a90d4fd31b1db989a2f44a'],
  ['067_usage_days.sql', 'f6d3bd56993a00a1b2f3f4f01d545bdec97c989dd01af9f6d4822fe5e2e0c7ab'],
  ['068_rejected_records.sql', '952519870e054f71dfea1f072c18b4d89f507aaf6ba6007d1d06627bd3afa172'],
  ['070_observations.sql', '1dfa00b3fe25229defc57d36c80d1081b898e33a57c112328923cf7479e43d07'],
  ['076_proof_mails.sql', 'd13efcc0c5a44d384d88eef7ee15694f88489819a3c6f34e27ba901fca769014'],
  ['077_watches.sql', 'a311398a999b533c423bd0b819f12e6632d5f67f2c31b87320fbacabe10cc08f'],
  ['078_send_to_former.sql', '47eca6fccdf684f262b8d7f047362e4288ff38e847ecbb8f5cd6eeae96f2a1c6'],
  ['079_crawl_parts.sql', '0b6f06f9e469ec57a2826cc33b4dfb44c99719c6f68633dd788d15e7a153b483'],
  ['080_openings.sql', '901852d75fc3c22313758df02b267f30cc7e7d9b45c4f420d0014bfcc979dc1f'],
  ['081_page_addresses.sql', 'd94955c649c19a3b9fff991c997e49b1883a9274603dd7965e3f74e3107e4f12'],
  ['082_told_texts.sql', '8d7b9c213e4da6270c37ef2542372265bfbd65c496c655ac8f27fad79032ccaa'],
  ['083_crawl_places.sql', '81159112794e9105f8a574c6a11339fad3fc2b61ac2e2d8469b8eb93c5327fa3'],
  ['084_moved_sites.sql', '013067644aafda5ea31cfe84478281ef7f4fe1d7e5814aa45016f94b0c80ce2d'],
  ['085_verdicts_by_domain.sql', '4dca37ca9d8e0bf0381b564eb403cc69ddf23e9a76ecfbfc6b0e27c709f37e2c'],
  ['086_people_elsewhere.sql', 'bb8482a82f714da2fa5c3e63274567b3d613c1f3a5957fdd1ff3fd8c6804b726'],
  ['088_account_columns.sql', 'd9aa1728c3e7c4d2b6724d6af43cac9d89da47d417118731d073d8420751fcf1'],
  ['089_account_rows.sql', 'e5b984e5d50b428229b211da61cccecb05e7ac0b24bdc887d184867210f3f4fd'],
  ['090_account_keys.sql', '18bebf9c64dec07047e0bf63601109c59cc8db81e1f2f6cb5784a7c692637b30'],
  ['091_companies_by_domain.sql', 'e47e4311a5f93c1ac0705865e845669d634d39299a7f48a94fa98eca720f65c2'],
])

test('a released migration is never edited: no installation would start again', () => {
  const present = new Map(readMigrations().map(({ name, checksum }) => [name, checksum]))
  const found = new Map([...RELEASED.keys()].map((name) => [name, present.get(name)]))
  expect(found).toEqual(RELEASED)
})

test('new migrations come after the released ones', () => {
  const names = readMigrations().map(({ name }) => name)
  expect(names.slice(0, RELEASED.size)).toEqual([...RELEASED.keys()])
})
