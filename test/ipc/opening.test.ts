import { describe, expect, it } from 'vitest'
import { createOpening } from '../../src-main/ipc/opening'
import type { CommandHandlers } from '../../src-main/ipc/registrar'

const first = { 'app/describe': () => undefined, 'settings/read': () => undefined } as never
const all = { 'app/describe': () => undefined, 'locks/list': () => undefined } as unknown as CommandHandlers

/** Whether it is answered within a turn. */
const isAnswered = (asked: Promise<unknown>): Promise<boolean> =>
  Promise.race([asked.then(() => true), new Promise<false>((done) => setTimeout(() => done(false), 5))])

describe('while the desk opens', () => {
  it('the first picture is answered as soon as it can be, and nothing else', async () => {
    const opening = createOpening()
    const settings = opening.handlersFor('settings/read')
    const locks = opening.handlersFor('locks/list')
    expect(await isAnswered(settings)).toBe(false)
    opening.begin(first)
    expect(await settings).toBe(first)
    expect(await opening.handlersFor('app/describe')).toBe(first)
    expect(await isAnswered(locks)).toBe(false)
    opening.end(() => all)
    expect(await locks).toBe(all)
  })

  it('whoever is open answers everything from then on, or nobody does', async () => {
    let open: CommandHandlers | null = all
    const opening = createOpening()
    const early = opening.handlersFor('app/describe')
    opening.begin(first)
    opening.end(() => open)
    expect(await early).toBe(all)
    expect(await opening.handlersFor('app/describe')).toBe(all)
    open = null
    expect(await opening.handlersFor('settings/read')).toBeNull()
  })
})
