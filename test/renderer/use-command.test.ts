// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import type { CommandFailure, CommandOutcome } from '#shared/bridge/commands'
import { fail, succeed } from '#shared/outcome'
import { useCommand, useRequest } from '../../src-renderer/use-command'
import { withBridge } from './support/mount-component'

const failed = fail<CommandFailure>({ code: 'internal', message: 'no' })

describe('a command', () => {
  it('runs, and keeps why it failed until it succeeds', async () => {
    let answer: CommandOutcome<'enterprises/remove'> = failed
    const double = withBridge({ 'enterprises/remove': () => answer })
    const { run, isRunning, failure } = useCommand('enterprises/remove')
    const first = run({ enterpriseGlobalId: 'e-1' })
    expect(isRunning.value).toBe(true)
    expect(await first).toEqual(failed)
    expect([isRunning.value, failure.value]).toEqual([false, failed.error])

    answer = succeed(null)
    const second = run({ enterpriseGlobalId: 'e-1' })
    expect(failure.value).toEqual(failed.error)
    await second
    expect(failure.value).toBeNull()
    expect(double.calls.map(({ input }) => input)).toEqual([
      { enterpriseGlobalId: 'e-1' },
      { enterpriseGlobalId: 'e-1' },
    ])
  })

  it('that was declined in a dialog of the system has not failed', async () => {
    const declined = fail<CommandFailure>({ code: 'not-confirmed', message: 'declined' })
    withBridge({ 'enterprises/remove': () => declined })
    const { run, failure } = useCommand('enterprises/remove', { mayDecline: true })
    expect(await run({ enterpriseGlobalId: 'e-1' })).toEqual(declined)
    expect(failure.value).toBeNull()
  })
})

describe('a request', () => {
  it('may answer only why it failed, and shows it until it is cleared', async () => {
    const { run, failure, clear } = useRequest()
    expect(await run(() => Promise.resolve(failed.error))).toEqual(failed.error)
    expect(failure.value).toEqual(failed.error)
    clear()
    expect(failure.value).toBeNull()
    await run(() => Promise.resolve(null))
    expect(failure.value).toBeNull()
  })

  it('runs until all of its calls have ended', async () => {
    const { run, isRunning } = useRequest()
    let end = (): void => undefined
    const slow = run(() => new Promise<null>((done) => (end = () => done(null))))
    await run(() => Promise.resolve(null))
    expect(isRunning.value).toBe(true)
    end()
    await slow
    expect(isRunning.value).toBe(false)
  })
})
