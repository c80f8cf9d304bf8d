// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import type { OpenedOrderFile, OrderResult, OrderRow, OrderSummary } from '#shared/model/changes/work-order'
import { fail, succeed } from '#shared/outcome'
import { useWorkOrderStore } from '../../../../src-renderer/features/work-orders/work-order-store'
import { withBridge } from '../../support/mount-component'
import { orderRow } from '../../support/samples'

const signer = { key: 'K', name: 'Office', words: { en: [], zh: [] } }
const summary = (part: Partial<OrderSummary> = {}): OrderSummary => ({
  id: 'order-1',
  checksum: '9f2c 31aa 07be 44d1',
  action: 'disable',
  platform: 'training',
  enterprises: [],
  rowCount: 3,
  note: '',
  preparedBy: 'Chen Yu',
  created: 1,
  notBefore: 1,
  expires: 2,
  signer,
  problem: null,
  used: null,
  usedElsewhere: null,
  ...part,
})
const resultOf = (id: string): OrderResult => ({
  id,
  action: 'disable',
  operatorIdentity: 'Li Wei',
  used: 1,
  made: 2,
  signer,
  jobId: null,
  journalHash: '0',
  rows: [{ key: 'A', employee: null, state: 'completed', reason: null, businessCode: null, ended: 2 }],
})
const row = (key: string, unsent: OrderRow['unsent'] = null): OrderRow =>
  orderRow({ key, number: key, unsent })
const bytesOf = (name: string) => new TextEncoder().encode(name)

const setUp = () => {
  let whileStarting = (): Promise<void> => Promise.resolve()
  let isDeclined = false
  const files: Record<string, OpenedOrderFile> = {
    order: { kind: 'order', order: summary() },
    other: { kind: 'order', order: summary({ id: 'order-2' }) },
    result: { kind: 'result', result: resultOf('order-1'), problem: null },
  }
  const double = withBridge({
    'work-orders/open': ({ bytes }) => {
      const opened = files[new TextDecoder().decode(bytes)]
      return opened === undefined
        ? fail({ code: 'signature-invalid', message: '', at: null })
        : succeed(opened)
    },
    'work-orders/check': () =>
      succeed([row('A'), row('B'), row('C', { state: 'skipped', reason: 'already' })]),
    'work-orders/compare': () => succeed({ order: summary(), result: resultOf('order-1') }),
    'work-orders/carry-out': async () => {
      await whileStarting()
      if (isDeclined) return fail({ code: 'not-confirmed', message: '' })
      files['order'] = { kind: 'order', order: summary({ used: { at: 1, operatorIdentity: 'Li Wei' } }) }
      return succeed({ job: null, isUnclaimed: false })
    },
    'work-orders/result': () =>
      succeed({ result: resultOf('order-1'), bytes: bytesOf('signed'), isSaved: false }),
    'work-orders/note-result-saved': () => succeed(null),
  })
  const store = useWorkOrderStore()
  const open = (name: string) => store.open(name, bytesOf(name))
  return {
    double,
    store,
    open,
    files,
    whileStarting: (work: typeof whileStarting) => (whileStarting = work),
    decline: () => (isDeclined = true),
    sent: (name: string) => double.calls.filter((call) => call.name === name),
  }
}

describe('a chosen file', () => {
  it('that is locked or a folder is reported, and leaves what is open', async () => {
    const { store, open } = setUp()
    await open('order')
    const file = new File(['order'], 'a.lockorder')
    Object.assign(file, { slice: () => ({ arrayBuffer: () => Promise.reject(new Error('locked')) }) })
    await store.openFile(file)
    expect(store.failure).toMatchObject({ name: 'a.lockorder', failure: { code: 'file-not-readable' } })
    expect(store.order).not.toBeNull()
  })
})

describe('the open work order', () => {
  it('shows that another desk of the branch has used it meanwhile, and keeps the rows', async () => {
    const { double, store, open, files } = setUp()
    await open('order')
    expect(store.order?.summary.usedElsewhere).toBeNull()
    const usedElsewhere = { computer: 'Counter 2', at: 5, operatorIdentity: 'Zhang Jing' }
    const problem = { code: 'order-used-elsewhere', message: '', at: null } as const
    files['order'] = { kind: 'order', order: summary({ usedElsewhere, problem }) }
    double.emit('work-orders/used', null)
    await expect.poll(() => store.order?.summary).toMatchObject({ usedElsewhere, problem })
    expect(store.rows).toHaveLength(3)
    await store.close()
    double.emit('work-orders/used', null)
    expect(store.order).toBeNull()
  })

  it('is checked to the end while another desk uses some order', async () => {
    const { double, store, open } = setUp()
    const opening = open('order')
    double.emit('work-orders/used', null)
    await opening
    double.emit('work-orders/used', null)
    await store.check()
    expect(store.rowsState).toBe('ready')
  })

  it('is compared with its result, whichever is opened first', async () => {
    for (const names of [
      ['order', 'result'],
      ['result', 'order'],
    ] as const) {
      const { store, open, sent } = setUp()
      for (const name of names) await open(name)
      expect(store.result?.comparison).toEqual({ failure: null })
      expect(sent('work-orders/compare')[0]?.input).toEqual({
        order: bytesOf('order'),
        result: bytesOf('result'),
      })
    }
  })

  it('is not compared with the result of another order', async () => {
    const { store, open, sent } = setUp()
    await open('other')
    await open('result')
    expect([store.order, store.result?.comparison]).toEqual([null, null])
    await open('other')
    expect(store.result).toBeNull()
    expect(sent('work-orders/compare')).toEqual([])
  })

  it('names the rows that are left out, and shows its result afterwards', async () => {
    const { store, open, sent } = setUp()
    await open('order')
    expect([...store.selected]).toEqual(['A', 'B'])
    store.selected = new Set(['B'])
    await store.carryOut('Li Wei')
    expect(sent('work-orders/carry-out')[0]?.input).toEqual({
      bytes: bytesOf('order'),
      leaveOut: ['A'],
      operatorIdentity: 'Li Wei',
    })
    expect([store.order?.summary.used?.operatorIdentity, store.result?.isOwn]).toEqual(['Li Wei', true])
  })

  it('is saved where its result is opened again as it was saved, and not once its rows have changed', async () => {
    const { double, store, open, files } = setUp()
    files['order'] = { kind: 'order', order: summary({ used: { at: 1, operatorIdentity: 'Li Wei' } }) }
    await open('order')
    expect(store.isResultSaved).toBe(false)
    store.noteResultSaved(store.result!)
    await open('order')
    expect(store.isResultSaved).toBe(true)
    await open('other')
    expect(store.order?.summary.id).toBe('order-2')
    await open('order')
    expect(store.isResultSaved).toBe(true)
    const changed = resultOf('order-1')
    double.handlers['work-orders/result'] = () =>
      succeed({
        result: { ...changed, rows: [{ ...changed.rows[0]!, state: 'failed' }] },
        bytes: bytesOf('signed'),
        isSaved: false,
      })
    await store.close()
    await open('order')
    expect(store.isResultSaved).toBe(false)
  })

  it('is saved where it was saved before the app was closed', async () => {
    const { double, store, open, files } = setUp()
    files['order'] = { kind: 'order', order: summary({ used: { at: 1, operatorIdentity: 'Li Wei' } }) }
    const saved = () => double.calls.filter(({ name }) => name === 'work-orders/note-result-saved')
    await open('order')
    store.noteResultSaved(store.result!)
    expect(saved().map(({ input }) => input)).toEqual([{ bytes: bytesOf('signed') }])

    const again = setUp()
    again.files['order'] = files['order']
    again.double.handlers['work-orders/result'] = () =>
      succeed({ result: resultOf('order-1'), bytes: bytesOf('signed'), isSaved: true })
    await again.open('order')
    expect(again.store.isResultSaved).toBe(true)
    await again.store.close()
    expect([again.store.isAskingToSave, again.store.result]).toEqual([false, null])
  })

  it('without its key says so of itself, and not of a result that is opened next', async () => {
    const { double, store, open, files } = setUp()
    files['order'] = { kind: 'order', order: summary({ used: { at: 1, operatorIdentity: 'Li Wei' } }) }
    files['other result'] = { kind: 'result', result: resultOf('order-2'), problem: null }
    const { signer: _signer, ...unsigned } = resultOf('order-1')
    double.handlers['work-orders/result'] = () => fail({ code: 'key-not-readable', message: '' })
    double.handlers['work-orders/own-result'] = () => succeed({ result: unsigned, isSaved: true })
    for (const name of ['other result', 'result']) {
      await open('order')
      expect(store.resultFailure).toMatchObject({ code: 'key-not-readable' })
      await open(name)
      expect([store.result?.isOwn, store.resultFailure]).toEqual([false, null])
      await store.close()
    }
    await open('order')
    await store.close()
    expect(store.resultFailure).toBeNull()
  })

  it('keeps the newest of its results, in whichever order they arrive', async () => {
    const { double, store, open, files } = setUp()
    files['order'] = { kind: 'order', order: summary({ used: { at: 1, operatorIdentity: 'Li Wei' } }) }
    await open('order')
    const { signer: _signer, ...unsigned } = resultOf('order-1')
    let answer = (): void => undefined
    const signs = double.handlers['work-orders/result']
    double.handlers['work-orders/result'] = () => fail({ code: 'key-not-readable', message: '' })
    double.handlers['work-orders/own-result'] = () =>
      new Promise((done) => (answer = () => done(succeed({ result: unsigned, isSaved: false }))))
    const early = store.makeResult()
    await expect.poll(() => double.calls.at(-1)?.name).toBe('work-orders/own-result')
    double.handlers['work-orders/result'] = signs!
    await store.makeResult()
    answer()
    await early
    expect([store.result?.bytes, store.resultFailure]).toEqual([bytesOf('signed'), null])
  })

  it('stays open when another file is refused', async () => {
    const { store, open } = setUp()
    await open('order')
    await open('forged')
    expect(store.failure).toMatchObject({ name: 'forged', failure: { code: 'signature-invalid' } })
    expect(store.order?.summary.id).toBe('order-1')
  })

  it('keeps the rows that are left out when its file is opened again, and forgets them with another order', async () => {
    const { store, open } = setUp()
    await open('order')
    store.selected = new Set(['B'])
    await open('order')
    expect([...store.selected]).toEqual(['B'])
    await open('other')
    expect([...store.selected]).toEqual(['A', 'B'])
  })

  it('no longer shows that another file was refused once it is carried out', async () => {
    const { store, open } = setUp()
    await open('order')
    await open('forged')
    await store.carryOut('Li Wei')
    expect([store.failure, store.result?.isOwn]).toEqual([null, true])
  })

  it('shows its result although its file was opened again while it started', async () => {
    const { store, open, whileStarting } = setUp()
    await open('order')
    whileStarting(() => open('order'))
    await store.carryOut('Li Wei')
    expect(store.result?.isOwn).toBe(true)
  })

  it('does not show the failure of another order', async () => {
    const { store, open, whileStarting, decline } = setUp()
    await open('order')
    decline()
    const opened: Promise<void>[] = []
    whileStarting(() => Promise.resolve(void opened.push(open('other'))))
    await store.carryOut('Li Wei')
    await Promise.all(opened)
    expect([store.order?.summary.id, store.runFailure]).toEqual(['order-2', null])
  })
})

describe('an unsaved result', () => {
  const carriedOut = async () => {
    const desk = setUp()
    desk.files['other result'] = { kind: 'result', result: resultOf('order-2'), problem: null }
    desk.files['key'] = { kind: 'key', key: signer, state: 'trusted' }
    await desk.open('order')
    await desk.store.carryOut('Li Wei')
    return desk
  }

  it.each(['other', 'result', 'other result'])('is not replaced without an answer: by %s', async (name) => {
    const { store, open } = await carriedOut()
    const declined = open(name)
    await expect.poll(() => store.isAskingToSave).toBe(true)
    expect(store.result).toMatchObject({ isOwn: true, result: { id: 'order-1' } })
    store.answerUnsaved(false)
    await declined
    expect(store.isAskingToSave).toBe(false)
    expect(store.result).toMatchObject({ isOwn: true, result: { id: 'order-1' } })
    const accepted = open(name)
    await expect.poll(() => store.isAskingToSave).toBe(true)
    store.answerUnsaved(true)
    await accepted
    expect(store.result?.isOwn ?? false).toBe(false)
  })

  it.each(['order', 'key', 'forged'])('stays without a question: beside %s', async (name) => {
    const { store, open } = await carriedOut()
    await open(name)
    expect([store.isAskingToSave, store.result?.isOwn]).toEqual([false, true])
  })

  it('is asked about once for several files', async () => {
    const { store, open } = await carriedOut()
    const opening = Promise.all([open('other'), open('other result')])
    await expect.poll(() => store.isAskingToSave).toBe(true)
    store.answerUnsaved(false)
    await opening
    expect([store.isAskingToSave, store.result?.isOwn]).toEqual([false, true])
  })

  it('is not asked about once it is saved', async () => {
    const { store, open } = await carriedOut()
    store.noteResultSaved(store.result!)
    await open('other')
    expect([store.order?.summary.id, store.result]).toEqual(['order-2', null])
  })

  it('is there before another file or closing takes its place, while its order starts', async () => {
    const { store, open, whileStarting } = setUp()
    await open('order')
    const meanwhile: Promise<void>[] = []
    whileStarting(() => Promise.resolve(void meanwhile.push(open('other'), store.close())))
    await store.carryOut('Li Wei')
    await expect.poll(() => store.isAskingToSave).toBe(true)
    store.answerUnsaved(false)
    await Promise.all(meanwhile)
    expect(store.result).toMatchObject({ isOwn: true, result: { id: 'order-1' } })
  })
})
