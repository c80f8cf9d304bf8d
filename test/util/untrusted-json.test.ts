import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readUntrustedJson } from '#shared/untrusted-json'
import { processorMs } from '../support/processor-time'
import { createPlaceFinder } from '../../src-main/util/json-positions'

const limits = { length: 1_000_000, depth: 20, values: 100_000 }
const problemOf = (text: string, changed: Partial<typeof limits> = {}) => {
  const read = readUntrustedJson(text, { ...limits, ...changed })
  return read.ok ? null : { problem: read.problem, at: read.offset }
}

/** The text with a piece removed, duplicated or inserted. */
const damaged = (text: string) =>
  fc
    .tuple(fc.nat(text.length), fc.nat(4), fc.constantFrom('', ',', '"', '}', '0', ':', '\\', ' ', 'e'))
    .map(([at, length, put]) => text.slice(0, at) + put + text.slice(at + length))

describe('readUntrustedJson', () => {
  it('accepts the same texts as JSON.parse', () => {
    const fits = (text: string) => {
      try {
        return JSON.stringify(JSON.parse(text))
      } catch {
        return 'none'
      }
    }
    fc.assert(
      fc.property(fc.oneof(fc.json({ maxDepth: 4 }), fc.json({ maxDepth: 3 }).chain(damaged)), (text) => {
        const read = readUntrustedJson(text, limits)
        if (!read.ok && read.problem === 'duplicate-key') return
        expect(read.ok ? JSON.stringify(read.value) : 'none').toBe(fits(text))
      }),
      { numRuns: 3000, seed: 6 },
    )
  })

  it.each([
    ['[[[[', { depth: 3 }, 'too-deep', 4],
    ['[[[]]]', { depth: 1 }, 'too-deep', 2],
    ['[1, 2, 3]', { values: 3 }, 'too-many-values', 7],
    ['[1, 2]', { length: 5 }, 'too-large', 0],
    ['{"a": 1, "\\u0061": 2}', {}, 'duplicate-key', 9],
    ['{"a": {"b": 1, "b": 1}}', {}, 'duplicate-key', 15],
    ['[{"__proto__": 1, "__proto__": 2}]', {}, 'duplicate-key', 18],
    [`{"${'k'.repeat(201)}": 1}`, {}, 'too-long', 1],
    [`["${'v'.repeat(16_001)}"]`, {}, 'too-long', 1],
    [`["${'\\n'.repeat(16_001)}"]`, {}, 'too-long', 1],
    [`[${'1'.repeat(101)}]`, {}, 'not-json', 1],
    ['["\ud800', {}, 'not-json', 1],
    ['', {}, 'not-json', 0],
    ['\ufeff[]', {}, 'not-json', 0],
  ] as const)('refuses %j %j', (text, changed, problem, at) => {
    expect(problemOf(text, changed)).toEqual({ problem, at })
  })

  it('takes the same name in different objects', () => {
    expect(problemOf('[{"a": {"a": 1}}, {"a": 2}]')).toBeNull()
  })

  it('takes a time that grows with the length, not faster', () => {
    const texts = [
      '['.repeat(900_000),
      `{"${'a'.repeat(900_000)}": 1}`,
      `[${'{"a":'.repeat(100_000)}`,
      `["${'\\"'.repeat(400_000)}`,
      `{${Array.from({ length: 90_000 }, (_, index) => `"${index * 65_536}":1`).join()}}`,
      `[${`{${Array.from({ length: 990 }, (_, index) => `"${index * 16_384}":1`).join()}},`.repeat(90)}1]`,
      // Of one length above 16,383, so that V8 gives all of them one hash.
      `{${Array.from({ length: 50 }, (_, index) => `"${String(index).padStart(17_000)}":1`).join()}}`,
      ' '.repeat(900_000),
      `[${'-'.repeat(900_000)}]`,
      `[${'1'.repeat(900_000)}]`,
    ]
    for (const text of texts) {
      const from = processorMs()
      readUntrustedJson(text, { ...limits, length: 10_000_000 })
      expect(processorMs() - from, text.slice(0, 20)).toBeLessThan(500)
    }
  })
})

describe('createPlaceFinder', () => {
  it('finds every value, whatever the whitespace, and the parent of a missing one', () => {
    const text = '{ "a" : [ 1 ,\n{"b.c":null} ], "d":-1.5e3,"a2":"x, ]}" }'
    const placeOf = createPlaceFinder(text)
    const found = [[], ['a'], ['a', 0], ['a', 1], ['a', 1, 'b.c'], ['d'], ['a2'], ['a', 7], ['none', 'x']]
    expect(found.map((path) => placeOf(path)).map(({ line, column }) => `${line}:${column}`)).toEqual([
      ...['1:1', '1:9', '1:11', '2:1', '2:8', '2:21', '2:33', '1:9', '1:1'],
    ])
  })
})
