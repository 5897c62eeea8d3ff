import { describe, expect, test } from 'vitest'
import { type PageCandidate, createFrontier, type Frontier } from '../../../src/engine/crawl/frontier.ts'

const candidate = (path: string, more: Partial<PageCandidate> = {}): PageCandidate => {
  const url = new URL(path, 'https://acme.example')
  return { url, key: url.pathname, score: 50, topic: null, depth: 0, revisit: false, ...more }
}

function order(frontier: Frontier): string[] {
  const paths: string[] = []
  for (let next = frontier.take(); next !== null; next = frontier.take()) paths.push(next.url.pathname)
  return paths
}

describe('the frontier', () => {
  test('returns the best page first, and pages near the start page before others with the same score', () => {
    const frontier = createFrontier(4)
    frontier.add(candidate('/far', { depth: 3 }))
    frontier.add(candidate('/near', { depth: 1 }))
    frontier.add(candidate('/best', { score: 90, depth: 4 }))
    expect(order(frontier)).toEqual(['/best', '/near', '/far'])
  })

  test('returns a page once, with its best score, and no page that is too deep', () => {
    const frontier = createFrontier(2)
    frontier.add(candidate('/a', { score: 10 }))
    frontier.add(candidate('/b', { score: 20 }))
    frontier.add(candidate('/a', { score: 30 }))
    frontier.add(candidate('/b', { score: 5 }))
    frontier.add(candidate('/deep', { depth: 3 }))
    expect(order(frontier)).toEqual(['/a', '/b'])
    frontier.add(candidate('/a', { score: 99 }))
    expect(order(frontier)).toEqual([])
  })

  test('remembers that a page has sources, however often it is found', () => {
    const frontier = createFrontier(2)
    frontier.add(candidate('/a', { score: 10, revisit: true }))
    frontier.add(candidate('/a', { score: 30 }))
    expect(frontier.take()).toMatchObject({ score: 30, revisit: true })
  })

  test('prefers something new to a fourth contact page, but never to one more page about people', () => {
    const frontier = createFrontier(2)
    for (let i = 1; i <= 5; i++) frontier.add(candidate(`/contact/${i}`, { score: 95, topic: 'contact' }))
    for (let i = 1; i <= 5; i++) frontier.add(candidate(`/team/${i}`, { score: 89, topic: 'team' }))
    frontier.add(candidate('/about', { score: 80, topic: 'about' }))
    const paths = order(frontier)
    expect(paths.slice(0, 3)).toEqual(['/contact/1', '/contact/2', '/contact/3'])
    expect(paths.indexOf('/team/5')).toBeLessThan(paths.indexOf('/contact/4'))
    expect(paths.indexOf('/about')).toBeLessThan(paths.indexOf('/contact/5'))
  })

  test('keeps a bounded number of pages', () => {
    const frontier = createFrontier(2)
    for (let i = 0; i < 10_000; i++) frontier.add(candidate(`/${i}`))
    expect(frontier.size()).toBe(2_000)
  })
})
