// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { fail, succeed } from '#shared/outcome'
import PermissionDialog from '../../../src-renderer/app/PermissionDialog.vue'
import { usePermissionStore } from '../../../src-renderer/stores/permission-store'
import ReadFailure from '../../../src-renderer/features/lock-desk/card/ReadFailure.vue'
import { systemKind } from '../../../src-renderer/ui/system'
import { mountComponent, withBridge } from '../support/mount-component'
import { unread } from '../support/samples'

const refused = unread('no-permission', 0)
const model = refused.device

describe('the dialog about a lock without permission', () => {
  const open = (savedAs: string | null = '/home/li/my rules/lock.rules') => {
    const bridge = withBridge({
      'files/save': () => succeed(savedAs === null ? null : { savedAs }),
      'app/copy': () => succeed(null),
    })
    const sheet = mountComponent(PermissionDialog, { model, state: 'prompt' })
    return { ...bridge, sheet, text: (testId: string) => sheet.find(`[data-testid="${testId}"]`).text() }
  }

  it('creates a rule from the two IDs alone, for the logged-in user only', () => {
    const { text } = open()
    expect(text('udev-rule')).toContain('ATTRS{idVendor}=="0529", ATTRS{idProduct}=="0001", TAG+="uaccess"')
    expect(text('udev-rule')).not.toMatch(/HASP|MODE/)
    expect(text('udev-commands')).toMatch(/^sudo cp 60-lock-desk-0529-0001\.rules \/etc\/udev\/rules\.d\//)
  })

  it('saves the rule to the chosen file and shows the command with its path', async () => {
    const { sheet, calls, text } = open()
    await sheet.find('[data-testid=save-rule]').trigger('click')
    await flushPromises()
    const saved = calls.find(({ name }) => name === 'files/save')?.input as {
      name: string
      bytes: Uint8Array
    }
    expect(saved.name).toBe('60-lock-desk-0529-0001.rules')
    expect(new TextDecoder().decode(saved.bytes)).toContain('TAG+="uaccess"')
    expect(text('udev-commands')).toContain("sudo cp '/home/li/my rules/lock.rules' /etc/udev/rules.d/60-")
  })

  it('copies the commands as shown', async () => {
    const { sheet, calls, text } = open()
    const [, commands] = sheet.findAll('.copy')
    await commands?.trigger('click')
    await flushPromises()
    expect(calls.find(({ name }) => name === 'app/copy')?.input).toEqual({ text: text('udev-commands') })
  })
})

describe('checking again', () => {
  const start = (rescan = () => succeed(null)) => {
    const bridge = withBridge({ 'locks/rescan': rescan })
    const store = usePermissionStore()
    store.open(model)
    return { ...bridge, store }
  }
  const reading = { ...refused, reading: { state: 'reading' } as const }

  it('closes when the lock can be opened now', async () => {
    const { store, emit } = start()
    await store.readAgain()
    emit('locks/changed', [reading])
    expect(store.state).toBe('reading')
    emit('locks/changed', [unread('silent', 0)])
    expect(store.model).toBeNull()
  })

  it('reports when permission is still missing', async () => {
    const { store, emit } = start()
    await store.readAgain()
    emit('locks/changed', [reading])
    emit('locks/changed', [refused])
    expect([store.state, store.model?.vendorId]).toEqual(['denied', 0x0529])
    emit('locks/changed', [unread('silent', 0)])
    expect(store.model).toBeNull()
  })

  it('stops waiting after a failed read', async () => {
    const { store } = start(() => fail({ code: 'internal', message: 'x' }) as never)
    await store.readAgain()
    expect(store.state).toBe('denied')
  })
})

describe('the card of a lock without permission', () => {
  it('links to the rule on Linux', async () => {
    withBridge({})
    const card = mountComponent(ReadFailure, { lock: refused, reading: refused.reading, isUnplugged: false })
    expect(card.find('[data-testid=read-again]').exists()).toBe(systemKind() !== 'linux')
    await card.find('[data-testid=allow-lock]').trigger('click')
    expect(card.text()).toContain('Show the steps')
    expect(usePermissionStore().model).toEqual({ vendorId: 0x0529, productId: 1 })
  })

  it('distinguishes the systems', () => {
    expect(['Linux x86_64', 'MacIntel', 'Win32'].map((name) => systemKind(name))).toEqual([
      'linux',
      'mac',
      'windows',
    ])
  })
})
