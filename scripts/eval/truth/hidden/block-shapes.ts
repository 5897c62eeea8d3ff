/** What a block says about a person. */
export interface BlockPerson {
  name: string
  jobTitle: string
  email: string
  telephone: string
}

interface BlockSite {
  name: string
  url: string
}

/** Writes the `<script>` elements of a page. */
type BlockShape = (people: readonly BlockPerson[], site: BlockSite) => string

const script = (data: unknown): string => `<script type="application/ld+json">${JSON.stringify(data)}</script>`
const context = { '@context': 'https://schema.org' }
const personNode = (one: BlockPerson): Record<string, unknown> => ({ '@type': 'Person', ...one })
const organizationNode = ({ name, url }: BlockSite): Record<string, unknown> => ({ '@type': 'Organization', name, url })

/** The forms in which sites and their plugins describe people. */
export const BLOCK_SHAPES: readonly [string, BlockShape][] = [
  [
    'employees',
    (people, site) => script({ ...context, ...organizationNode(site), employee: people.map((one) => personNode(one)) }),
  ],
  [
    'graph',
    (people, site) =>
      script({
        ...context,
        '@graph': [
          { '@type': 'WebSite', '@id': `${site.url}#website`, name: site.name, url: site.url },
          { ...organizationNode(site), '@id': `${site.url}#organization` },
          ...people.map((one) => ({ ...personNode(one), worksFor: { '@id': `${site.url}#organization` } })),
        ],
      }),
  ],
  ['array', (people) => script(people.map((one) => ({ ...context, ...personNode(one) })))],
  [
    'one each',
    (people, site) =>
      people.map((one) => script({ ...context, ...personNode(one), worksFor: organizationNode(site) })).join('\n'),
  ],
  [
    'list',
    (people) =>
      script({
        ...context,
        '@type': 'AboutPage',
        mainEntity: {
          '@type': 'ItemList',
          itemListElement: people.map((one, at) => ({
            '@type': 'ListItem',
            position: at + 1,
            item: { ...personNode(one), email: `mailto:${one.email}` },
          })),
        },
      }),
  ],
]
