import assert from 'node:assert/strict'
import { execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import * as answers from '../gadget/answers'
import { createHidGadget } from '../gadget/f-hid'
import { withGadgets } from '../gadget/play'
import { until } from '../gadget/until'
import { usbLocks } from '../shared-locks'
import { startUdevd, udevadm } from '../udevd'
import { startUsbLocks, wordOf } from '../usb-locks'
import { usbTest } from '../usb-test'

/** `nobody`, a user without permissions. */
const anyUser = 65_534

usbTest('gadget: a process killed during a read is back within 3 s, with the same card', async () => {
  const locks = usbLocks()
  const well = createHidGadget({ serialNumber: 'KILL-1', answer: answers.well('8000000501') })
  const slow = createHidGadget({ serialNumber: 'KILL-2', answer: answers.late('8000000502', 300) })
  await withGadgets([well, slow], async () => {
    await well.plugIn()
    const card = await locks.settled('KILL-1')
    await slow.plugIn()
    await until('the request is sent', () => slow.heard.length > 0)
    const processes = locks.started()
    const identified = locks.identify('KILL-2')
    locks.process().kill('SIGKILL')
    const killed = performance.now()
    assert.equal(await identified, 'gone')
    await until('another process', () => locks.started() > processes)
    assert.ok(performance.now() - killed < 3000)
    assert.equal(locks.card('KILL-1')?.plugId, card.plugId)
    assert.equal(await locks.reading('KILL-2', 20_000), '8000000502')
    assert.equal(await locks.identify('KILL-1'), '8000000501')
    assert.equal(locks.card('KILL-1')?.plugId, card.plugId)
  })
})

usbTest('gadget: a lock swapped while no process was running is another card', async () => {
  const locks = usbLocks()
  const first = createHidGadget({ socket: 7, serialNumber: 'KILL-3', answer: answers.well('8000000503') })
  await first.plugIn()
  const before = await locks.settled('KILL-3')
  locks.process().kill('SIGKILL')
  await first.remove()
  const second = createHidGadget({ socket: 7, serialNumber: 'KILL-3', answer: answers.well('8000000504') })
  await withGadgets([second], async () => {
    await second.plugIn()
    await until(
      'the other number',
      () => {
        const card = locks.card('KILL-3')
        return card !== undefined && wordOf(card) === '8000000504' && card.plugId !== before.plugId
      },
      20_000,
    )
  })
})

usbTest('gadget: a second program that constantly uses the same lock causes no wrong number', async () => {
  const locks = usbLocks()
  // The two programs use different tags, so that a response to the other one shows: its tags end in zeros.
  const gadget = createHidGadget({
    serialNumber: 'SHARED',
    answer: (request, reply) => {
      const isTheirs = request.readUInt16LE(5) === 0
      answers.well(isTheirs ? '8000000599' : '8000000505')(request, reply)
    },
  })
  await withGadgets([gadget], async () => {
    const [node = ''] = await gadget.plugIn()
    await locks.settled('SHARED')
    const intruder = spawn(process.execPath, [join(import.meta.dirname, 'intruder.mjs'), node], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      await once(createInterface({ input: intruder.stdout }), 'line')
      for (let time = 0; time < 3; time += 1) assert.equal(await locks.identify('SHARED'), '8000000505')
    } finally {
      intruder.kill('SIGKILL')
    }
  })
})

usbTest('gadget: a lock is read although a second program receives two of three responses', async () => {
  const locks = usbLocks()
  const gadget = createHidGadget({ serialNumber: 'STOLEN' })
  await withGadgets([gadget], async () => {
    let requestCount = 0
    gadget.answer = (request, reply) => {
      requestCount += 1
      if (requestCount % 3 === 0) answers.well('8000000506')(request, reply)
    }
    await gadget.plugIn()
    assert.equal(await locks.reading('STOLEN'), '8000000506')
  })
})

usbTest(
  'gadget: another user without permission sees that, and the lock is read once permission is granted',
  async () => {
    const gadget = createHidGadget({ serialNumber: 'NO-PERM', answer: answers.well('8000000507') })
    const locks = startUsbLocks({ userId: anyUser })
    try {
      await withGadgets([gadget], async () => {
        const [node = ''] = await gadget.plugIn()
        chmodSync(node, 0o600)
        assert.equal(await locks.reading('NO-PERM', 30_000), 'no-permission')
        execFileSync('chown', [`${anyUser}:${anyUser}`, node])
        // No plug event occurs: polling detects the change.
        await until('it is read', () => locks.card('NO-PERM')?.reading.state === 'read')
        assert.equal(await locks.reading('NO-PERM'), '8000000507')
      })
    } finally {
      await locks.stop()
    }
  },
)

/** The entry that logind keeps while that user is at this computer (systemd, sd-login: `ACTIVE_UID`). */
const sitDown = () => {
  mkdirSync('/run/systemd/seats', { recursive: true })
  writeFileSync('/run/systemd/seats/seat0', `IS_VTCONSOLE=1\nACTIVE=1\nACTIVE_UID=${anyUser}\n`)
}

usbTest(
  'gadget: the shipped udev rule gives the lock to the person at the computer (systemd-udevd; logind’s seat file is ours)',
  async () => {
    copyFileSync('resources/linux/60-lock-desk.rules', '/etc/udev/rules.d/60-lock-desk.rules')
    sitDown()
    const udevd = await startUdevd()
    const gadget = createHidGadget({ serialNumber: 'UDEV', answer: answers.well('8000000508') })
    const unruled = createHidGadget({ productId: 0x0004, serialNumber: 'UDEV-NOT' })
    const locks = startUsbLocks({ userId: anyUser })
    try {
      await withGadgets([gadget, unruled], async () => {
        const [node = ''] = await gadget.plugIn()
        const [other = ''] = await unruled.plugIn()
        udevadm('settle')
        assert.match(udevadm('info', node), /^E: TAGS=.*:uaccess:/m)
        assert.doesNotMatch(udevadm('info', other), /:uaccess:/)
        assert.equal(await locks.reading('UDEV', 30_000), '8000000508')
        assert.equal(await locks.reading('UDEV-NOT', 30_000), 'no-permission')
      })
    } finally {
      await locks.stop()
      await udevd.stop()
    }
  },
)

usbTest('gadget: the USB process ends when its parent is gone', async () => {
  const orphan = fork(resolve('out/main/usb-process.js'), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  await once(orphan, 'message')
  const ended = once(orphan, 'exit')
  orphan.disconnect()
  assert.deepEqual(await ended, [0, null])
})
