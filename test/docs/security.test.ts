import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const namedIn = (page: string): string[] => [
  ...new Set([...page.matchAll(/`(test\/[^`]+)`/g)].map(([, file]) => file ?? '')),
]

describe('guarantees of docs/security.md', () => {
  const page = readFileSync('docs/security.md', 'utf8')

  it.each(namedIn(page))('name %s, which exists', (file) => {
    expect(file).toMatch(/\.test\.ts$/)
    expect(existsSync(file)).toBe(true)
  })

  it('each name a test', () => {
    const guarantees = page.slice(page.indexOf('## Guarantees'), page.indexOf('## Report'))
    const rows = guarantees.split('\n').filter((line) => /^\| (?!Guarantee|-)/.test(line))
    expect(rows.length).toBeGreaterThan(20)
    expect(rows.filter((row) => namedIn(row).length === 0)).toEqual([])
  })

  it('detect a missing test', () => {
    expect(namedIn('`test/nowhere.test.ts`').filter((file) => existsSync(file))).toEqual([])
  })
})
