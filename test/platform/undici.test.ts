import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const room = join(import.meta.dirname, '../../src-main')
/** A type costs nothing at run time. */
const valueImport = /^(import (?!type\b)[^;]*?from|export [^;]*?from) 'undici'|\bimport\('undici'\)/m

describe('loadUndici', () => {
  it('is the only way by which main comes to the library of the network, which holds it up for 40 ms', () => {
    const sources = readdirSync(room, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    )
    expect(sources.length).toBeGreaterThan(100)
    const importing = sources.filter((file) => valueImport.test(readFileSync(join(room, file), 'utf8')))
    expect(importing).toEqual([join('platform', 'undici.ts')])
  })
})
