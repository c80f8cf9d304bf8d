import { describe, expect, it } from 'vitest'
import type { NumberComparison, PluggedLock } from '#shared/model/locks/plugged-lock'
import { succeed } from '#shared/outcome'
import { plugged, unread } from '../renderer/support/samples'
import { onPage } from './support/on-page'

const profile = { id: 'learned-1bc0-8123', name: { en: 'Elite Key', zh: 'Elite Key' } }
const start = new Date(2026, 10, 26, 11, 27).getTime()
/** Locks of one learned model, plugged in one after another. */
const waiting = (at: number): PluggedLock => ({
  ...unread('not-compared', start + at * 4_000),
  plugId: `lock-${at}`,
  profile,
})
let locks = [waiting(1), waiting(2), waiting(3)]
let result: NumberComparison = 'agrees'

const desk = onPage({
  prepare: () => {
    locks = [waiting(1), waiting(2), waiting(3)]
    result = 'agrees'
  },
  handlers: (world) => ({
    'locks/list': () => succeed(locks),
    'locks/compare': ({ plugId, number }) => {
      const compared = ({ pluggedAt }: PluggedLock) => plugged(number, pluggedAt, { plugId, profile })
      if (result === 'agrees') locks = locks.map((lock) => (lock.plugId === plugId ? compared(lock) : lock))
      world.emit('locks/changed', locks)
      return succeed(result)
    },
  }),
})
const fieldOf = (at: number) => desk.at(`card-lock-${at}`).getByTestId('compare-number')
const cardText = (at: number) => desk.at(`card-lock-${at}`).innerText()
const askedFor = async () => {
  const fields = await Promise.all(locks.map((_, at) => fieldOf(at + 1).count()))
  return fields.flatMap((count, at) => (count === 0 ? [] : [at + 1]))
}

describe('several locks of a learned model', () => {
  it('are asked for one at a time, the last one first, and differ by when they were plugged in', async () => {
    await desk.at('card-lock-3').waitFor()
    expect(await askedFor()).toEqual([3])
    expect(await cardText(3)).toMatch(/Type the number on its shell[^]*11:27:12.AM · 3 of 3/)
    expect(await cardText(2)).toMatch(/To compare this one, plug it in again[^]*11:27:08.AM · 2 of 3/)
    await fieldOf(3).fill('8000000013')
    await desk.press('Enter')
    await desk.at('card-8000000013').waitFor()
    await expect.poll(askedFor).toEqual([2])
    expect(await cardText(1)).toMatch(/11:27:04.AM · 1 of 2/)
  })

  it('keep the one that is being typed while another is plugged in', async () => {
    await fieldOf(3).fill('80000')
    locks = [...locks, waiting(4)]
    desk.world.emit('locks/changed', locks)
    await desk.at('card-lock-4').waitFor()
    expect(await askedFor()).toEqual([3])
    expect(await fieldOf(3).inputValue()).toBe('80000')
    await fieldOf(3).fill('')
    await expect.poll(askedFor).toEqual([4])
  })

  it('says whose number it is, or that it differs, in the place of the question', async () => {
    const number = fieldOf(3)
    const next = desk.at('card-lock-3').getByTestId('compare-next')
    await number.fill('8000000012')
    const height = (await desk.at('card-lock-3').boundingBox())?.height
    const answers = { 'other-lock': 'number of another plugged-in lock', 'differs-once': 'numbers differ' }
    for (const [answer, text] of Object.entries(answers)) {
      result = answer as NumberComparison
      await number.selectText()
      await desk.type('8000000012')
      await desk.press('Enter')
      await expect.poll(() => next.innerText()).toContain(text)
      await expect.poll(() => number.evaluate((input) => input === document.activeElement)).toBe(true)
      expect((await desk.at('card-lock-3').boundingBox())?.height).toBe(height)
    }
    // The wrong number is selected, so that the next one replaces it.
    await desk.type('8000000013')
    expect(await number.inputValue()).toBe('8000000013')
  })

  it('compare a number that differs once, however often Enter and the button are pressed', async () => {
    result = 'differs-once'
    await fieldOf(3).fill('8000000012')
    await desk.press('Enter')
    await expect.poll(() => desk.at('card-lock-3').innerText()).toContain('numbers differ')
    await desk.press('Enter', 'Enter')
    const button = desk.at('card-lock-3').getByRole('button', { name: 'Compare' })
    await button.click({ clickCount: 2, force: true })
    expect(desk.callsOf('locks/compare')).toHaveLength(1)
    // The same number counts again once it was typed again.
    await fieldOf(3).selectText()
    await desk.type('8000000012')
    await desk.press('Enter')
    await expect.poll(() => desk.callsOf('locks/compare').length).toBe(2)
  })

  it('shows the one that is asked for as the page opens, and what the others wait for', async () => {
    locks = [1, 2, 3, 4, 5, 6, 7].map(waiting)
    await desk.reload()
    await expect.poll(askedFor).toEqual([7])
    await expect
      .poll(() => fieldOf(7).evaluate((input) => input.getBoundingClientRect().bottom <= innerHeight))
      .toBe(true)
    expect(await cardText(7)).toMatch(/^Compare the number/)
    expect(await cardText(6)).toMatch(/^Not compared yet/)
  })
})
