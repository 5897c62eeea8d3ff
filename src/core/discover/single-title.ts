/** Words for a rank in the plural, alone or at the end of a compound. */
const MANY_RANKS: readonly (readonly [RegExp, string])[] = [
  [
    /(leader|(?<!\p{L})president|manager|director|executive|chief|officer|counsel|controller|treasurer|supervisor)s(?!\p{L})/giu,
    '$1',
  ],
  [/(chef|sjef)(?:er|erna|erne|s|innen)(?!\p{L})/giu, '$1'],
  [/(leiter)(?:innen|n)(?!\p{L})/giu, '$1'],
  [/(direkt[öø]r)er(?:na|ne)?(?!\p{L})/giu, '$1'],
  [/(?<!\p{L})(jef[ea])s(?!\p{L})/giu, '$1'],
  [/(responsabil|direttor)i(?!\p{L})/giu, '$1e'],
  [/(?<!\p{L})(amministrator)[ei]\s+(delegat)[oi](?!\p{L})/giu, '$1e $2o'],
  // `directeurs financiers`, `responsables informatiques`: the adjective as well
  [/(?<!\p{L})(responsable|directeur|directrice)s(?:\s+(\p{L}{4,}?)s?)?(?!\p{L})/giu, '$1 $2'],
  [/(johtaja)t(?!\p{L})/giu, '$1'],
]

/** `CTOs`, `heads of sales`, `marketingchefer`: each has the title in the singular. */
export const singly = (said: string): string =>
  MANY_RANKS.reduce(
    (one, [many, single]) => one.replace(many, single),
    said.replace(
      /(?<!\p{L})(c[cdetfimoprs]o|chro|ciso)s(?!\p{L})|^(vp|head|director|manager|founder|owner|partner)s(?!\p{L})|(?<=\s)(lead)s$/iu,
      '$1$2$3',
    ),
  )
