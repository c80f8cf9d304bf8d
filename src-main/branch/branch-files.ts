import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BranchEvent, BranchFact } from '#shared/model/branch/branch-event'
import { addFact, pendingStamp, writesOf } from '#shared/model/branch/registers'
import type { Register, Registers } from '#shared/model/branch/registers'
import { stocktakeFields } from '#shared/model/branch/stocktake-fold'
import type { LoanFact } from '#shared/model/changes/loan-fact'
import { normalizeAddress } from '#shared/model/app/saved-platform'
import { loanList } from '../changes/loans/loan-facts'
import type { LoanFactsContent } from '../changes/loans/loan-facts'
import { nameFacts, nameList } from '../directory/lock-names'
import type { LockNamesContent } from '../directory/lock-names'
import { createDeferred, createRunOnceScheduler, createSequencer, raceTimeout } from '../util/async'
import type { Deferred } from '../util/async'
import { createEmitter } from '../util/emitter'
import { FailureError } from '../util/failure-error'
import type { JsonFile } from '../util/files/json-file'
import type { ListForm, PlatformBranch } from '../util/folded-list'
import type { StocktakeCopies } from '../stocktake/stocktake-copies'
import type { SigningKeys } from '../work-orders/signing-key'
import type { BranchFiles } from './branch-stores'
import { createOwnEventsFile, openOwnEvents } from './own-events'
import type { OwnEvents } from './own-events'
import { openReceivedEvents } from './received-events'
import type { ReceivedStore } from './received-events'
import type { Head } from './signed-event'
import { factOf } from './verify-events'
import type { Finding } from './witnesses'

interface Opened {
  readonly computer: string
  readonly own: OwnEvents
  readonly received: ReceivedStore
  readonly earlier: ReceivedStore['earlier']
  /** Own events that have not arrived in the database: they count here, and are later than all that have. */
  pending: readonly BranchEvent[]
}

/** The platforms of this computer: the key of their data, and their address. */
type Platforms = readonly { readonly platformId: string; readonly baseUrl: string }[]

const allFields: ReadonlySet<Register['field']> = new Set([
  ...loanList.fields,
  ...nameList.fields,
  ...stocktakeFields,
  'order.used',
  'order.use',
  'change.result',
])

/** Other programs read the copies, and this one when the computer leaves; they need not be those of this instant. */
const copyAfterMs = 1_000

/** A join that takes longer has failed. */
const maxJoinMs = 10_000

/** What is known of a loan. Nothing where nothing is: another desk may know more. */
const loanFactsOf = ({ dueOn, note, returned, closed, ...loan }: LoanFact): BranchFact[] => {
  if (closed !== null)
    return [{ kind: 'loan.closed', body: { loan: { ...loan, dueOn, note, returned, closed } } }]
  const facts: BranchFact[] = []
  if (dueOn !== null) facts.push({ kind: 'loan.due', body: { loan, dueOn } })
  if (note !== '') facts.push({ kind: 'loan.note', body: { loan, note } })
  if (returned !== null) facts.push({ kind: 'loan.returned', body: { loan, returned } })
  return facts
}

const factIn = (event: BranchEvent): BranchFact[] => {
  const fact = factOf(event)
  return fact === null || fact === 'bad' ? [] : [fact]
}
const fieldsOf = (events: readonly BranchEvent[]): Set<Register['field']> =>
  new Set(
    events.flatMap((event) =>
      factIn(event).flatMap((fact) => writesOf(fact, event.computer).map(({ field }) => field)),
    ),
  )

/** The files of this computer's branch, and what the branch states of each platform. */
export const createBranchFiles = (deps: {
  /** Of these files alone. */
  readonly folder: string
  /** This computer's ID in its branch, or null. */
  readonly joined: () => string | null
  readonly keys: Pick<SigningKeys, 'open'>
  readonly files: {
    readonly loans: JsonFile<LoanFactsContent>
    readonly lockNames: JsonFile<LockNamesContent>
  }
  /** Missing where no stocktakes are shared. */
  readonly stocktakes?: StocktakeCopies
  readonly platforms: () => Platforms
  readonly now: () => number
  readonly onError: (error: unknown) => void
}) => {
  const { folder, joined, keys, files, now, onError } = deps
  const ownPath = join(folder, 'own-events.log')
  const receivedPath = join(folder, 'received.log')
  const sequencer = createSequencer()
  /** By address; null for every platform. */
  const changes = createEmitter<{
    readonly platform: string | null
    readonly fields: ReadonlySet<Register['field']>
  }>()
  const receivedFields = createEmitter<undefined>()
  const views = new Map<string, Registers>()
  let opened: Opened | null = null
  /** From when a join has begun until the files are open: a change meanwhile would be in no event. */
  let joining: Deferred<undefined> | null = null

  const key = async () => {
    const found = await keys.open()
    if (!found.ok) throw new FailureError(found.error)
    return found.value
  }

  /** Each once, however often its address is spelled. */
  const platformsNow = (): Platforms => {
    const byId = new Map(deps.platforms().map((platform) => [platform.platformId, platform]))
    return [...byId.values()]
  }

  const view = ({ received, pending }: Opened, platform: string): Registers => {
    const known = views.get(platform)
    if (known !== undefined) return known
    const registers = new Map(received.registers(platform))
    for (const event of pending)
      if (event.platform === platform)
        for (const fact of factIn(event)) addFact(registers, fact, pendingStamp(event.computer, event.n))
    views.set(platform, registers)
    return registers
  }

  // --- The copies in the files that a computer without a branch has

  const copyList = async <Entry, Content extends { readonly platforms: Readonly<Record<string, Entry[]>> }>(
    file: JsonFile<Content>,
    form: ListForm<Entry>,
    now: Opened,
  ): Promise<void> => {
    const copies = deps.platforms().map(({ platformId, baseUrl }) => {
      const registers = view(now, normalizeAddress(baseUrl))
      return [platformId, form.entriesIn(registers, now.computer)] as const
    })
    const { platforms } = file.read()
    const changed = copies.filter(
      ([id, entries]) => JSON.stringify(entries) !== JSON.stringify(platforms[id] ?? []),
    )
    if (changed.length === 0) return
    await file.update((content) => ({
      ...content,
      platforms: { ...content.platforms, ...Object.fromEntries(changed) },
    }))
  }
  const copyAll = async (): Promise<void> => {
    if (opened === null) return
    await copyList(files.loans, loanList, opened)
    await copyList(files.lockNames, nameList, opened)
    for (const { platformId, baseUrl } of platformsNow())
      await deps.stocktakes?.copy(platformId, view(opened, normalizeAddress(baseUrl)))
  }
  const copying = createRunOnceScheduler(() => void sequencer.queue(copyAll).catch(onError))

  const changed = (platform: string | null, fields: ReadonlySet<Register['field']>): void => {
    if (platform === null) views.clear()
    else views.delete(platform)
    copying.schedule(copyAfterMs)
    changes.emit({ platform, fields })
  }

  // --- Open and close

  /** An own event that has arrived has its place among the others. */
  const onArrived = (now: Opened): void => {
    const arrived = now.pending.filter(({ n }) => n <= now.received.ownArrived())
    if (arrived.length === 0) return
    now.pending = now.pending.slice(arrived.length)
    for (const platform of new Set(arrived.map((event) => event.platform)))
      changed(platform, fieldsOf(arrived.filter((event) => event.platform === platform)))
  }

  const joinEnded = (): void => {
    joining?.resolve(undefined)
    joining = null
  }

  const openAll = async (computer: string): Promise<Opened> => {
    if (opened?.computer === computer) return opened
    const own = await openOwnEvents({ path: ownPath, computer, key, now })
    try {
      const received = await openReceivedEvents({ path: receivedPath, computer, now })
      const from = received.ownArrived() + 1
      const pending = await own.from(from, Math.max(0, own.last() - from + 1))
      const all: Opened = { computer, own, received, earlier: received.earlier, pending }
      received.onChange((platforms) => {
        onArrived(all)
        for (const { platform, fields } of platforms) changed(platform, fields)
        if (platforms.length > 0) receivedFields.emit(undefined)
      })
      opened = all
      joinEnded()
      changed(null, allFields)
      return all
    } catch (error) {
      await own.stop()
      throw error
    }
  }
  const openJoined = async (): Promise<Opened | null> => {
    if (joining !== null) await raceTimeout(joining.promise, maxJoinMs)
    const computer = joined()
    return computer === null ? null : sequencer.queue(() => openAll(computer))
  }

  const closeAll = async (): Promise<void> => {
    copying.cancel()
    const { own, received } = opened ?? {}
    opened = null
    views.clear()
    await received?.stop()
    await own?.stop()
  }

  const create = async (computer: string): Promise<void> => {
    joinEnded()
    joining = createDeferred()
    await closeAll()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rm(receivedPath, { force: true })
    await createOwnEventsFile(ownPath, computer, (await key()).publicKey)
    const { loans, lockNames } = files
    // What is being changed is in the file afterwards.
    await loans.update((content) => content)
    await lockNames.update((content) => content)
    const own = await openOwnEvents({ path: ownPath, computer, key, now })
    try {
      for (const { platformId, baseUrl } of platformsNow()) {
        const facts = [
          ...(loans.read().platforms[platformId] ?? []).flatMap(loanFactsOf),
          ...(lockNames.read().platforms[platformId] ?? []).flatMap((name) => nameFacts(name)),
          ...((await deps.stocktakes?.factsOf(platformId)) ?? []),
        ]
        await own.append([{ platform: normalizeAddress(baseUrl), facts }])
      }
    } finally {
      await own.stop()
    }
  }

  const branchFiles: BranchFiles = {
    open: (computer) => sequencer.queue(() => openAll(computer)),
    create: (computer) =>
      sequencer.queue(() =>
        create(computer).catch((error: unknown) => {
          joinEnded()
          throw error
        }),
      ),
    close: () =>
      sequencer.queue(async () => {
        await copyAll()
        await closeAll()
        await rm(folder, { recursive: true, force: true })
        changes.emit({ platform: null, fields: allFields })
      }),
  }

  return {
    ...branchFiles,
    heads: (): ReadonlyMap<string, Head> => opened?.received.heads() ?? new Map<string, Head>(),
    statedJournal: (): Head | null => opened?.received.statedJournal() ?? null,
    /** Computers whose journal or chain became shorter or different. */
    findings: (): readonly Finding[] => opened?.received.findings() ?? [],
    /** Called when others have stated facts. */
    onReceived: receivedFields.add,
    /** The name of a computer of the branch; null if it is not known here. */
    nameOf: (computer: string): string | null => opened?.received.names().get(computer) ?? null,
    /** What the branch states of the platform at this address. */
    of: (address: string): PlatformBranch => {
      const platform = normalizeAddress(address)
      return {
        ready: async () => {
          await openJoined()
        },
        current: () =>
          opened === null
            ? null
            : {
                registers: view(opened, platform),
                computer: opened.computer,
                names: opened.received.names(),
              },
        append: async (facts) => {
          const now = await openJoined()
          if (now === null) throw new Error('this computer has left the branch')
          const events = await now.own.append([{ platform, facts }])
          now.pending = [...now.pending, ...events]
          changed(platform, fieldsOf(events))
        },
        onChange: (listener) =>
          changes.add((change) => {
            if (change.platform === null || change.platform === platform) listener(change.fields)
          }),
      }
    },
    stop: () =>
      sequencer.queue(async () => {
        await copyAll().catch(onError)
        await closeAll()
        changes.clear()
        receivedFields.clear()
      }),
  }
}
export type AppBranchFiles = ReturnType<typeof createBranchFiles>
