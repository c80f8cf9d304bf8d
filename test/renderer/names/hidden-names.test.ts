// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hideNames } from '../../../src-renderer/names/hide-names'
import {
  collectNames,
  createNameRegistry,
  hiddenName,
  knownNames,
} from '../../../src-renderer/names/name-registry'

let hiding: ReturnType<typeof hideNames> | null = null
afterEach(() => {
  hiding?.stop()
  hiding = null
  document.body.replaceChildren()
})
const flushed = () => new Promise((done) => setTimeout(done))
const html = () => document.body.innerHTML

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

  it('are collected from what main and the page exchange', () => {
    collectNames({
      rows: [
        {
          shellNumber: '8000000017',
          assetNum: 'LD8000000017',
          enterpriseName: 'Registry Works',
          holder: { memberGlobalId: '1', name: 'Holder Name' },
        },
        { memberGlobalId: '2', userName: 'account-x', name: 'Employee Name', passwordMobile: '13800000000' },
        { assetNum: 'LD1', name: 'Lock Name', note: 'Lock Note' },
      ],
      settings: { operators: ['Operator One'], operatorIdentity: 'Operator Two' },
      products: [{ name: 'Bridge Designer' }],
      environment: { name: 'Test platform', baseUrl: 'https://p', userName: 'signed-in' },
    })
    for (const text of [
      ...['Registry Works', 'Holder Name', 'account-x', 'Employee Name', '13800000000', 'Lock Name'],
      ...['Lock Note', 'Operator One', 'Operator Two', 'signed-in'],
    ]) {
      expect(knownNames.hide(text)).toBe(hiddenName)
    }
    for (const text of ['Bridge Designer', 'Test platform', 'LD8000000017']) {
      expect(knownNames.hide(text)).toBe(text)
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

describe('hidden names', () => {
  it('are hidden in texts and attributes, now and later, and shown again', async () => {
    knownNames.add('Emma Clarke')
    const before = '<p title="Emma Clarke" aria-label="Lend to Emma Clarke">by Emma Clarke</p>'
    document.body.innerHTML = before
    hiding = hideNames(document.documentElement)
    expect(html()).not.toContain('Emma')
    const added = document.createElement('button')
    added.append('Withdraw from Emma Clarke')
    document.body.append(added)
    await flushed()
    expect(added.textContent).toBe(`Withdraw from ${hiddenName}`)
    // A component patches its text: the newest original counts.
    added.firstChild!.nodeValue = 'Assign to Emma Clarke'
    await flushed()
    expect(added.textContent).toBe(`Assign to ${hiddenName}`)
    hiding.stop()
    expect(html()).toBe(`${before}<button>Assign to Emma Clarke</button>`)
    added.firstChild!.nodeValue = 'Emma Clarke'
    await flushed()
    expect(added.textContent).toBe('Emma Clarke')
  })

  it('are printed', () => {
    knownNames.add('Emma Clarke')
    document.body.innerHTML = '<p>Emma Clarke</p>'
    hiding = hideNames(document.documentElement)
    window.dispatchEvent(new Event('beforeprint'))
    expect(html()).toBe('<p>Emma Clarke</p>')
    window.dispatchEvent(new Event('afterprint'))
    expect(html()).toBe(`<p>${hiddenName}</p>`)
  })

  it('are dots in a field, which keeps its value and, while used, its type', () => {
    knownNames.add('Emma Clarke')
    document.body.innerHTML = '<input type="text"><input type="text"><input type="password">'
    const [field, other] = [...document.querySelectorAll('input')]
    field!.value = 'Emma Clarke'
    other!.value = '8000000017'
    hiding = hideNames(document.documentElement)
    expect([field!.type, field!.value, other!.type]).toEqual(['password', 'Emma Clarke', 'text'])
    field!.focus()
    window.dispatchEvent(new Event('focusin'))
    expect([field!.type, field!.classList.contains('hidden-name')]).toEqual(['text', true])
    hiding.stop()
    expect([field!.type, field!.classList.contains('hidden-name')]).toEqual(['text', false])
  })
})
