import { beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../support/app'
import { onPage } from './support/on-page'

const desk = onPage({ register: ['northBridge', 'riverside'] })

const pages = [
  ...['desk', 'lending', 'assets', 'employees', 'customers', 'orders', 'shell-numbers'],
  ...['journal', 'devices', 'diagnose', 'settings', 'help'],
]
let names: readonly string[] = []

/** Everything that the page shows or reads out: texts, attributes, the title and the accessibility tree. */
const everything = async (): Promise<string> => {
  const session = await desk.page.context().newCDPSession(desk.page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const tree = nodes.map(({ name, value, description }) =>
    [name, value, description].map((part) => String(part?.value ?? '')).join('\n'),
  )
  const document = await desk.page.evaluate(() => {
    const attributes = [...window.document.querySelectorAll('*')].flatMap((element) =>
      ['title', 'aria-label', 'placeholder', 'alt', 'aria-description'].map(
        (name) => element.getAttribute(name) ?? '',
      ),
    )
    return [window.document.title, window.document.documentElement.textContent, ...attributes].join('\n')
  })
  return [document, ...tree].join('\n')
}
const shown = async () => {
  const text = await everything()
  return names.filter((name) => text.includes(name))
}
const open = async (page: string) => {
  await desk.at(`rail-${page}`).click()
  await desk.page.locator(`[data-testid=rail-${page}][aria-current=page]`).waitFor()
}
const toggle = () => desk.page.keyboard.press('Control+Shift+H')
const hide = async () => {
  await open('assets')
  await eventually(async () => (await shown()).length > 3)
  await toggle()
  await desk.at('names-hidden').waitFor()
}

beforeEach(async () => {
  await desk.command('settings/change', {
    operatorIdentity: 'CANARY-operator',
    operators: ['CANARY-operator'],
  })
  const { rows: enterprises } = await desk.command('enterprises/list', { from: 0, limit: 100 })
  const { rows: assets } = await desk.command('assets/list', {
    enterpriseGlobalId: null,
    from: 0,
    limit: 5000,
  })
  const [lock] = assets.filter(({ shellNumber }) => shellNumber === '8000000017')
  await desk.command('locks/set-name', {
    enterpriseGlobalId: lock?.enterpriseGlobalId ?? '',
    assetNum: lock?.assetNum ?? '',
    name: 'CANARY-lock',
    note: 'CANARY-note',
  })
  const holders = assets.flatMap(({ holder }) => holder?.name ?? [])
  names = [
    ...new Set([
      ...enterprises.flatMap(({ enterpriseName }) => enterpriseName ?? []),
      ...holders,
      ...['CANARY-operator', 'CANARY-lock', 'CANARY-note'],
    ]),
  ]
  await desk.reload()
  await desk.simulate('8000000017', 'plug-in')
  await desk.cardIs('8000000017')
})

describe('hidden names', () => {
  it('are on no page, in no dialog and not in the accessibility tree', async () => {
    await hide()
    for (const page of pages) {
      await open(page)
      expect([page, await shown()]).toEqual([page, []])
    }
    await open('assets')
    await desk.at('asset-search').fill('CANARY-lock')
    await eventually(async () => (await desk.at('asset-count').getAttribute('data-count')) === '1')
    await desk.at('table-row').click()
    await desk.at('asset-details').waitFor()
    await desk.at('asset-search').fill('')
    expect(await shown()).toEqual([])
    await open('desk')
    await desk.card('8000000017').getByTestId('disable').click()
    await desk.at('dialog').waitFor()
    expect(await shown()).toEqual([])
    // The key works in a dialog too.
    await toggle()
    await eventually(async () => (await shown()).length > 0)
    await toggle()
    await eventually(async () => (await shown()).length === 0)
    await desk.press('Escape')
  })

  it('leave the search field, whose text is hidden, to its key', async () => {
    await hide()
    const search = desk.at('asset-search')
    await search.fill('CANARY-lock')
    await desk.press('Tab')
    await expect.poll(() => search.getAttribute('type')).toBe('password')
    await desk.page.keyboard.press('Control+f')
    await desk.type('17')
    await expect.poll(() => search.inputValue()).toBe('17')
  })

  it('are printed', async () => {
    await hide()
    await desk.page.evaluate(() => {
      const recorded = window as unknown as { printed?: string }
      window.addEventListener('beforeprint', () => (recorded.printed = document.body.innerText))
    })
    await desk.at('table-row').waitFor()
    await desk.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.printToPDF({}),
    )
    const printed = await desk.page.evaluate(() => (window as unknown as { printed?: string }).printed ?? '')
    expect(names.filter((name) => printed.includes(name)).length).toBeGreaterThan(0)
    await eventually(async () => (await shown()).length === 0)
  })

  it('stay hidden over a new start of the page, from its first frame on', async () => {
    await hide()
    const recording = await desk.page.context().newCDPSession(desk.page)
    const record = () => {
      const seen: string[] = []
      Object.assign(window, { seen })
      const add = () => {
        seen.push(document.body.innerText)
        requestAnimationFrame(add)
      }
      requestAnimationFrame(add)
    }
    await recording.send('Page.enable')
    await recording.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${String(record)})()` })
    await desk.page.reload()
    await desk.at('table-row').waitFor()
    const frames = await desk.page.evaluate(() => (window as unknown as { seen: string[] }).seen.join('\n'))
    expect(frames).not.toBe('')
    expect(names.filter((name) => frames.includes(name))).toEqual([])
    // The other tests of this window are not recorded.
    await recording.detach()
    await desk.at('names-hidden').click()
    await eventually(async () => (await shown()).length > 3)
  })
})
