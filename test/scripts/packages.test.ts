import { describe, expect, it } from 'vitest'
import { holdsSamePackages, isNodeNewEnough } from '../../scripts/setup/packages.mjs'

describe('isNodeNewEnough', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '100.1.0'])('takes %s', (version) => {
    expect(isNodeNewEnough(version)).toBe(true)
  })

  it.each(['20.18.3', '19.99.0', '18.20.4', '4.0.0'])('refuses %s', (version) => {
    expect(isNodeNewEnough(version)).toBe(false)
  })
})

describe('holdsSamePackages', () => {
  const lock = (packages: Record<string, unknown>) => JSON.stringify({ packages })
  const a = { version: '1.0.0', integrity: 'sha512-a' }
  const b = { version: '2.0.0', integrity: 'sha512-b' }
  const wanted = lock({ '': { version: '0.1.0' }, 'node_modules/a': a, 'node_modules/b': b })

  it('finds what the lock file asks for', () => {
    expect(holdsSamePackages(wanted, lock({ 'node_modules/a': a, 'node_modules/b': b }))).toBe(true)
  })

  it('misses an absent package', () => {
    expect(holdsSamePackages(wanted, lock({ 'node_modules/a': a }))).toBe(false)
  })

  it('does not miss an optional one, made for another platform', () => {
    const optional = lock({ 'node_modules/a': a, 'node_modules/win': { ...b, optional: true } })
    expect(holdsSamePackages(optional, lock({ 'node_modules/a': a }))).toBe(true)
  })

  it('sees another version, another content and a package too many', () => {
    const installed = (other: object) => lock({ 'node_modules/a': a, 'node_modules/b': b, ...other })
    expect(holdsSamePackages(wanted, installed({ 'node_modules/b': { ...b, version: '2.0.1' } }))).toBe(false)
    expect(holdsSamePackages(wanted, installed({ 'node_modules/b': { ...b, integrity: 'sha512-x' } }))).toBe(
      false,
    )
    expect(holdsSamePackages(wanted, installed({ 'node_modules/c': a }))).toBe(false)
  })

  it('trusts no record it cannot read', () => {
    expect(holdsSamePackages(wanted, '{"packages":')).toBe(false)
  })
})
