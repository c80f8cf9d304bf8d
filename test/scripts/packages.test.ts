import { describe, expect, it } from 'vitest'
import { haveSamePackages, isNodeNewEnough } from '../../scripts/setup/packages.mjs'

describe('isNodeNewEnough', () => {
  it.each(['20.19.0', '20.20.2', '22.13.0', '24.0.0', '100.1.0'])('accepts %s', (version) => {
    expect(isNodeNewEnough(version)).toBe(true)
  })

  it.each(['20.18.3', '21.7.3', '22.12.0', '23.11.0', '19.99.0', '18.20.4', '4.0.0'])(
    'rejects %s',
    (version) => {
      expect(isNodeNewEnough(version)).toBe(false)
    },
  )
})

describe('holdsSamePackages', () => {
  const lock = (packages: Record<string, unknown>) => JSON.stringify({ packages })
  const a = { version: '1.0.0', integrity: 'sha512-a' }
  const b = { version: '2.0.0', integrity: 'sha512-b' }
  const wanted = lock({ '': { version: '0.1.0' }, 'node_modules/a': a, 'node_modules/b': b })

  it('accepts what the lock file requires', () => {
    expect(haveSamePackages(wanted, lock({ 'node_modules/a': a, 'node_modules/b': b }))).toBe(true)
  })

  it('reports an absent package', () => {
    expect(haveSamePackages(wanted, lock({ 'node_modules/a': a }))).toBe(false)
  })

  it('ignores an optional package of another platform', () => {
    const optional = lock({ 'node_modules/a': a, 'node_modules/win': { ...b, optional: true } })
    expect(haveSamePackages(optional, lock({ 'node_modules/a': a }))).toBe(true)
  })

  it.each([
    [['linux'], ['x64'], undefined, false],
    [['linux'], ['x64'], ['glibc'], false],
    [['linux'], ['x64'], ['musl'], true],
    [['linux'], ['arm64'], undefined, true],
    [['darwin'], ['x64'], undefined, true],
  ])('needs the optional packages of this system: %j %j %j', (os, cpu, libc, isSame) => {
    const addon = { ...b, optional: true, os, cpu, libc }
    const fromElsewhere = haveSamePackages(
      lock({ 'node_modules/a': a, 'node_modules/addon': addon }),
      lock({ 'node_modules/a': a }),
      { platform: 'linux', arch: 'x64' },
    )
    expect(fromElsewhere).toBe(isSame)
  })

  it('reports another version, another content and an extra package', () => {
    const installed = (other: object) => lock({ 'node_modules/a': a, 'node_modules/b': b, ...other })
    expect(haveSamePackages(wanted, installed({ 'node_modules/b': { ...b, version: '2.0.1' } }))).toBe(false)
    expect(haveSamePackages(wanted, installed({ 'node_modules/b': { ...b, integrity: 'sha512-x' } }))).toBe(
      false,
    )
    expect(haveSamePackages(wanted, installed({ 'node_modules/c': a }))).toBe(false)
  })

  it('rejects an unreadable record', () => {
    expect(haveSamePackages(wanted, '{"packages":')).toBe(false)
  })
})
