import { completable, ResourceTemplate } from '@modelcontextprotocol/server'
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { PNG } from './fixture-tools.ts'

/** The suite's resources and prompts. */

const user = (words: string) => ({ role: 'user', content: { type: 'text', text: words } }) as const

export function addResources(server: McpServer): void {
  const described = (mimeType: string) => ({ description: 'A document of the suite.', mimeType })
  server.registerResource('static-text', 'test://static-text', described('text/plain'), ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  }))
  server.registerResource('static-binary', 'test://static-binary', described('image/png'), ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'image/png', blob: PNG }],
  }))
  server.registerResource('watched', 'test://watched-resource', described('text/plain'), ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'text/plain', text: 'Nothing changes.' }],
  }))
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    described('application/json'),
    ({ href: uri }, { id }) => {
      const found = { id, templateTest: true, data: `Data for ID: ${String(id)}` }
      return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(found) }] }
    },
  )
}

export function addPrompts(server: McpServer): void {
  const description = 'A prompt of the suite.'
  server.registerPrompt('test_simple_prompt', { description }, () => ({
    messages: [user('This is a simple prompt for testing.')],
  }))
  const arg = z.string().describe('A test argument.')
  const arg1 = completable(arg, (typed) => ['paris', 'park', 'party'].filter((word) => word.startsWith(typed)))
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description, argsSchema: z.object({ arg1, arg2: arg }) },
    (given) => ({
      messages: [user(`Prompt with arguments: arg1='${given.arg1}', arg2='${given.arg2}'`)],
    }),
  )
  const argsSchema = z.object({ resourceUri: z.string() })
  server.registerPrompt('test_prompt_with_embedded_resource', { description, argsSchema }, ({ resourceUri: uri }) => {
    const resource = { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' }
    return {
      messages: [
        { role: 'user', content: { type: 'resource', resource } },
        user('Please process the embedded resource above.'),
      ],
    }
  })
  server.registerPrompt('test_prompt_with_image', { description }, () => ({
    messages: [
      { role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } },
      user('Please analyze the image above.'),
    ],
  }))
}
