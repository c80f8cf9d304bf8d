import { describe, expect, it } from 'vitest'
import { onPage } from './support/on-page'

// The field of the lock desk holds only what was typed since it last changed its meaning.

const desk = onPage()

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
    await desk.press('Control+3')
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
