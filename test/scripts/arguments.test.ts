import { describe, expect, it } from 'vitest'
import { checkUrl, readArguments, wholeNumber } from '../../scripts/util/arguments.mjs'
import { UsageError } from '../../scripts/util/outcome.mjs'

const usage = 'Usage: npm run example [-- --seed N]'

describe('readArguments', () => {
  it('reads known options', () => {
    expect(readArguments(['--seed', '7'], ['seed', 'other'], usage).values).toEqual({ seed: '7' })
    expect(readArguments(['start'], [], usage, { positionals: true }).positionals).toEqual(['start'])
  })

  it.each([[['--sede', '7']], [['--seed']], [['seed']]])('rejects %j and shows the usage', (args) => {
    expect(() => readArguments(args, ['seed'], usage)).toThrow(UsageError)
    expect(() => readArguments(args, ['seed'], usage)).toThrow(usage)
  })
})

describe('wholeNumber', () => {
  it('accepts digits only', () => {
    expect(wholeNumber('seed', '42', usage)).toBe(42)
    expect(wholeNumber('seed', undefined, usage)).toBeUndefined()
    for (const wrong of ['', '-1', '1.5', '1e3', 'x', '99999999999999999999']) {
      expect(() => wholeNumber('seed', wrong, usage)).toThrow(UsageError)
    }
  })
})

describe('checkUrl', () => {
  it('accepts http and https only', () => {
    for (const right of [undefined, 'http://127.0.0.1:8080', 'https://example.org/api']) {
      expect(() => checkUrl('platform', right, usage)).not.toThrow()
    }
    for (const wrong of ['', 'example.org', 'ftp://example.org', 'file:///etc']) {
      expect(() => checkUrl('platform', wrong, usage)).toThrow(UsageError)
    }
  })
})
