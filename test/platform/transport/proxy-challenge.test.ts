import { describe, expect, it } from 'vitest'
import { headerValues, schemesIn } from '../../../src-main/platform/transport/proxy-challenge'

describe('the methods that a proxy offers', () => {
  it.each([
    [['Basic realm="desk"'], ['basic']],
    [
      ['NTLM', 'Negotiate'],
      ['ntlm', 'negotiate'],
    ],
    [['NTLM TlRMTVNTUAACAAAA=='], ['ntlm']],
    [['Digest realm="a, Basic b", qop="auth", nonce="x=="'], ['digest']],
    [['Digest realm="a \\" , Basic ", Basic realm="b"'], ['digest', 'basic']],
    [['Negotiate, Basic realm = "desk", charset=UTF-8'], ['negotiate', 'basic']],
    [['BASIC'], ['basic']],
    [['realm="Basic"', ''], []],
    [[], []],
  ])('in %j are %j', (headers, schemes) => {
    expect(schemesIn(headers)).toEqual(schemes)
  })

  it('are read from repeated headers', () => {
    const raw = ['Proxy-Authenticate', 'NTLM', 'Date', 'x', 'proxy-authenticate', 'Basic']
    expect(headerValues(raw, 'proxy-authenticate')).toEqual(['NTLM', 'Basic'])
  })
})
