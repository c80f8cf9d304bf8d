// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { fail, succeed } from '#shared/outcome'
import PermissionSheet from '../../../src-renderer/app/PermissionSheet.vue'
import { usePermissionStore } from '../../../src-renderer/app/stores/permission-store'
import ReadFailure from '../../../src-renderer/features/lock-desk/ReadFailure.vue'
import { systemKind } from '../../../src-renderer/ui/system'
import { draw, withBridge } from '../support/draw'
import { unread } from '../support/samples'

const refused = unread('no-permission', 0)
const model = refused.device

describe('the sheet about a lock that may not be opened', () => {
  const open = (savedAs: string | null = '/home/li/my rules/lock.rules') => {
    const bridge = withBridge({
      'files/save': () => succeed(savedAs === null ? null : { savedAs }),
      'app/copy': () => succeed(null),
    })
    const sheet = draw(PermissionSheet, { model, state: 'asked' })
    return { ...bridge, sheet, text: (testId: string) => sheet.find(`[data-testid="${testId}"]`).text() }
  }

  it('makes a rule from the two ids alone, for nobody but who is logged in', () => {
    const { text } = open()
    expect(text('udev-rule')).toContain('ATTRS{idVendor}=="0529", ATTRS{idProduct}=="0001", TAG+="uaccess"')
    expect(text('udev-rule')).not.toMatch(/HASP|MODE/)
    expect(text('udev-commands')).toMatch(/^sudo cp 60-lock-desk-0529-0001\.rules \/etc\/udev\/rules\.d\//)
  })

  it('saves it where the person says, and tells the command with that place', async () => {
    const { sheet, given, text } = open()
    await sheet.find('[data-testid=save-rule]').trigger('click')
    await flushPromises()
    const saved = given.find(({ name }) => name === 'files/save')?.input as {
      name: string
      bytes: Uint8Array
    }
    expect(saved.name).toBe('60-lock-desk-0529-0001.rules')
    expect(new TextDecoder().decode(saved.bytes)).toContain('TAG+="uaccess"')
    expect(text('udev-commands')).toContain("sudo cp '/home/li/my rules/lock.rules' /etc/udev/rules.d/60-")
  })

  it('copies the commands as they stand there', async () => {
    const { sheet, given, text } = open()
    const [, commands] = sheet.findAll('.copy')
    await commands?.trigger('click')
    await flushPromises()
    expect(given.find(({ name }) => name === 'app/copy')?.input).toEqual({ text: text('udev-commands') })
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

  it('closes when the lock may be opened now', async () => {
    const { store, tell } = start()
    await store.readAgain()
    tell('locks/changed', [reading])
    expect(store.state).toBe('reading')
    tell('locks/changed', [unread('silent', 0)])
    expect(store.model).toBeNull()
  })

  it('says so when it still may not', async () => {
    const { store, tell } = start()
    await store.readAgain()
    tell('locks/changed', [reading])
    tell('locks/changed', [refused])
    expect([store.state, store.model?.vendorId]).toEqual(['still', 0x0529])
    tell('locks/changed', [unread('silent', 0)])
    expect(store.model).toBeNull()
  })

  it('does not wait for ever', async () => {
    const { store } = start(() => fail({ code: 'internal', message: 'x' }) as never)
    await store.readAgain()
    expect(store.state).toBe('still')
  })
})

describe('the card of a lock that may not be opened', () => {
  it('leads to the rule on Linux', async () => {
    withBridge({})
    const card = draw(ReadFailure, { device: model, reading: refused.reading, gone: false })
    expect(card.find('[data-testid=read-again]').exists()).toBe(systemKind() !== 'linux')
    await card.find('[data-testid=allow-lock]').trigger('click')
    expect(card.text()).toContain('The steps are here')
    expect(usePermissionStore().model).toEqual({ vendorId: 0x0529, productId: 1 })
  })

  it('knows the systems apart', () => {
    expect(['Linux x86_64', 'MacIntel', 'Win32'].map((name) => systemKind(name))).toEqual([
      'linux',
      'mac',
      'windows',
    ])
  })
})
