import type { LockRecord } from '#shared/model/locks/lock-record'
import { foldNumber, isShellNumber, mayBeAssetNumber } from '#shared/model/locks/shell-number'
import { notFound, succeed } from '#shared/outcome'
import { affectedBy } from '../../../../src-main/changes/affected/affected-by'
import { buildLoans } from '../../../../src-main/changes/loans/build-loans'
import type { LoanFact } from '#shared/model/changes/loan-fact'
import { findRecords } from '../../../../src-main/directory/find-records'
import { emptyIndex, indexRecords } from '../../../../src-main/directory/index-records'
import { findSimilarRecords } from '../../../../src-main/directory/similar-records'
import { runTimeSliced } from '../../../../src-main/util/async'
import type { Handlers } from '../../../renderer/support/bridge-double'
import { withFact } from '../../../support/with-fact'
import { trainingData } from './training-data'
import type { World } from './world'

const slice = <Row>(rows: readonly Row[], { from, limit }: { from: number; limit: number }) => ({
  rows: rows.slice(from, from + limit),
  total: rows.length,
})

const pageSize = 100

/** Looks up numbers in the registered enterprises with main's own index. */
const createLookUp = (world: World) => {
  let indexed: { readonly of: readonly LockRecord[]; readonly count: number } | null = null
  let index = emptyIndex
  return async (number: string) => {
    if (indexed?.of !== world.records || indexed.count !== world.registered.length) {
      indexed = { of: world.records, count: world.registered.length }
      index = await runTimeSliced(indexRecords(registeredRecords(world)))
    }
    const folded = foldNumber(number)
    const ofShell = isShellNumber(folded) ? index.byShellNumber(folded) : []
    const records = [...new Set([...ofShell, ...index.byFolded(folded)])]
    const [record, second] = records
    if (record === undefined && !mayBeAssetNumber(folded)) return { state: 'not-a-number' as const }
    if (record === undefined) {
      return { state: 'not-listed' as const, near: await runTimeSliced(findSimilarRecords([index], folded)) }
    }
    return second === undefined
      ? { state: 'found' as const, record }
      : { state: 'ambiguous' as const, records }
  }
}

/** The records of the registered enterprises. */
export const registeredRecords = (world: World): LockRecord[] =>
  world.registered.flatMap((id) =>
    world.records.filter(({ enterpriseGlobalId }) => enterpriseGlobalId === id),
  )

const lookUpAnswers = (world: World, readLicenses: Set<string>): Handlers => {
  const lookUp = createLookUp(world)
  const about = () => ({ enterprises: world.registered.length, unread: 0, failure: null })
  return {
    'locks/look-up': async ({ number }) => {
      const found = await lookUp(number)
      if (found.state === 'found') return succeed({ ...found, failure: null })
      return succeed(found.state === 'not-listed' ? { ...found, ...about() } : found)
    },
    'locks/look-up-many': async ({ numbers }) => {
      const results = []
      for (const number of numbers) results.push(await lookUp(number))
      return succeed({ results, ...about() })
    },
    'locks/licenses': ({ assetId }) => {
      readLicenses.add(assetId)
      return succeed(trainingData().licenses(assetId))
    },
    'locks/names': (part) => succeed({ ...slice(world.names, part), version: world.version }),
    'locks/set-name': (named) => {
      const others = world.names.filter(({ assetNum }) => assetNum !== named.assetNum)
      world.names = named.name === '' && named.note === '' ? others : [...others, named]
      world.version += 1
      return succeed(null)
    },
  }
}

const enterpriseAnswers = (world: World): Handlers => {
  const registered = () =>
    world.registered.flatMap(
      (id) => trainingData().enterprises.find((one) => one.enterpriseGlobalId === id) ?? [],
    )
  const refreshed = (id: string) => {
    world.version += 1
    world.emit('records/refreshed', { enterpriseGlobalId: id })
    return succeed(null)
  }
  return {
    'enterprises/list': (part) => succeed({ ...slice(registered(), part), version: world.version }),
    'enterprises/read': ({ enterpriseGlobalIds }) =>
      succeed(registered().filter((one) => enterpriseGlobalIds.includes(one.enterpriseGlobalId))),
    'enterprises/add': (wanted) => {
      const found = trainingData().enterprises.find((one) =>
        wanted.by === 'id'
          ? one.enterpriseGlobalId === wanted.enterpriseGlobalId
          : one.channelCode === wanted.channelCode && one.channelCustomerId === wanted.channelCustomerId,
      )
      if (found === undefined) return notFound('the enterprise')
      world.registered = [...new Set([...world.registered, found.enterpriseGlobalId])]
      return refreshed(found.enterpriseGlobalId)
    },
    'enterprises/remove': ({ enterpriseGlobalId }) => {
      world.registered = world.registered.filter((id) => id !== enterpriseGlobalId)
      return refreshed(enterpriseGlobalId)
    },
    'enterprises/refresh': () => succeed(null),
    'customers/query': ({ channelCode, channelCustomerId }) =>
      succeed(
        trainingData()
          .enterprises.filter(
            (one) => one.channelCode === channelCode && one.channelCustomerId === channelCustomerId,
          )
          .map(({ enterpriseGlobalId, enterpriseName }, place) => ({
            customerId: String(2001 + place),
            channelCode,
            channelCustomerId,
            enterpriseGlobalId,
            enterpriseName,
            isDefault: true,
          })),
      ),
  }
}

const employeeAnswers = (world: World): Handlers => {
  const of = (id: string) => world.employees.filter(({ enterpriseGlobalId }) => enterpriseGlobalId === id)
  return {
    'employees/list': ({ enterpriseGlobalId, ...part }) => {
      const { rows, total } = slice(of(enterpriseGlobalId), part)
      return succeed({
        rows,
        count: total,
        total,
        version: world.version,
        isComplete: true,
        isReading: false,
        readAt: Date.now(),
        failure: null,
      })
    },
    'employees/refresh': () => succeed(null),
    'employees/find': ({ enterpriseGlobalId, keyword, departmentId, pageNum }) => {
      const found = of(enterpriseGlobalId).filter(
        (one) =>
          (departmentId === null || one.departmentId === departmentId) &&
          [one.name, one.userName].some((text) => text?.toLowerCase().includes(keyword.toLowerCase())),
      )
      const { rows, total } = slice(found, { from: (pageNum - 1) * pageSize, limit: pageSize })
      return succeed({ state: 'found', rows, total, pageNum, pages: Math.ceil(total / pageSize) })
    },
  }
}

const loanAnswers = (world: World, readLicenses: ReadonlySet<string>): Handlers => {
  const loans = () => runTimeSliced(buildLoans(registeredRecords(world), [], world.loanFacts))
  const keep = async (key: Pick<LoanFact, 'borrowedUsbKey' | 'memberGlobalId'>, part: Partial<LoanFact>) => {
    const all = await loans()
    const found = all.find(
      (one) => one.borrowedUsbKey === key.borrowedUsbKey && one.memberGlobalId === key.memberGlobalId,
    )
    if (found === undefined) return notFound('the loan')
    const {
      enterpriseGlobalId,
      enterpriseName,
      memberName,
      assets,
      lentHere,
      dueOn,
      note,
      returned,
      closed,
    } = found
    world.loanFacts = withFact(world.loanFacts, {
      ...{ ...key, enterpriseGlobalId, enterpriseName, memberName, lentHere, dueOn, note, returned, closed },
      assets: [...assets],
      ...part,
    })
    world.version += 1
    world.emit('loans/changed', null)
    return succeed(null)
  }
  return {
    'jobs/affected': async (request) =>
      succeed(
        await runTimeSliced(
          affectedBy(request, {
            records: () => registeredRecords(world),
            readAt: () => Date.now(),
            employees: (id) => world.employees.filter(({ enterpriseGlobalId }) => enterpriseGlobalId === id),
            loans: await loans(),
            licenses: (assetId) => (readLicenses.has(assetId) ? trainingData().licenses(assetId) : null),
            now: Date.now(),
          }),
        ),
      ),
    'loans/list': async (part) =>
      succeed({ ...slice(await loans(), part), version: world.version, unread: 0, missing: null }),
    'loans/set-due': ({ dueOn, note, ...key }) =>
      keep(key, { dueOn, ...(note === undefined ? {} : { note }) }),
    'loans/set-returned': ({ operatorIdentity, ...key }) =>
      keep(key, { returned: operatorIdentity === null ? null : { at: Date.now(), operatorIdentity } }),
    'loans/close': ({ note, operatorIdentity, ...key }) =>
      keep(key, { note, closed: { at: Date.now(), operatorIdentity } }),
  }
}

/** The long lists, from the training data and by main's own searches. */
export const listAnswers = (world: World): Handlers => {
  const readLicenses = new Set<string>()
  return {
    ...lookUpAnswers(world, readLicenses),
    ...enterpriseAnswers(world),
    ...employeeAnswers(world),
    ...loanAnswers(world, readLicenses),
    'assets/list': ({ enterpriseGlobalId, ...part }) => {
      const records = registeredRecords(world).filter(
        (record) => enterpriseGlobalId === null || record.enterpriseGlobalId === enterpriseGlobalId,
      )
      return succeed({ ...slice(records, part), version: world.version, readAt: Date.now(), failure: null })
    },
    'assets/find': async ({ text, limit }) =>
      succeed({
        state: 'found',
        ...(await runTimeSliced(findRecords([registeredRecords(world)], text, limit))),
      }),
    'assets/refresh': () => succeed(null),
    'assets/with-extension': ({ enterpriseGlobalId, extendCode }) =>
      succeed(
        world.records
          .filter(
            (record) =>
              record.enterpriseGlobalId === enterpriseGlobalId &&
              record.extensions?.some(({ code }) => code === extendCode),
          )
          .map(({ assetNum }) => assetNum),
      ),
  }
}
