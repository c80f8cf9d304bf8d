import { cp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { linesOf, runCommand } from '../support/command-line'
import { steps } from '../support/steps'
import { trainingKeys } from '../support/training-keys'
import { twoComputers } from './support/two-computers'
import type { Computer } from './support/two-computers'

const { service, client, office, counter, at, takeLocks, lockedOf } = twoComputers()

const run = async ({ userData }: Pick<Computer, 'userData'>, ...args: string[]) => {
  const end = await runCommand([...args, '--json'], {
    userData,
    platform: { url: service.url, keys: trainingKeys },
  })
  const lines = linesOf(end)
  return {
    status: end.status,
    lines,
    codes: lines.flatMap((line) => (line.type === 'error' ? [line.code] : [])),
    rows: lines.flatMap((line) =>
      line.type === 'row' || line.type === 'order-row'
        ? [[line.type === 'row' ? line.assetNum : line.key, line.state, line.reason]]
        : [],
    ),
  }
}

const exchangeKeys = async (from: Computer, to: Computer, name: string) => {
  const exported = await run(from, 'work-order', 'key', '--out', at(name))
  const [key] = exported.lines
  const words = key?.type === 'key' ? key.words.join(' ') : ''
  expect(words.split(' ')).toHaveLength(6)
  expect((await run(to, 'work-order', 'trust', at(name), '--words', words)).status).toBe(0)
}

describe('a work order', () => {
  const step = steps()
  step('goes from the office to the counter and back', async () => {
    const wanted = takeLocks(8)
    const [first = '', second = '', last = ''] = [wanted[0], wanted[1], wanted[7]]
    const sign = ['work-order', 'sign', 'disable', ...wanted, '--operator', 'Chen Yu', '--yes']
    const before = await client.lastEffect()
    const signed = await run(office, ...sign, '--out', at('a.lockorder'), '--note', 'Returned')
    expect([signed.status, signed.codes]).toEqual([0, []])
    const carryOut = ['disable', '--work-order', at('a.lockorder'), '--operator', 'Li Wei', '--yes']
    expect((await run(counter, ...carryOut)).codes).toEqual(['key-unknown'])
    await exchangeKeys(office, counter, 'office.lockkey')
    expect(await client.effects(before)).toEqual([])

    // Done before by another hand.
    expect((await run(counter, 'disable', second, '--operator', 'Li Wei', '--yes')).status).toBe(0)
    const shown = await run(counter, 'work-order', 'show', at('a.lockorder'))
    expect(shown.rows.filter(([, state]) => state === 'ready')).toHaveLength(7)
    const out = ['--leave-out', last, '--out', at('a.lockresult')]
    const done = await run(counter, ...carryOut, ...out)
    expect([done.status, done.codes]).toEqual([1, []])
    expect(await lockedOf(wanted)).toEqual(wanted.map((number) => number !== last))
    expect(await client.effects(before)).toHaveLength(7)

    // The office trusts the counter's key before it believes the result.
    const compare = ['work-order', 'compare', at('a.lockorder'), at('a.lockresult')]
    expect((await run(office, ...compare)).codes).toEqual(['key-unknown'])
    await exchangeKeys(counter, office, 'counter.lockkey')
    const compared = await run(office, ...compare)
    expect(compared.rows).toEqual([
      [last, 'not-sent', 'left-out'],
      [first, 'completed', null],
      [second, 'skipped', 'already'],
      ...wanted.slice(2, 7).map((number) => [number, 'completed', null]),
    ])

    // Not a second time, in this run and after a restart.
    expect((await run(counter, ...carryOut)).codes).toEqual(['order-used'])
    await counter.restart()
    expect((await run(counter, ...carryOut)).codes).toEqual(['order-used'])
    expect(await client.effects(before)).toHaveLength(7)
    const vault = await readFile(join(counter.userData, 'vault.json'), 'utf8')
    expect(vault).toContain('work order key')
    expect((await run(counter, 'journal', 'verify')).status).toBe(0)
  })

  step('is not used again from a copied data folder, nor with an older journal in it', async () => {
    const wanted = takeLocks(2)
    const options = ['--operator', 'Chen Yu', '--yes', '--out', at('b.lockorder')]
    expect((await run(office, 'work-order', 'sign', 'disable', ...wanted, ...options)).status).toBe(0)
    const carryOut = ['work-order', 'run', at('b.lockorder'), '--operator', 'Li Wei', '--yes']
    const [older, copied] = [at('older'), at('copied')]
    const journalOf = (folder: string) => join(folder, 'journal')

    await counter.desk.stop()
    await cp(journalOf(counter.userData), older, { recursive: true })
    expect((await run(counter, ...carryOut)).status).toBe(0)
    // A second use would disable them again.
    await client.succeed('order.unlockAssets', { body: { assetNums: wanted, operatorIdentity: 'Wang' } })
    await cp(counter.userData, copied, { recursive: true, filter: (path) => !path.includes('Singleton') })
    expect((await run({ userData: copied }, ...carryOut)).codes).toEqual(['order-used'])
    await rm(journalOf(copied), { recursive: true })
    await cp(older, journalOf(copied), { recursive: true })
    expect((await run({ userData: copied }, ...carryOut)).codes).toEqual(['order-used'])
    // Without the list, whatever was signed before it was lost is refused.
    await rm(join(copied, 'used-orders.log'))
    expect((await run({ userData: copied }, ...carryOut)).codes).toEqual(['order-before-loss'])
    expect(await lockedOf(wanted)).toEqual([false, false])
    await counter.restart()
  })
})
