import type { CDPSession, Locator } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { waitForTransitions } from '../e2e/support/axe'
import { onPage } from './support/on-page'

// The parts of the component library, and the native controls that base.css draws: what Chromium's own accessibility
// tree says of them, and whether a contrast theme of the system still shows their states.

const desk = onPage()

const go = async (page: string) => {
  await desk.at(`rail-${page}`).click()
  await desk.page.locator(`[data-testid=rail-${page}][aria-current=page]`).waitFor()
}
const openAssets = async () => {
  await go('assets')
  await desk.page.locator('[data-testid=asset-table] input[type=checkbox]').nth(1).waitFor()
}
const openWizard = async () => {
  await go('lending')
  await desk.at('lend-new').click()
  await desk.page.locator('[data-testid^=lend-onto-]').first().waitFor()
}
/** A platform's address without encryption asks for a confirmation by checkbox. */
const openConnect = async () => {
  await desk.at('platform-status').click()
  await desk.at('connect-another').click()
  await desk.at('connect-baseUrl').fill('http://platform.example')
  await desk.at('connect-plain').waitFor()
}
/** A list of two locks that is paused after the first. */
const openPausedList = async () => {
  await go('desk')
  await desk.command('settings/change', { chunkSize: 1 })
  await desk.chooseAction('disable')
  await desk.paste(['8000000022', '8000000024'].join('\n'))
  await desk.waitForLookup()
  const release = desk.hold()
  await desk.at('run-list').click()
  await desk.page.keyboard.press('Enter')
  await desk.at('job-pause').click()
  await expect.poll(() => desk.callsOf('jobs/pause').length).toBe(1)
  release()
  await desk.at('job-paused').waitFor()
}

describe('the accessibility tree', () => {
  let session: CDPSession
  beforeEach(async () => {
    session = await desk.page.context().newCDPSession(desk.page)
  })

  /** The states of a control that a screen reader says. */
  const spoken = ['checked', 'selected', 'expanded', 'disabled', 'invalid', 'hasPopup']
  /** Boxes, and what a screen reader does not read apart from its control. */
  const silent = new Set(['InlineTextBox', 'generic', 'LabelText', 'image', 'none'])
  /** Role, name, value, description and states of an element and all in it. */
  const tree = async (part: Locator, options: { readonly withTexts?: boolean } = {}) => {
    await part.evaluate((element) => element.setAttribute('data-read', ''))
    const { root } = await session.send('DOM.getDocument', { depth: 0 })
    const { nodeId } = await session.send('DOM.querySelector', {
      nodeId: root.nodeId,
      selector: '[data-read]',
    })
    const { nodes } = await session.send('Accessibility.queryAXTree', { nodeId })
    await part.evaluate((element) => element.removeAttribute('data-read'))
    return nodes.flatMap(({ ignored, role, name, value, description, properties = [] }) => {
      const kind = String(role?.value)
      if (ignored || silent.has(kind) || (kind === 'StaticText' && options.withTexts !== true)) return []
      const states = properties
        .filter((one) => spoken.includes(one.name) && ![false, 'false'].includes(one.value.value as boolean))
        .map((one) => `${one.name}=${String(one.value.value)}`)
      const words = [kind, `"${String(name?.value ?? '')}"`, ...states]
      if (value !== undefined) words.push(String(value.value))
      if (description?.value) words.push(`(${String(description.value)})`)
      return [words.join(' ')]
    })
  }

  it('has the name and the state of a switch', async () => {
    await go('settings')
    expect(await tree(desk.at('sound'))).toEqual(['switch "Sound" checked=true'])
    await desk.at('sound').click()
    await expect.poll(() => tree(desk.at('sound'))).toEqual(['switch "Sound"'])
    await desk.at('sound').click()
  })

  it('has a segmented choice as a group of radio buttons', async () => {
    await go('desk')
    await desk.chooseAction('disable')
    expect(await tree(desk.at('desk-action'))).toEqual([
      'radiogroup "Action"',
      'radio "Look up"',
      'radio "Disable" checked=true',
      'radio "Enable"',
    ])
  })

  it('has tabs, one of them selected', async () => {
    await go('devices')
    expect(await tree(desk.page.getByRole('tablist').first())).toEqual([
      'tablist "View"',
      'tab "Devices" selected=true',
      'tab "Lock profiles"',
    ])
  })

  it('has the steps of a loan as headings, one of them the current one', async () => {
    await openWizard()
    const heading = (part: string) => tree(desk.at(`lend-step-${part}`))
    expect(await heading('employee')).toEqual(['heading "Employee"'])
    expect(await heading('assets')).toEqual(['heading "Assets to lend"'])
    expect(await heading('lock')).toEqual(['heading "Borrowed lock"'])
    const current = desk.page.locator('main [aria-current=step]')
    expect(await current.allInnerTexts()).toEqual(['1\nEmployee'])
    await desk.at('lend-employee').fill('chenyu')
    await desk.at('employee-option').first().click()
    await expect.poll(() => current.allInnerTexts()).toEqual(['2\nAssets to lend'])
    expect(await heading('employee')).toEqual(['heading "Employee completed"'])
  })

  it('has a list to choose from with its options', async () => {
    await openWizard()
    const box = desk.at('lend-employee').locator('..')
    expect(await tree(box)).toEqual(['combobox "Employee" hasPopup=listbox', 'status ""'])
    await desk.at('lend-employee').fill('chenyu')
    await desk.at('employee-option').waitFor()
    const [field, list, option] = await tree(box)
    expect(field).toBe('combobox "Employee" hasPopup=listbox expanded=true chenyu')
    expect(list).toBe('listbox "Employee"')
    expect(option).toContain('option "陈宇 Chen Yu')
  })

  it('has a checkbox named by its text', async () => {
    await openConnect()
    const name =
      'Send credentials to platform.example without encryption. Others on the network can read them.'
    expect(await tree(desk.at('connect-plain'))).toEqual([`checkbox "${name}"`])
    await desk.at('connect-plain').click()
    expect(await tree(desk.at('connect-plain'))).toEqual([`checkbox "${name}" checked=true`])
  })

  it('has a text field with its label and its problem', async () => {
    await openConnect()
    await desk.at('connect-name').fill('North office')
    expect(await tree(desk.at('connect-name'))).toEqual(['textbox "Display name" North office'])
    await desk.at('connect-name').fill('')
    await desk.at('connect-name').press('Tab')
    await expect
      .poll(() => tree(desk.at('connect-name')))
      .toEqual(['textbox "Display name" invalid=true (Enter a name.)'])
  })

  it('has a button that is disabled', async () => {
    await openWizard()
    expect(await tree(desk.at('lend-send'))).toEqual(['button "Lend" disabled=true'])
  })

  it('has the title and the button of an empty state', async () => {
    await go('journal')
    expect(await tree(desk.page.locator('.empty-state').first(), { withTexts: true })).toEqual([
      'paragraph ""',
      'StaticText "No activity yet"',
      'paragraph ""',
      'StaticText "Changes made on this computer appear here."',
      'button "Go to Desk page"',
      'StaticText "Go to Desk page"',
    ])
  })

  it('has a progress bar with its value', async () => {
    await openPausedList()
    expect(await tree(desk.at('job-progress').getByRole('progressbar'))).toEqual(['progressbar "1 of 2" 50'])
  })

  it('has facts as names with their values, and a status as its word', async () => {
    await go('desk')
    await desk.chooseAction('look-up')
    const details = await desk.lookUp('8000000017')
    const facts = await tree(details.locator('.fact-list').first())
    expect(facts.slice(0, 3)).toEqual(['table ""', 'row ""', 'rowheader "Enterprise"'])
    expect(facts[3]).toBe('cell "北桥建设集团 North Bridge Construction"')
    expect(await tree(details.locator('.n-tag').first(), { withTexts: true })).toEqual([
      'StaticText "Enabled"',
    ])
  })
})

describe('in a contrast theme', () => {
  beforeEach(() => desk.page.emulateMedia({ forcedColors: 'active' }))

  /** A picture of an element, without the pointer over it and without the focus. */
  const picture = async (part: Locator): Promise<string> => {
    await desk.page.mouse.move(0, 0)
    await desk.page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    })
    await waitForTransitions(desk.page)
    return (await part.screenshot({ scale: 'css' })).toString('base64')
  }
  /** The share of the points of two pictures that differ with a contrast of at least 3:1; one picture is compared
   * with its own mirror image. */
  const difference = (pictures: readonly [string, string?]): Promise<number> =>
    desk.app.evaluate(({ nativeImage }, [before, after]) => {
      const read = (one: string) => nativeImage.createFromBuffer(Buffer.from(one, 'base64'))
      const { width, height } = read(before).getSize()
      const [first, second] = [read(before).toBitmap(), read(after ?? before).toBitmap()]
      const luminance = (bitmap: Buffer, at: number) =>
        [0.0722, 0.7152, 0.2126].reduce((sum, part, place) => {
          const value = (bitmap[at + place] ?? 0) / 255
          return sum + part * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
        }, 0.05)
      let differing = 0
      for (let point = 0; point < width * height; point++) {
        const x = point % width
        const other = after === undefined ? point - x + (width - 1 - x) : point
        const [a, b] = [luminance(first, point * 4), luminance(second, other * 4)]
        if (Math.max(a, b) / Math.min(a, b) >= 3) differing++
      }
      return differing / (width * height)
    }, pictures)

  /** A ring of one point around a radio button is about 0.17. */
  const clearShare = 0.22
  const states: readonly (readonly [
    name: string,
    open: () => Promise<void>,
    part: () => Locator,
    press: () => Promise<void>,
  ])[] = [
    [
      'a checkbox of a table',
      openAssets,
      () => desk.page.locator('[data-testid=asset-table] input[type=checkbox]').nth(1),
      () => desk.page.locator('[data-testid=asset-table] input[type=checkbox]').nth(1).click(),
    ],
    [
      'a radio button',
      openWizard,
      () => desk.page.locator('[data-testid^=lend-onto-]').first(),
      () => desk.page.locator('[data-testid^=lend-onto-]').first().check(),
    ],
    [
      'a checkbox of a form',
      openConnect,
      () => desk.at('connect-plain').locator('.n-checkbox-box'),
      () => desk.at('connect-plain').click(),
    ],
    ['a switch', () => go('settings'), () => desk.at('sound'), () => desk.at('sound').click()],
    [
      'a segmented choice',
      () => go('desk'),
      () => desk.page.locator('label:has([data-testid=desk-action-enable])'),
      () => desk.chooseAction('enable'),
    ],
    [
      'a tab',
      () => go('devices'),
      () => desk.page.getByRole('tab').nth(1),
      () => desk.page.getByRole('tab').nth(1).click(),
    ],
    [
      'an entry of the navigation',
      () => go('devices'),
      () => desk.at('rail-customers'),
      () => go('customers'),
    ],
  ]

  it.each(states)('the states of %s differ', async (_, open, part, press) => {
    await open()
    const before = await picture(part())
    await press()
    const now = await picture(part())
    expect(await difference([before, now])).toBeGreaterThan(clearShare)
  })

  it('the current one of the steps differs from the others', async () => {
    await openWizard()
    const indicator = (index: number) => desk.page.locator('.step-mark').nth(index)
    expect(await difference([await picture(indicator(0)), await picture(indicator(1))])).toBeGreaterThan(
      clearShare,
    )
  })

  it('a progress bar shows how much is done', async () => {
    await openPausedList()
    const bar = await picture(desk.page.locator('.n-progress').first())
    expect(await difference([bar])).toBeGreaterThan(clearShare)
  })

  it('the bars of a chart are visible', async () => {
    await openAssets()
    const bar = (state: string) => picture(desk.page.locator(`[data-testid=chart-states-${state}] .track`))
    expect(await difference([await bar('enabled'), await bar('frozen')])).toBeGreaterThan(clearShare)
  })
})
