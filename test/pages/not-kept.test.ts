import { expect, it } from 'vitest'
import { fail, succeed } from '#shared/outcome'
import { onPage } from './support/on-page'

const disk = { isFull: true }
const save = () =>
  disk.isFull ? fail({ code: 'not-saved', message: 'the disk is full' } as const) : succeed(null)
const desk = onPage({
  prepare: () => void (disk.isFull = true),
  handlers: () => ({ 'drafts/save-labels': save, 'drafts/save-loan': save, 'drafts/save-list': save }),
})
const note = () => desk.at('not-kept').getByText('It is lost if Lock Desk closes now. Free disk space.')

it('unsent numbers of a list that cannot be written say so', async () => {
  await desk.chooseAction('disable')
  await desk.paste(['8000000024', '8000000025'].join('\n'))
  await note().waitFor()
})

it('numbers for labels that cannot be written say so until they can', async () => {
  await desk.at('rail-shell-numbers').click()
  await desk.at('free-labels').click()
  await desk.at('label-numbers').fill('8000000017')
  await note().waitFor()
  disk.isFull = false
  await desk.at('label-numbers').fill('8000000017\n8000000018')
  await expect.poll(() => desk.at('not-kept').count()).toBe(0)
})

it('the choices of a loan that cannot be written say so', async () => {
  await desk.at('rail-lending').click()
  await desk.at('lend-new').click()
  await desk
    .at('lend-employee')
    .fill(desk.world.records.find(({ holder }) => holder !== null)?.holder?.name ?? '')
  await desk.at('employee-option').first().waitFor()
  await desk.press('ArrowDown', 'Enter')
  await note().waitFor()
})
