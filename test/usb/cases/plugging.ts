import assert from 'node:assert/strict'
import * as answers from '../gadget/answers'
import { createHidGadget } from '../gadget/f-hid'
import { createFunctionFsGadget } from '../gadget/functionfs'
import { withGadgets } from '../gadget/play'
import { pause, until } from '../gadget/until'
import { usbLocks } from '../shared-locks'
import { usbTest } from '../usb-test'
import { wordOf } from '../usb-locks'

usbTest('gadget: an unplugged lock loses its card, and returns with a new plug ID', async () => {
  const locks = usbLocks()
  const gadget = createHidGadget({ serialNumber: 'HP-1', answer: answers.well('8000000401') })
  await withGadgets([gadget], async () => {
    const ids = new Set<string>()
    for (let time = 0; time < 3; time += 1) {
      await gadget.plugIn()
      const card = await locks.settled('HP-1')
      assert.equal(wordOf(card), '8000000401')
      ids.add(card.plugId)
      await gadget.pullOut()
      await locks.gone('HP-1')
    }
    assert.equal(ids.size, 3)
  })
})

usbTest('gadget: a lock unplugged during its first read leaves nothing behind', async () => {
  const locks = usbLocks()
  const gadget = createHidGadget({ serialNumber: 'HP-2' })
  await withGadgets([gadget], async () => {
    await gadget.plugIn()
    await until('the request is sent', () => gadget.heard.length > 0)
    await gadget.pullOut()
    await locks.gone('HP-2')
    gadget.answer = answers.well('8000000402')
    await gadget.plugIn()
    assert.equal(await locks.reading('HP-2'), '8000000402')
  })
})

usbTest('gadget: a lock unplugged during the read before an action is gone', async () => {
  const locks = usbLocks()
  const gadget = createHidGadget({ serialNumber: 'HP-3', answer: answers.well('8000000403') })
  await withGadgets([gadget], async () => {
    await gadget.plugIn()
    assert.equal(await locks.reading('HP-3'), '8000000403')
    gadget.answer = answers.silent
    const requestsBefore = gadget.heard.length
    const identified = locks.identify('HP-3')
    await until('the request is sent again', () => gadget.heard.length > requestsBefore)
    await gadget.pullOut()
    assert.equal(await identified, 'gone')
    await locks.gone('HP-3')
  })
})

usbTest('gadget: a canceled read ends at once, and the lock can be read again', async () => {
  const locks = usbLocks()
  const gadget = createHidGadget({ serialNumber: 'HP-4', answer: answers.well('8000000404') })
  await withGadgets([gadget], async () => {
    await gadget.plugIn()
    await locks.settled('HP-4')
    gadget.answer = answers.silent
    const requestsBefore = gadget.heard.length
    const patience = new AbortController()
    const identified = locks.identify('HP-4', patience.signal)
    await until('the request is sent again', () => gadget.heard.length > requestsBefore)
    patience.abort()
    assert.equal(await identified, 'silent')
    gadget.answer = answers.well('8000000404')
    assert.equal(await locks.identify('HP-4'), '8000000404')
  })
})

usbTest(
  'gadget: another lock on the same port within the debounce time is never mistaken for the first',
  async () => {
    const locks = usbLocks()
    const socket = 5
    const first = createHidGadget({ socket, serialNumber: 'SAME', answer: answers.well('8000000405') })
    await first.plugIn()
    const before = await locks.settled('SAME')
    await first.remove()
    const second = createHidGadget({ socket, serialNumber: 'SAME', answer: answers.well('8000000406') })
    await withGadgets([second], async () => {
      await second.plugIn()
      // The app may not have scanned since: the old plug instance must end anyway.
      const outcome = await locks.source.identify(before.plugId, new AbortController().signal)
      assert.ok(!outcome.ok && outcome.error.code === 'gone', JSON.stringify(outcome))
      await until('the other number', () => locks.card('SAME')?.reading.state === 'read')
      const after = await locks.settled('SAME')
      assert.equal(wordOf(after), '8000000406')
      assert.notEqual(after.plugId, before.plugId)
    })
  },
)

usbTest(
  'gadget: the same lock unplugged and plugged in within the debounce time gets a new plug ID',
  async () => {
    const locks = usbLocks()
    const gadget = createHidGadget({ serialNumber: 'BLINK', answer: answers.well('8000000415') })
    await withGadgets([gadget], async () => {
      await gadget.plugIn()
      const before = await locks.settled('BLINK')
      await gadget.pullOut()
      await gadget.plugIn()
      await until('another card', () => {
        const card = locks.card('BLINK')
        return card !== undefined && card.plugId !== before.plugId && wordOf(card) === '8000000415'
      })
    })
  },
)

usbTest('gadget: a lock that changes its number without being unplugged gets another card', async () => {
  const locks = usbLocks()
  const gadget = createHidGadget({ serialNumber: 'HP-5', answer: answers.well('8000000407') })
  await withGadgets([gadget], async () => {
    await gadget.plugIn()
    const before = await locks.settled('HP-5')
    gadget.answer = answers.well('8000000408')
    // The response is the current number, which the app compares with the expected one.
    assert.equal(await locks.identify('HP-5'), '8000000408')
    assert.notEqual(locks.card('HP-5')?.plugId, before.plugId)
  })
})

usbTest('gadget: two locks with the same serial number have separate cards and numbers', async () => {
  const locks = usbLocks()
  const one = createHidGadget({ serialNumber: 'TWIN', answer: answers.well('8000000409') })
  const other = createHidGadget({ serialNumber: 'TWIN', answer: answers.well('8000000410') })
  await withGadgets([one, other], async () => {
    await one.plugIn()
    await other.plugIn()
    const numbers = () => locks.source.list().map(wordOf).sort()
    await until('both numbers', () => numbers().every((word) => word !== 'reading') && numbers().length === 2)
    assert.deepEqual(numbers(), ['8000000409', '8000000410'])
    for (const card of locks.source.list()) {
      const outcome = await locks.source.identify(card.plugId, new AbortController().signal)
      assert.equal(outcome.ok && outcome.value, wordOf(card))
    }
    await other.pullOut()
    await until('one is left', () => locks.source.list().length === 1)
    assert.deepEqual(numbers(), ['8000000409'])
  })
})

usbTest(
  'gadget (functionfs): ten locks in parallel are ten cards, and a hanging one blocks none',
  async () => {
    const locks = usbLocks()
    const digits = (index: number) => String(8_000_000_420 + index)
    const gadgets = Array.from({ length: 10 }, (_, index) =>
      createFunctionFsGadget({
        ...{ productId: 0x0006, serialNumber: `HUB-${index}` },
        answer: index === 9 ? answers.silent : answers.well(digits(index)),
      }),
    )
    await withGadgets(gadgets, async () => {
      await Promise.all(gadgets.map((gadget) => gadget.plugIn()))
      const words = await Promise.all(gadgets.map((_, index) => locks.reading(`HUB-${index}`, 50_000)))
      assert.deepEqual(words, [...Array.from({ length: 9 }, (_, index) => digits(index)), 'silent'])
      assert.equal(new Set(locks.source.list().map(({ plugId }) => plugId)).size, 10)

      // Asked in parallel, each responds with its own number.
      const again = await Promise.all(gadgets.slice(0, 9).map((_, index) => locks.identify(`HUB-${index}`)))
      assert.deepEqual(again, words.slice(0, 9))

      // Unplugs the whole hub.
      await Promise.all(gadgets.map((gadget) => gadget.pullOut()))
      await until('no card is left', () => locks.source.list().length === 0)
    })
  },
)

usbTest('gadget: fast plugging and unplugging ends with the actual state', async () => {
  const locks = usbLocks()
  const processes = locks.started()
  const gadget = createHidGadget({ serialNumber: 'FAST', answer: answers.well('8000000411') })
  await withGadgets([gadget], async () => {
    for (let time = 0; time < 8; time += 1) {
      await gadget.plugIn()
      await pause(time * 60)
      await gadget.pullOut()
    }
    await gadget.plugIn()
    assert.equal(await locks.reading('FAST'), '8000000411')
    await gadget.pullOut()
    await locks.gone('FAST')
  })
  assert.equal(locks.started(), processes)
})

usbTest('gadget: a silent lock is read by “try again”, as after a resume', async () => {
  const locks = usbLocks()
  const gadget = createHidGadget({ serialNumber: 'HP-6' })
  await withGadgets([gadget], async () => {
    await gadget.plugIn()
    assert.equal(await locks.reading('HP-6'), 'silent')
    gadget.answer = answers.well('8000000412')
    locks.source.rescan()
    await until('it is read', () => locks.card('HP-6')?.reading.state === 'read')
    assert.equal(await locks.reading('HP-6'), '8000000412')
  })
})

usbTest('gadget: a swap during suspend is detected by the rescan after resume', async () => {
  const locks = usbLocks()
  const first = createHidGadget({ socket: 6, serialNumber: 'SLEEP', answer: answers.well('8000000413') })
  await first.plugIn()
  const before = await locks.settled('SLEEP')
  locks.process().kill('SIGSTOP')
  await first.remove()
  const second = createHidGadget({ socket: 6, serialNumber: 'SLEEP', answer: answers.well('8000000414') })
  await withGadgets([second], async () => {
    await second.plugIn()
    locks.process().kill('SIGCONT')
    locks.source.rescan()
    await until('the other number', () => {
      const card = locks.card('SLEEP')
      return card !== undefined && card.plugId !== before.plugId && wordOf(card) === '8000000414'
    })
    const gone = await locks.source.identify(before.plugId, new AbortController().signal)
    assert.ok(!gone.ok && gone.error.code === 'gone')
  })
})
