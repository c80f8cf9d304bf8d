// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { succeed } from '#shared/outcome'
import { lastDigitsIn, numbersEndingIn } from '../../../../src-renderer/features/lock-desk/last-digits'
import { withBridge } from '../../support/mount-component'
import { record } from '../../support/samples'

it('are three to nine digits, however they are spaced', () => {
  const texts = ['017', '000 017', '８０００', '12', '8000000017', '01a', '123456789', '']
  expect(texts.map(lastDigitsIn)).toEqual(['017', '000017', '8000', null, null, null, '123456789', null])
})

it('find a second lock behind one that is listed several times', async () => {
  const rows = ['8000000017', '8000000017', '8000000017', '6000000017', '8000170000'].map(
    (number, index) => ({
      ...record(number, 0),
      enterpriseGlobalId: `E${index}`,
    }),
  )
  withBridge({
    'assets/find': ({ limit }) => succeed({ state: 'found', rows: rows.slice(0, limit), total: rows.length }),
  })
  expect(await numbersEndingIn('0017', [])).toEqual(['8000000017', '6000000017'])
  expect(await numbersEndingIn('0017', ['8111110017', '8222222222'])).toEqual([
    '8111110017',
    '8000000017',
    '6000000017',
  ])
})
