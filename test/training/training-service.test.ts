import { describe, expect, it } from 'vitest'
import { generateTrainingCredentials } from '../../src-main/training/generate-credentials'
import { startTrainingService } from '../../src-main/training/training-service'
import { matchesSecret } from '../../src-service/user-center/secrets'
import type { ServiceProcess } from '../../src-main/training/training-service'

/** A service program that is ready as soon as a listener is added. */
const readyAtOnce = (): ServiceProcess => {
  let exit: (code: number | null) => void = () => undefined
  return {
    onOutput: (listener) => listener('Licensing service ready at http://127.0.0.1:4100\n'),
    onExit: (listener) => void (exit = listener),
    stop: () => exit(0),
    kill: () => exit(null),
  }
}

const begin = (after: Promise<void>, credentials = generateTrainingCredentials()) => {
  const launched: (readonly string[])[] = []
  const inputs: string[] = []
  const service = startTrainingService({
    launch: (args, input) => {
      launched.push(args)
      inputs.push(input)
      return readyAtOnce()
    },
    dataFolder: 'training',
    credentials,
    onError: () => undefined,
    after,
  })
  return { launched, inputs, service }
}

describe('the training service', () => {
  it('starts after its dependency', async () => {
    let come!: () => void
    const { launched, service } = begin(new Promise((done) => (come = done)))
    await Promise.resolve()
    expect(launched).toEqual([])
    come()
    expect(await service.ready).toEqual({ ok: true, value: 'http://127.0.0.1:4100' })
    expect(launched).toEqual([['--port', '0', '--data', 'training', '--credentials', '-']])
    await service.stop()
  })

  it('does not start where it was stopped before', async () => {
    let come!: () => void
    const { launched, service } = begin(new Promise((done) => (come = done)))
    await service.stop()
    come()
    expect(await service.ready).toMatchObject({ ok: false, error: { code: 'not-started' } })
    expect(launched).toEqual([])
  })
})

describe('the credentials of training', () => {
  it('differ at each start', () => {
    const [one, other] = [generateTrainingCredentials(), generateTrainingCredentials()]
    expect(one.applications.order?.key).not.toBe(other.applications.order?.key)
    expect(one.applications.order?.secret).not.toBe(other.applications.order?.secret)
    expect(one.user?.name).not.toBe(other.user?.name)
    expect(one.user?.password).not.toBe(other.user?.password)
  })

  it('reach the service as hashes, and neither in its arguments nor in its environment', async () => {
    const credentials = generateTrainingCredentials()
    const secrets = [credentials.applications.order?.secret ?? '', credentials.user?.password ?? '']
    const { inputs, launched, service } = begin(Promise.resolve(), credentials)
    await service.ready
    const { applications, users } = JSON.parse(inputs[0] ?? '') as {
      applications: { key: string; secretHash: string }[]
      users: { name: string; passwordHash: string }[]
    }
    expect(applications.map(({ key }) => key)).toEqual([credentials.applications.order?.key])
    expect(await matchesSecret(secrets[0] ?? '', applications[0]?.secretHash ?? '')).toBe(true)
    expect(await matchesSecret(secrets[1] ?? '', users[0]?.passwordHash ?? '')).toBe(true)
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(40)
      expect(`${inputs.join()}${JSON.stringify([launched, process.env])}`).not.toContain(secret)
    }
    await service.stop()
  })
})
