import { describe, expect, it } from 'vitest'
import { createExchangeQueue } from '../../../src-main/locks/reader/plugged-device'

describe('createExchangeQueue', () => {
  it('resolves before the turn’s cleanup ends, and starts the next turn after it', async () => {
    const turns = createExchangeQueue()
    const said: string[] = []
    let close = (): void => undefined
    const first = turns.run(() => {
      turns.delayNext(
        new Promise<void>((done) => {
          close = done
        }).then(() => void said.push('closed')),
      )
      return Promise.resolve(said.push('read'))
    })
    const second = turns.run(() => Promise.resolve(said.push('read again')))
    await first
    await new Promise((done) => setTimeout(done, 5))
    expect(said).toEqual(['read'])
    close()
    await second
    await turns.idle()
    expect(said).toEqual(['read', 'closed', 'read again'])
  })
})
