import { describe, expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import { onPage } from './support/on-page'
import { counting } from './support/counting'

// The field of the lock desk holds only what was typed since it last changed its meaning.

const desk = onPage({
  handlers: () => ({
    'drafts/read-order': () => succeed({ text: null }),
    'drafts/save-order': () => succeed(null),
    ...counting(['8000000017', '8000000018']),
  }),
})

const old = '8000000017'
const pasted = ['8000000018', '8000000019', '8000000020']
const field = () => desk.at('desk-input')
const typedText = () => field().inputValue()
/** The numbers in the list, without the groups of a shown number. */
const listed = async () => {
  const rows = await desk.page.getByTestId('list-table').getByTestId('table-row').allInnerTexts()
  return rows.map((text) => /\d{4}\s?\d{3}\s?\d{3}/.exec(text)?.[0].replaceAll(/\s/g, ''))
}

describe('an old number', () => {
  it('does not join a change: the mode empties the field, and so does a pasted list', async () => {
    await desk.lookUp(old)
    await desk.chooseAction('disable')
    await expect.poll(typedText).toBe('')
    await desk.paste(pasted.join('\n'))
    await desk.waitForLookup()
    await desk.press('Enter')
    await expect.poll(listed).toEqual(pasted)
    await field().fill(old)
    await desk.paste('8000000021\n8000000022')
    await desk.waitForLookup()
    await expect.poll(typedText).toBe('')
    await field().press('Enter')
    await expect.poll(listed).toEqual([...pasted, '8000000021', '8000000022'])
  })

  it('does not outlive a change of the mode that a key, a file or the palette makes', async () => {
    await field().fill(old)
    await desk.at('desk-action-disable').focus()
    await desk.page.keyboard.press('ArrowRight')
    await expect.poll(typedText).toBe('')
    await desk.chooseAction('look-up')
    await field().fill(old)
    await desk.at('file-picker').setInputFiles({
      name: 'numbers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(pasted.join('\n')),
    })
    await desk.waitForLookup()
    await expect.poll(typedText).toBe('')
  })

  it('does not join the locks that another page sends', async () => {
    await desk.lookUp(old)
    await desk.press('Control+6')
    await desk.at('asset-table').waitFor()
    await desk.at('asset-search').fill('8000000024')
    await desk.at('asset-search').press('Enter')
    await desk.press('Home', 'Space')
    await desk.at('ticked-disable').click()
    await desk.waitForLookup()
    await expect.poll(typedText).toBe('')
    await field().focus()
    await desk.press('Enter')
    await expect.poll(listed).toEqual(['8000000024'])
  })

  it('does not stay when its details are closed', async () => {
    await desk.lookUp(old)
    await desk.press('Escape')
    await expect.poll(() => desk.at(`record-${old}`).count()).toBe(0)
    expect(await typedText()).toBe('')
  })
})

describe('a number that is typed and not added', () => {
  it('joins the list before it is sent, and the button counts it', async () => {
    await desk.chooseAction('disable')
    await desk.paste(pasted.join('\n'))
    await desk.waitForLookup()
    await field().fill(old)
    await desk.at('run-list').click()
    await expect.poll(listed).toEqual([...pasted, old])
    await desk.waitForLookup()
    expect(await typedText()).toBe('')
    expect(await desk.at('confirm-list').count()).toBe(0)
  })

  it('keeps an order from its review until it is added, also in an order that is not open', async () => {
    await desk.at('rail-orders').click()
    await desk.at('first-order').click()
    await desk.at('asset-number').fill(old)
    await desk.at('add-order').click()
    await expect.poll(() => desk.at('asset-number').inputValue()).toBe('')
    await desk.at('order-row').first().click()
    await desk.at('to-review').click()
    const said = () => desk.at('numbers-problem').innerText()
    await expect.poll(said).toBe('Typed, but not added. Choose “Add”, or delete it.')
    expect(await desk.at('asset-number').inputValue()).toBe(old)
    await desk.at('add-number').click()
    await desk.at('numbers-problem').waitFor({ state: 'detached' })
    // A license password stays beside its order in the same way.
    await desk.at('product-features-more').locator('summary').click()
    await desk.at('product-password').fill('secret')
    await desk.at('order-row').last().click()
    await desk.at('order-row').first().click()
    await desk.page.getByText('Typed, but not added').waitFor()
    await desk.at('add-password').click()
    await desk.page.getByText('Typed, but not added').waitFor({ state: 'detached' })
  })

  it('counts before a stocktake ends, and what is no number keeps it from ending', async () => {
    const counted = () => desk.callsOf('stocktakes/count').map(({ numbers }) => numbers)
    await desk.at('rail-stocktake').click()
    await desk.at('stocktake-row').click()
    await desk.at('count-input').fill('12')
    await desk.at('finish-stocktake').click()
    await desk.at('last-count').getByText('“12” is not a lock’s number.').waitFor()
    expect(await desk.at('confirm-end').count()).toBe(0)
    await desk.at('count-input').fill(old)
    await desk.at('finish-stocktake').click()
    await desk.at('confirm-end').waitFor()
    expect(counted()).toEqual([['12'], [old]])
  })
})
