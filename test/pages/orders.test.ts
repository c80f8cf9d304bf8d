import { describe, expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import { always } from '../renderer/support/bridge-double'
import { licenses } from '../renderer/support/samples'
import { cutCells } from './support/cut-cells'
import { onPage } from './support/on-page'
import { pasteCopied } from './support/paste-copied'
import { idOf } from './support/world/world'

const desk = onPage({
  register: ['northBridge', 'riverside'],
  handlers: () => ({
    'drafts/read-order': always<'drafts/read-order'>({ text: null }),
    'drafts/save-order': always<'drafts/save-order'>(null),
    'locks/licenses': () => succeed(licenses(Date.now())),
  }),
})

const start = async () => {
  await desk.at('rail-orders').click()
  await desk.at('first-order').click()
  await desk.at('order-editor').waitFor()
}
const openDetails = async (testId: string) => {
  const details = desk.at(testId)
  if ((await details.getAttribute('open')) === null) await details.locator('summary').click()
}
const chooseCustomer = async () => {
  await desk.at('order-enterprise').fill('north bridge')
  await desk.press('Enter')
}
const review = async () => {
  await desk.at('to-review').click()
  await desk.at('review').waitFor()
}

const soldTo = (channelCustomerId: string) => ({
  sequence: 1,
  channelCustomerId,
  orderType: 'new_buy',
  licenseType: 'normal_recover_lan_usbkey',
  assets: [
    {
      assetNos: ['LD8000888001', 'LD8000888002'],
      products: [{ productUri: 'bridge-3d', productName: 'Bridge 3D' }, { productUri: 'cert' }],
    },
  ],
})
const importFile = async (orderList: readonly unknown[]) => {
  const text = JSON.stringify({ channelCode: 'CRM-EAST', channelOrderId: 'LO-1', orderList })
  await desk
    .at('batch-picker')
    .setInputFiles({ name: 'orders.json', mimeType: 'application/json', buffer: Buffer.from(text) })
}

describe('an order', () => {
  it('without a customer and a product says so at the fields where they are chosen', async () => {
    await start()
    await desk.at('to-review').click()
    await desk.at('batch-errors').waitFor()
    expect(await desk.at('order-enterprise').getAttribute('aria-invalid')).toBe('true')
    expect(await desk.at('order-customer-ids').locator('summary').innerText()).toContain('Choose a customer')
    expect(await desk.at('product-name').getAttribute('aria-invalid')).toBe('true')
    await chooseCustomer()
    await expect.poll(() => desk.at('order-enterprise').getAttribute('aria-invalid')).toBe(null)
    await desk.at('product-name').fill('Takeoff')
    await expect.poll(() => desk.at('product-name').getAttribute('aria-invalid')).toBe(null)
  })

  it('that is begun after the ones before it are in order says nothing of what it lacks yet', async () => {
    const begin = async () => {
      await desk.at('add-order').click()
      await expect.poll(() => desk.at('to-review').innerText()).toContain('2')
      await expect.poll(() => desk.at('order-enterprise').inputValue()).toBe('')
      expect(await desk.at('order-enterprise').getAttribute('aria-invalid')).toBe(null)
      expect(await desk.at('batch-errors').count()).toBe(0)
    }
    await start()
    await desk.at('to-review').click()
    await desk.at('batch-errors').waitFor()
    await chooseCustomer()
    await desk.at('product-uri').fill('bridge-3d')
    await desk.at('batch-errors').waitFor({ state: 'detached' })
    await begin()
    await desk.at('remove-order').click()
    await review()
    await desk.at('review-back').click()
    await begin()
  })

  it('that is begun while another has problems says nothing of what it lacks yet', async () => {
    await start()
    await desk.at('to-review').click()
    await desk.at('batch-errors').waitFor()
    const before = await desk.at('batch-errors').innerText()
    await desk.at('add-order').click()
    await expect.poll(() => desk.at('to-review').innerText()).toContain('2')
    expect(await desk.at('order-enterprise').getAttribute('aria-invalid')).toBe(null)
    expect(await desk.at('batch-errors').innerText()).toBe(before)
    const marked = desk.page.getByTestId('order-row').filter({ has: desk.page.getByRole('img') })
    expect(await marked.count()).toBe(1)
    await desk.at('to-review').click()
    await expect.poll(() => marked.count()).toBe(2)
  })

  it('of a file shows the customer that the list knows by its number in the channel', async () => {
    await desk.at('rail-orders').click()
    await importFile([soldTo('NB-10017')])
    await expect.poll(() => desk.at('order-enterprise').inputValue()).toContain('North Bridge')
    expect(await desk.at('order-customer-ids').getAttribute('open')).toBe(null)
    await importFile([soldTo('NB-unknown')])
    await expect.poll(() => desk.at('order-enterprise').inputValue()).toBe('Enter manually')
    expect(await desk.page.getByTestId('order-channel-customer-id').inputValue()).toBe('NB-unknown')
  })

  it('shows its type, its number and its product in the list, and its customer in the result', async () => {
    await desk.resize(1280, 800)
    await desk.at('rail-orders').click()
    await importFile([soldTo('NB-10017')])
    await desk.at('order-editor').waitFor()
    expect(await desk.at('order-row').innerText()).toContain('Bridge 3D')
    expect(await cutCells(desk.page.locator('[data-testid=order-row] .details'))).toEqual([])
    await review()
    const release = desk.hold()
    await desk.at('send-orders').click()
    const rowsSent = () => desk.world.rows.get('job-1') ?? []
    await expect.poll(() => rowsSent().length).toBe(1)
    const result = [{ sequence: 1, licenseOrderId: '100000001', customerId: '2001' }]
    desk.world.rows.set(
      'job-1',
      rowsSent().map((row) => ({ ...row, result })),
    )
    release()
    await desk.at('result-row').waitFor()
    expect(await desk.at('result-row').innerText()).toContain('North Bridge')
    expect(await cutCells(desk.at('result-row').locator('.cell.name'))).toEqual([])
  })

  it('says at once that a count is none, as at a date', async () => {
    await start()
    await desk.at('product-nodes').fill('3nodes')
    await expect.poll(() => desk.at('product-nodes').getAttribute('aria-invalid')).toBe('true')
    await desk.at('product-nodes').fill('-3')
    await expect.poll(() => desk.at('product-form').innerText()).toContain('Must be 0 or more.')
    await desk.at('product-nodes').fill('3')
    await expect.poll(() => desk.at('product-nodes').getAttribute('aria-invalid')).toBe(null)
  })

  it('says at the end of a period at once that it is before the start, typed or from the calendar', async () => {
    await start()
    await desk.at('product-start').fill('2026-12-01')
    await desk.at('product-end').fill('2026-11-01')
    await expect.poll(() => desk.at('product-end').getAttribute('aria-invalid')).toBe('true')
    await desk.at('product-end-calendar').click()
    await desk.at('day-2026-11-30').click()
    await expect.poll(() => desk.at('product-end').inputValue()).toBe('2026-11-30')
    expect(await desk.at('product-end').getAttribute('aria-invalid')).toBe('true')
    await desk.at('product-end').fill('2026-12-02')
    await expect.poll(() => desk.at('product-end').getAttribute('aria-invalid')).toBe(null)
  })

  it('is sent as before for what was typed', async () => {
    await start()
    await openDetails('batch-details')
    await desk.at('batch-order-number').fill('LO-17')
    await desk.page.getByTestId('order-license-type').selectOption('normal_recover_lan_usbkey')
    await chooseCustomer()
    await desk.at('asset-number').fill('LD8000888001')
    await desk.press('Enter')
    await desk.at('product-uri').fill('bridge-3d')
    await desk.at('product-name').fill('Bridge 3D')
    // A part of what was pasted would be another duration.
    for (const pasted of ['12 months', '1-6', '123456']) {
      await pasteCopied(desk, 'duration-years', pasted)
      await desk.at('duration-refused').getByText('Enter a whole number from 0 to 9,999.').waitFor()
      expect(await desk.at('duration-years').inputValue()).toBe('')
      await desk.press('Tab')
      await desk.at('duration-refused').waitFor({ state: 'detached' })
    }
    await pasteCopied(desk, 'duration-years', ' 12 ')
    expect(await desk.at('duration-years').inputValue()).toBe('12')
    await desk.at('duration-years').fill('1')
    await desk.at('product-nodes').fill('5')
    await desk.at('product-end').fill('1827619199000')
    await review()
    await desk.at('send-orders').click()
    await expect.poll(() => desk.callsOf('jobs/start').length).toBe(1)
    const [request] = desk.callsOf('jobs/start')
    expect(JSON.stringify(request?.rows[0])).toBe(
      `{"channelCode":"CRM-EAST","channelOrderId":"LO-17","syncMode":"sync","orderList":[{"sequence":1,"orderType":"new_buy","licenseType":"normal_recover_lan_usbkey","assets":[{"products":[{"productUri":"bridge-3d","productName":"Bridge 3D","timeDurationExpression":"1-0-0","limitConcurrent":5,"limitEndDate":1827619199000}],"assetNos":["LD8000888001"]}],"enterpriseGlobalId":"${idOf('northBridge')}","channelCustomerId":"NB-10017"}]}`,
    )
  })

  it.each([
    ['batch-order-number', 'LO7', 'Ａ', 'LAO7'],
    ['product-uri', '10-0', '－', '1-0-0'],
    ['product-nodes', '123', '８', '1823'],
    ['duration-days', '13', '２', '123'],
  ])('keeps the caret in %s where a full-width sign is typed', async (testId, before, typed, after) => {
    await start()
    await openDetails('batch-details')
    const field = desk.at(testId)
    await field.fill(before)
    await field.press('Home')
    await field.press('ArrowRight')
    await desk.page.keyboard.insertText(typed)
    await expect.poll(() => field.inputValue()).toBe(after)
    await expect.poll(() => field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(2)
  })

  it('marks a number that is no asset number for its length, and the review names it and shows its row', async () => {
    await start()
    await chooseCustomer()
    await desk.at('product-name').fill('Takeoff')
    const numbers = Array.from({ length: 900 }, (_, at) => String(8_000_100_000 + at))
    await desk.at('asset-number').fill([...numbers, 'W'.repeat(100_000)].join(','))
    await desk.press('Enter')
    const marked = desk.page.getByRole('row').filter({ hasText: 'Longer than 64 characters' })
    expect(await marked.count()).toBe(0)
    await desk.at('to-review').click()
    const named = `${'W'.repeat(24)}… is longer than 64 characters.`
    await expect.poll(() => desk.at('numbers-problem').innerText()).toBe(named)
    await marked.waitFor()
    expect(await marked.innerText()).not.toContain('Searching')
    expect(desk.callsOf('locks/look-up-many').flatMap((call) => call.numbers)).not.toContain(
      'W'.repeat(100_000),
    )
  })

  it('says that a text was shortened that was pasted where a customer is chosen', async () => {
    await start()
    await pasteCopied(desk, 'order-enterprise', 'W'.repeat(100_000))
    const said = desk.page.getByText('Shortened to 200 characters.')
    await said.waitFor()
    await desk.press('Backspace')
    await said.waitFor({ state: 'detached' })
  })

  it('says how many rows of a pasted sheet have text, but no number', async () => {
    await start()
    await pasteCopied(desk, 'asset-number', 'Number\tNote\n8000000017\tfirst\n\tlost\n8000000018\tsecond')
    await desk.page.getByText('1 row has no asset number. It was skipped.').waitFor()
    await desk.at('asset-number').fill('8000000019')
    await desk.press('Enter')
    await expect.poll(() => desk.at('numbers-count').innerText()).toContain('3 numbers')
  })

  it('shows only the numbers with a warning, and all again when the last one is gone', async () => {
    await start()
    await chooseCustomer()
    const numbers = Array.from({ length: 40 }, (_, at) => `LD${String(8_000_888_001 + at)}`)
    await pasteCopied(desk, 'asset-number', ['Number', ...numbers].join('\n'))
    await desk.at('asset-number').fill('L'.repeat(300))
    await desk.press('Enter')
    const rows = desk.page.getByTestId('asset-row')
    await desk.at('show-warnings').getByText('Show 1 warning').click()
    await expect.poll(() => rows.count()).toBe(1)
    expect(await rows.first().innerText()).toContain('LLL')
    await desk.at('show-warnings').getByText('Show all numbers').click()
    await expect.poll(() => rows.count()).toBeGreaterThan(5)
    await desk.at('show-warnings').click()
    await rows.first().getByRole('button').click()
    await expect.poll(() => rows.count()).toBeGreaterThan(5)
    expect(await desk.at('show-warnings').count()).toBe(0)
  })

  it('takes a product that the customer has, with its IDs, by keyboard', async () => {
    await start()
    const name = desk.at('product-name')
    await name.click()
    await expect.poll(() => desk.at('known-products-none').innerText()).toContain('Choose the customer')
    await chooseCustomer()
    await name.click()
    await desk.at('known-product').first().waitFor()
    await desk.type('structural')
    await expect.poll(() => desk.page.getByTestId('known-product').count()).toBe(1)
    await desk.press('ArrowDown', 'Enter')
    await expect.poll(() => name.inputValue()).toBe('Structural Analysis 2026')
    expect(await desk.at('product-uri').inputValue()).toBe('gms:structure-26')
    await review()
    await expect.poll(() => desk.at('review-orders').innerText()).toContain('Structural Analysis 2026')
  })

  it('needs no number, no sequence and no IDs, and says what is sent for them', async () => {
    await start()
    for (const folded of ['batch-details', 'order-customer-ids', 'order-more'])
      expect(await desk.at(folded).getAttribute('open')).toBeNull()
    expect(await desk.at('batch-details').innerText()).toContain('generated at review')
    await chooseCustomer()
    await expect.poll(() => desk.at('batch-details').innerText()).toContain('CRM-EAST')
    await desk.at('product-uri').fill('bridge-3d')
    await review()
    await desk.at('review-back').click()
    await expect.poll(() => desk.at('batch-details').innerText()).toMatch(/Number: LD-\d{8}-\d{6}/)
  })

  it.each([
    [1280, 800],
    [960, 640],
  ])('keeps every field in its place while problems come and go, at %i × %i', async (width, height) => {
    await desk.resize(width, height)
    await start()
    await openDetails('order-customer-ids')
    const places = () =>
      desk.at('order-editor').evaluate((editor) => {
        const [first, ...others] = [...editor.querySelectorAll('.assets input, .assets button')]
        const top = first?.getBoundingClientRect().top ?? 0
        return others.map((other) => Math.round(other.getBoundingClientRect().top - top))
      })
    const before = await places()
    await desk.at('to-review').click()
    await desk.at('batch-errors').waitFor()
    expect(await places()).toEqual(before)
    const top = async (selector: string) =>
      (await desk.at('order-editor').locator(selector).first().boundingBox())?.y ?? 0
    const below = async () => (await top('[data-testid=add-entry]')) - (await top('h2'))
    const distance = await below()
    await desk.at('product-uri').fill('bridge-3d')
    await chooseCustomer()
    await desk.at('batch-errors').waitFor({ state: 'detached' })
    expect(await below()).toBe(distance)
  })

  const folds = ['batch-details', 'order-customer-ids']
  const areOpen = () => Promise.all(folds.map((fold) => desk.at(fold).getAttribute('open')))

  it('says at folded fields that they have a problem; their heading opens them, and they stay open', async () => {
    await start()
    await desk.at('to-review').click()
    await desk.at('batch-errors').waitFor()
    expect(await areOpen()).toEqual([null, null])
    const said = ['1 field to correct', 'Choose a customer']
    for (const [at, fold] of folds.entries()) {
      const heading = desk.at(fold).locator('summary')
      expect(await heading.innerText()).toContain(said[at])
      await heading.click()
    }
    await expect.poll(areOpen).toEqual(['', ''])
    await desk.at('batch-channel-code').fill('CRM-EAST')
    await desk.at('order-crm-customer-id').fill('C-1')
    expect(await areOpen()).toEqual(['', ''])
  })

  it('opens the first folded problem by key, with the focus in its field', async () => {
    await start()
    await desk.at('to-review').focus()
    await desk.press('Enter')
    await expect
      .poll(() => desk.page.evaluate(() => document.activeElement?.getAttribute('data-testid')))
      .toBe('batch-channel-code')
    expect(await areOpen()).toEqual(['', null])
  })
})
