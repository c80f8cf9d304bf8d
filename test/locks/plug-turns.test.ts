import { describe, expect, it } from 'vitest'
import { createTurns } from '../../src-main/locks/plug'

describe('createTurns', () => {
  it('answers before what a turn leaves behind is over, and begins the next one after it', async () => {
    const turns = createTurns()
    const said: string[] = []
    let close = (): void => undefined
    const first = turns.take(() => {
      turns.hold(
        new Promise<void>((done) => {
          close = done
        }).then(() => void said.push('closed')),
      )
      return Promise.resolve(said.push('read'))
    })
    const second = turns.take(() => Promise.resolve(said.push('read again')))
    await first
    await new Promise((done) => setTimeout(done, 5))
    expect(said).toEqual(['read'])
    close()
    await second
    await turns.over()
    expect(said).toEqual(['read', 'closed', 'read again'])
  })
})
