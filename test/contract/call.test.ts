import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { envelope, refusal, startPlatformDouble } from '../support/platform-double'
import type { Answer } from '../support/platform-double'

type Double = Awaited<ReturnType<typeof startPlatformDouble>>

const secret = 'c4n4ry-secret'
let double: Double
let answer: Answer
beforeAll(async () => {
  double = await startPlatformDouble(() => answer)
})
afterAll(() => double.stop())

/** Runs the built program as `npm run call` does. */
const call = async (args: readonly string[], input: unknown = {}) => {
  const child = spawn(process.execPath, [resolve('out/main/call.js'), ...args], {
    env: {
      ...process.env,
      LOCK_DESK_APP_KEY: 'desk',
      LOCK_DESK_APP_SECRET: secret,
      LOCK_DESK_ORDER_APP_KEY: 'orders',
      LOCK_DESK_ORDER_APP_SECRET: secret,
      LOCK_DESK_USER: 'li.wei',
      LOCK_DESK_PASSWORD: secret,
    },
  })
  let out = ''
  let errors = ''
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString('utf8')))
  child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString('utf8')))
  child.stdin.on('error', () => undefined)
  child.stdin.end(typeof input === 'string' ? input : JSON.stringify(input))
  await once(child, 'close')
  return { code: child.exitCode, out, errors }
}
const onDouble = () => ['--platform', double.baseUrl, '--user-centre', double.userCentreUrl]
const locking = ['order.lockAssets', '--input', '-']
const body = { body: { assetNums: ['LD8000000017'], operatorIdentity: 'Li Wei' } }

describe('npm run call', () => {
  it('prints the result of a success and exits with 0', async () => {
    answer = envelope([{ assetNum: 'LD8000000017', status: 1 }])
    const { code, out } = await call([...locking, ...onDouble()], body)
    expect(JSON.parse(out)).toEqual({ ok: true, value: [{ assetNum: 'LD8000000017', status: 1 }] })
    expect(code).toBe(0)
    expect(double.calls.at(-1)?.body).toBe(JSON.stringify(body.body))
  })

  it('keeps 19-digit numbers exact in both directions', async () => {
    answer = { body: '{"code":0,"data":{"list":[{"globalId":"a","novelty":9007199254740993}]}}' }
    const request =
      '{"path":{"enterpriseGlobalId":1234567890123456789},"query":{"departmentId":9007199254740993}}'
    const { out } = await call(['member.listEmployees', '--input', '-', ...onDouble()], request)
    expect(double.calls.at(-1)).toMatchObject({
      path: '/me/api/v1/enterprise/1234567890123456789/members',
      query: { departmentId: '9007199254740993' },
    })
    expect(out).toContain('"novelty": 9007199254740993')
  })

  it('uses a module’s own application where one is configured', async () => {
    answer = envelope([])
    await call(['order.queryCustomers', '--input', '-', ...onDouble()])
    expect(double.tokenRequests.at(-1)?.get('client_id')).toBe('orders')
    await call(['member.listAssetNumbers', '--input', '-', ...onDouble()], {
      path: { enterpriseGlobalId: 'E' },
    })
    expect(double.tokenRequests.at(-1)?.get('client_id')).toBe('desk')
  })

  it.each([
    ['a refusal', () => refusal('13004', 'size'), { code: 'refused', businessCode: '13004', changed: 'no' }],
    ['a cut connection', (): Answer => 'cut', { code: 'malformed', changed: 'unknown' }],
    [
      'no envelope',
      () => ({ status: 502, body: 'x' }),
      { code: 'malformed', httpStatus: 502, changed: 'unknown' },
    ],
  ])('exits with 1 and reports what is certain after %s', async (_name, extraArgs, error) => {
    answer = extraArgs()
    const { code, out, errors } = await call([...locking, ...onDouble()], body)
    expect(JSON.parse(out)).toMatchObject({ ok: false, error })
    expect(code).toBe(1)
    expect(out + errors).not.toContain(secret)
  })

  it('reports an unreachable platform', async () => {
    const nowhere = ['--platform', 'http://127.0.0.1:9', '--user-centre', 'http://127.0.0.1:9/token']
    const { code, out } = await call([...locking, ...nowhere], body)
    expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code: 'unreachable', changed: 'no' } })
    expect(code).toBe(1)
  })

  it('does not send an invalid request', async () => {
    const before = double.calls.length
    const { code, out } = await call(['member.deleteEmployee', '--input', '-', ...onDouble()], {
      path: { enterpriseGlobalId: 'E' },
    })
    expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code: 'invalid', changed: 'no' } })
    expect([code, double.calls.length]).toEqual([1, before])
  })

  it.each([
    ['no operation', []],
    ['an unknown operation', ['order.destroy', '--input', '-']],
    ['no input', ['order.lockAssets']],
    ['a missing file', ['order.lockAssets', '--input', '/nowhere/request.json']],
    ['a platform without its user center', [...locking, '--platform', 'http://127.0.0.1:9']],
    ['an invalid URL', [...locking, '--platform', 'here', '--user-centre', 'there']],
    ['an unknown option', [...locking, '--retry']],
  ])('exits with 2 and prints its usage for %s', async (_name, args) => {
    const { code, out, errors } = await call(args)
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(errors).toContain('usage: npm run call')
  })

  it('exits with 2 for input that is not JSON', async () => {
    expect((await call([...locking, ...onDouble()], '{"body":')).code).toBe(2)
  })
})
