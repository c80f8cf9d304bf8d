// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h, nextTick, ref, withDirectives } from 'vue'
import { vHiddenField } from '../../../src-renderer/names/hidden-field'
import { addNames, createNameRegistry, hiddenName } from '../../../src-renderer/names/name-registry'
import { namesInEvents, namesInResults } from '../../../src-renderer/names/names-in-results'
import { watchHiddenNames } from '../../../src-renderer/names/names-hidden'
import { fullName, inFull, shownName, shownText } from '../../../src-renderer/names/shown-name'

const isHidden = ref(false)
watchHiddenNames(() => isHidden.value)
afterEach(() => {
  isHidden.value = false
  document.body.replaceChildren()
})

describe('known names', () => {
  const registry = createNameRegistry()
  for (const name of ['Li', 'Emma Clarke', 'North Bridge Ltd.', '王芳', '李', 'İzmir', ' ', ''])
    registry.add(name)

  it.each([
    ['Emma Clarke', hiddenName],
    ['assigned to emma clarke · North Bridge Ltd.', `assigned to ${hiddenName} · ${hiddenName}`],
    ['分配给王芳。', `分配给${hiddenName}。`],
    [' Li ', hiddenName],
    ['by Li, License', `by ${hiddenName}, License`],
    ['李', hiddenName],
    ['行李箱', '行李箱'],
    ['Emma Clarkes', 'Emma Clarkes'],
    ['8000000017', '8000000017'],
    ['', ''],
  ])('%j becomes %j', (text, hidden) => expect(registry.hide(text)).toBe(hidden))

  it('are those in what main sends', () => {
    const record = {
      shellNumber: '8000000017',
      assetNum: 'LD8000000017',
      enterpriseName: 'Registry Works',
      holder: { memberGlobalId: '1', name: 'Holder Name' },
    }
    const employee = { userName: 'account-x', name: 'Employee Name', passwordMobile: '13800000000' }
    const settings = { operators: ['Operator One'], operatorIdentity: 'Operator Two' }
    const platform = { name: 'Test platform', baseUrl: 'https://p', userName: 'signed-in' }
    addNames([
      ...(namesInResults['assets/list']?.({ rows: [record] } as never) ?? []),
      ...(namesInResults['employees/list']?.({ rows: [employee] } as never) ?? []),
      ...(namesInResults['locks/names']?.({ rows: [{ name: 'Lock Name', note: 'Lock Note' }] } as never) ??
        []),
      ...(namesInEvents['settings/changed']?.(settings as never) ?? []),
      ...(namesInResults['environments/list']?.({ environments: [platform] } as never) ?? []),
    ])
    isHidden.value = true
    for (const text of [
      ...['Registry Works', 'Holder Name', 'account-x', 'Employee Name', '13800000000', 'Lock Name'],
      ...['Lock Note', 'Operator One', 'Operator Two', 'signed-in'],
    ]) {
      expect(shownText(text)).toBe(hiddenName)
    }
    for (const text of ['Bridge Designer', 'Test platform', 'LD8000000017']) {
      expect(shownText(text)).toBe(text)
    }
  })

  it('take a time that depends on the text, not on their number', () => {
    const many = createNameRegistry()
    for (let at = 0; at < 100_000; at += 1) many.add(`Employee number ${at}`)
    const steps = vi.spyOn(Set.prototype, 'has')
    many.hide('Employee number 99999 and others, Employee number x')
    const count = steps.mock.calls.length
    steps.mockRestore()
    expect(count).toBeLessThan(200)
  })
})

// A name that no other test makes known: the files of a worker share what is known.
const Names = ({ name, verb = 'by' }: { name: string; verb?: string }) =>
  h(
    'p',
    { title: shownName(name), 'aria-label': `Lend to ${shownName(name)}` },
    shownText(`${verb} Ottilie Quast`),
  )

describe('hidden names', () => {
  it('are hidden in texts and attributes, now and later, and shown again', async () => {
    const shown = mount(Names, { props: { name: 'Ottilie Quast' } })
    const before = '<p title="Ottilie Quast" aria-label="Lend to Ottilie Quast">by Ottilie Quast</p>'
    expect(shown.html()).toBe(before)
    isHidden.value = true
    await nextTick()
    // A name is hidden by its type; free text once the name in it is known.
    expect(shown.html()).toBe(
      before.replaceAll('"Ottilie Quast"', '"***"').replace('to Ottilie Quast', 'to ***'),
    )
    addNames(['Ottilie Quast'])
    await nextTick()
    expect(shown.html()).not.toContain('Ottilie')
    expect(shown.text()).toBe(`by ${hiddenName}`)
    await shown.setProps({ verb: 'Withdraw from' })
    expect(shown.text()).toBe(`Withdraw from ${hiddenName}`)
    isHidden.value = false
    await nextTick()
    expect(shown.html()).toBe(before.replace('by', 'Withdraw from'))
    await shown.setProps({ verb: 'Assign to' })
    expect(shown.text()).toBe('Assign to Ottilie Quast')
  })

  it('are printed', async () => {
    addNames(['Ottilie Quast'])
    isHidden.value = true
    const shown = mount(Names, { props: { name: 'Ottilie Quast' } })
    window.dispatchEvent(new Event('beforeprint'))
    await nextTick()
    expect(shown.text()).toBe('by Ottilie Quast')
    expect(shown.attributes('title')).toBe('Ottilie Quast')
    window.dispatchEvent(new Event('afterprint'))
    await nextTick()
    expect(shown.text()).toBe(`by ${hiddenName}`)
    expect(shown.attributes('title')).toBe(hiddenName)
  })

  it('are in full in what is searched and saved', () => {
    isHidden.value = true
    expect(shownName('Ottilie Quast')).toBe(hiddenName)
    expect(fullName('Ottilie Quast')).toBe('Ottilie Quast')
    expect(inFull(() => `by ${shownName('Ottilie Quast')}`)).toBe('by Ottilie Quast')
    expect(() =>
      inFull(() => {
        throw new Error('no file')
      }),
    ).toThrow('no file')
    expect(shownName('Ottilie Quast')).toBe(hiddenName)
    expect([shownName(''), shownName(null), shownName(undefined)]).toEqual(['', null, undefined])
  })

  it('are dots in a field, which keeps its value and, while used, its type', async () => {
    addNames(['Ottilie Quast'])
    const Field = defineComponent({
      props: { value: { type: String, required: true }, type: { type: String, default: 'text' } },
      setup: (props) => () =>
        withDirectives(h('input', { value: props.value, type: props.type }), [[vHiddenField]]),
    })
    const texts = ['Ottilie Quast', '8000000017'].map((value) =>
      mount(Field, { props: { value }, attachTo: document.body }),
    )
    const secret = mount(Field, {
      props: { value: 'Ottilie Quast', type: 'password' },
      attachTo: document.body,
    })
    const [field, other] = texts.map(({ element }) => element as HTMLInputElement)
    isHidden.value = true
    await nextTick()
    expect([field!.type, field!.value, other!.type]).toEqual(['password', 'Ottilie Quast', 'text'])
    field!.focus()
    field!.dispatchEvent(new Event('focusin', { bubbles: true }))
    expect([field!.type, field!.classList.contains('hidden-name')]).toEqual(['text', true])
    await texts[1]!.setProps({ value: 'Ottilie Quast' })
    expect(other!.type).toBe('password')
    isHidden.value = false
    await nextTick()
    expect([field!.type, field!.classList.contains('hidden-name')]).toEqual(['text', false])
    expect([other!.type, (secret.element as HTMLInputElement).type]).toEqual(['text', 'password'])
  })
})
