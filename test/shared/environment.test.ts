import { describe, expect, it } from 'vitest'
import { addressProblem, suggestedUserCentre } from '#shared/model/app/saved-platform'

describe('a typed address', () => {
  it.each([
    ['https://platform.example', null],
    ['https://platform.example:8443/api/v1', null],
    ['  https://platform.example/  ', null],
    ['http://127.0.0.1:43123', null],
    ['http://localhost', null],
    ['http://[::1]:8080', null],
    ['', 'empty'],
    ['platform.example', 'not-an-address'],
    ['https://', 'not-an-address'],
    ['https://li:secret@platform.example', 'not-an-address'],
    ['https://platform.example/?a=1', 'not-an-address'],
    ['https://platform.example/#here', 'not-an-address'],
    ['https://plat form.example', 'not-an-address'],
    ['https://platform.example:99999', 'not-an-address'],
    ['http://127.0.0.999', 'not-an-address'],
    ['https://platform\u202e.example', 'not-an-address'],
    ['ftp://platform.example', 'not-http'],
    ['javascript:alert(1)', 'not-an-address'],
    ['http://platform.example', 'plain'],
    ['http://127.0.0.1.example', 'plain'],
  ])('%s', (address, problem) => {
    expect(addressProblem(address)).toBe(problem)
  })

  it('suggests a user center, except for an invalid address', () => {
    expect(suggestedUserCentre('https://platform.example/')).toBe('https://platform.example/oauth/token')
    expect(suggestedUserCentre('platform')).toBe('')
  })
})
