import { describe, expect, it } from 'vitest'
import { businessCodes } from '#shared/model/api/business-codes'
import { readResponse, rejectedToken } from '../../../src-main/platform/response/envelope'

const bodyOf = (over: Record<string, unknown>) => JSON.stringify({ code: 0, message: 'success', ...over })
const change = (text: string, status = 200) => readResponse(status, text, true)
const read = (text: string, status = 200) => readResponse(status, text, false)

describe('readResponse', () => {
  it.each([0, '0', ' 0 ', '0\t'])('is a success where the code is %j', (code) => {
    expect(change(bodyOf({ code, data: [1] }))).toEqual({ ok: true, value: [1] })
    expect(change(bodyOf({ code, data: [1] }), 299)).toEqual({ ok: true, value: [1] })
  })

  it('is a success without data too', () => {
    expect(change('{"code":0}')).toEqual({ ok: true, value: undefined })
    expect(change('{"code":0,"data":null}')).toEqual({ ok: true, value: null })
  })

  it.each([201, 204, 302, 400, 401, 403, 500, 503])('is malformed under HTTP %i', (status) => {
    const error = {
      code: 'malformed',
      httpStatus: status,
      message: `success code with HTTP ${status}`,
      changed: 'unknown',
    }
    expect(change(bodyOf({}), status)).toEqual({ ok: false, error })
    expect(read(bodyOf({}), status)).toEqual({ ok: false, error: { ...error, changed: 'no' } })
    const refused = { code: 'refused', businessCode: '60002', changed: 'unknown' }
    expect(change(bodyOf({ code: '60002' }), status)).toMatchObject({ error: refused })
    expect(read(bodyOf({ code: '60002' }), status)).toMatchObject({ error: { ...refused, changed: 'no' } })
  })

  it.each([
    ['', 'nothing'],
    ['<html>welcome</html>', 'a page'],
    ['null', 'null'],
    ['0', 'a number'],
    ['"0"', 'text'],
    ['{}', 'an object without a code'],
    ['[0]', 'a list'],
    ['{"code":null}', 'a code that is null'],
    ['{"code":true}', 'a code that is neither text nor number'],
    ['{"code":[0]}', 'a code that is a list'],
    ['{"code":0', 'half an envelope'],
  ])('leaves a change unconfirmed for %j, %s', (text) => {
    expect(change(text)).toEqual({
      ok: false,
      error: {
        code: 'malformed',
        httpStatus: 200,
        message: 'HTTP 200 without an envelope',
        changed: 'unknown',
      },
    })
    expect(read(text)).toMatchObject({ ok: false, error: { code: 'malformed', changed: 'no' } })
  })

  it.each([
    [401, 'unauthorized'],
    [403, 'unauthorized'],
    [400, 'malformed'],
    [404, 'malformed'],
    [500, 'malformed'],
  ])('without an envelope under HTTP %i is %s, and a change may have been made', (status, code) => {
    expect(change('no', status)).toEqual({
      ok: false,
      error: { code, httpStatus: status, message: `HTTP ${status} without an envelope`, changed: 'unknown' },
    })
    expect(read('no', status)).toMatchObject({ error: { code, changed: 'no' } })
  })

  it.each(Object.entries(businessCodes))('with code %s sets `changed` as in the table', (code, facts) => {
    for (const status of [200, 299]) {
      expect(change(bodyOf({ code, message: 'no' }), status)).toMatchObject({
        ok: false,
        error: { businessCode: code, httpStatus: status, message: 'no', changed: facts.changed },
      })
    }
    expect(change(bodyOf({ code: Number(code) }))).toMatchObject({ error: { changed: facts.changed } })
    expect(read(bodyOf({ code }))).toMatchObject({ error: { changed: 'no' } })
  })

  it('with an unlisted code leaves a change unconfirmed', () => {
    expect(change(bodyOf({ code: '99999' }), 299)).toMatchObject({
      error: { code: 'refused', businessCode: '99999', changed: 'unknown' },
    })
    expect(change('{"code":123456789012345678901}')).toMatchObject({
      error: { businessCode: '123456789012345678901' },
    })
  })

  it('is unauthorized where the code refuses a token, and refused otherwise', () => {
    expect(change(bodyOf({ code: '60000' }), 299)).toMatchObject({
      error: { code: 'unauthorized', changed: 'no' },
    })
    expect(change(bodyOf({ code: 60005 }))).toMatchObject({ error: { code: 'unauthorized', changed: 'no' } })
    expect(change(bodyOf({ code: '60002' }))).toMatchObject({ error: { code: 'refused' } })
  })

  it('appends the cause to the message', () => {
    const messageOf = (over: Record<string, unknown>) => {
      const answer = change(bodyOf({ code: '60002', ...over }))
      return answer.ok ? null : answer.error.message
    }
    expect(messageOf({ message: 'no', cause: 'gone' })).toBe('no (gone)')
    expect(messageOf({ message: 'no', cause: '' })).toBe('no')
    expect(messageOf({ message: 'no' })).toBe('no')
    expect(messageOf({ message: 7, cause: 8 })).toBe('')
    const bare = change('{"code":"60002"}')
    expect(bare).toMatchObject({ error: { message: '' } })
  })

  it('keeps the data of a refusal, except empty data', () => {
    const keysOf = (data: unknown) => {
      const answer = change(bodyOf({ code: '60027', data }))
      return answer.ok ? [] : Object.keys(answer.error)
    }
    expect(change(bodyOf({ code: '60027', data: { failed: [] } }))).toMatchObject({
      error: { data: { failed: [] }, changed: 'partly' },
    })
    expect(keysOf(null)).not.toContain('data')
    expect(keysOf(undefined)).not.toContain('data')
    expect(keysOf(0)).toContain('data')
  })
})

describe('the message of a refusal', () => {
  it('is cut at its maximum length', () => {
    const read = readResponse(
      299,
      JSON.stringify({ code: '60018', message: 'm'.repeat(1e6), cause: 'c'.repeat(1e6) }),
      true,
    )
    expect(read.ok ? 0 : read.error.message.length).toBeLessThan(20_000)
  })

  it('counts for nothing with a code longer than any', () => {
    const read = readResponse(299, JSON.stringify({ code: '6'.repeat(1e6), message: '' }), true)
    expect(read).toMatchObject({ ok: false, error: { code: 'malformed', changed: 'unknown' } })
    expect(JSON.stringify(read)).not.toContain('666')
  })
})

describe('rejectedToken', () => {
  it.each([
    ['60000', 'application'],
    ['60005', 'user'],
    ['60002', null],
    [undefined, null],
  ] as const)('is %s: %s', (businessCode, kind) => {
    const failure = { code: 'unauthorized', message: '', changed: 'no' } as const
    expect(rejectedToken(businessCode === undefined ? failure : { ...failure, businessCode })).toBe(kind)
  })
})
