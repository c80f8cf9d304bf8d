import { describe, expect, it } from 'vitest'
import { startTrainingService } from '../../src-main/training/training-service'
import type { ServiceProcess } from '../../src-main/training/training-service'

/** A service program that is ready as soon as somebody listens. */
const readyAtOnce = (): ServiceProcess => {
  let exit: (code: number | null) => void = () => undefined
  return {
    onOutput: (listener) => listener('Licensing service ready at http://127.0.0.1:4100\n'),
    onExit: (listener) => void (exit = listener),
    stop: () => exit(0),
    kill: () => exit(null),
  }
}

const begin = (after: Promise<void>) => {
  const launched: (readonly string[])[] = []
  const service = startTrainingService({
    launch: (args) => {
      launched.push(args)
      return readyAtOnce()
    },
    dataFolder: 'training',
    onFault: () => undefined,
    after,
  })
  return { launched, service }
}

describe('the training service', () => {
  it('is launched when what it waits for is there', async () => {
    let come!: () => void
    const { launched, service } = begin(new Promise((done) => (come = done)))
    await Promise.resolve()
    expect(launched).toEqual([])
    come()
    expect(await service.ready).toEqual({ ok: true, value: 'http://127.0.0.1:4100' })
    expect(launched).toEqual([['--port', '0', '--data', 'training']])
    await service.stop()
  })

  it('is not launched any more where it was stopped before', async () => {
    let come!: () => void
    const { launched, service } = begin(new Promise((done) => (come = done)))
    await service.stop()
    come()
    expect(await service.ready).toMatchObject({ ok: false, error: { code: 'not-started' } })
    expect(launched).toEqual([])
  })
})
