import { describe, expect, it } from 'vitest'
import { redact } from '../../src-main/log/redact'

const canary = 'c4n4ry-s3cr3t'

describe('redact', () => {
  it.each([
    [{ headers: { authorization: `Bearer ${canary}`, clientToken: canary, userToken: canary } }],
    [{ password: canary, passwords: [canary], app: { secret: canary } }],
    [`Bearer ${canary} was refused`],
    [`grant_type=password&password=${canary}&client_secret=${canary}`],
    [`{"access_token":"${canary}","refresh_token": "${canary}"}`],
    [new Error(`failed with password=${canary}`, { cause: canary })],
    [[{ deep: [{ token: canary }] }]],
  ])('hides secrets in %j', (value) => {
    expect(JSON.stringify(redact(value))).not.toContain(canary)
  })

  it('leaves the rest readable', () => {
    const facts = { operation: 'order.lockAssets', assetNum: 'LD8000000017', tries: [1, null, true] }
    expect(redact(facts)).toEqual(facts)
  })

  it('handles circular values', () => {
    const loop: Record<string, unknown> = {}
    loop['self'] = loop
    expect(JSON.stringify(redact(loop))).toContain('…')
  })
})
