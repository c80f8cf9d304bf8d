import { describe, expect, it } from 'vitest'
import { readGlossary } from './support/glossary'

const terms = readGlossary()
const twice = (all: readonly string[]) => all.filter((word, at) => all.indexOf(word) !== at)

describe('docs/glossary.md', () => {
  it('has one word per concept and one concept per word', () => {
    expect(terms.length).toBeGreaterThan(80)
    expect(twice(terms.flatMap(({ english }) => english.map((word) => word.toLowerCase())))).toEqual([])
    expect(twice(terms.flatMap(({ chinese }) => chinese))).toEqual([])
  })

  it('bans no word that it defines', () => {
    const own = new Set(terms.flatMap(({ english }) => english.map((word) => word.toLowerCase())))
    expect(terms.flatMap(({ not }) => not).filter((word) => own.has(word.toLowerCase()))).toEqual([])
  })

  it('has Chinese only in the Chinese column', () => {
    const han = /\p{Script=Han}/u
    expect(terms.flatMap(({ english }) => english).filter((word) => han.test(word))).toEqual([])
    const latin = terms.flatMap(({ chinese }) => chinese).filter((word) => !han.test(word))
    expect(latin).toEqual(['App Key', 'App Secret'])
  })

  it('is rejected where a row lacks a language', () => {
    expect(() => readGlossary('| lock | |  |')).toThrow('glossary')
  })
})
