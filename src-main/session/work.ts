import { setTimeout as pause } from 'node:timers/promises'
import type { ChangeAction } from '#shared/model/change'
import type { Job } from '#shared/model/job'
import { createDesk } from '../desk/desk'
import type { Desk } from '../desk/desk'
import { noteDoneRows } from '../desk/note-done-rows'
import { createLoans } from '../desk/loans/loans'
import type { Loans } from '../desk/loans/loans'
import { createOutbox } from '../desk/outbox'
import type { Outbox } from '../desk/outbox'
import type { OpenEnvironment } from '../environments/open-environment'
import type { Session } from '../environments/session-switch'
import type { House } from '../house'
import { combineLockSources } from '../locks/combine-lock-sources'
import { combineDeviceBenches } from '../locks/device-bench'
import type { DeviceBench } from '../locks/device-bench'
import type { LockSource } from '../locks/lock-source'
import { createTrainingTray } from '../locks/training-tray'
import type { TrainingTray } from '../locks/training-tray'

/** What the work needs of the house. */
export type WorkHouse = Pick<
  House,
  | 'files'
  | 'journal'
  | 'log'
  | 'options'
  | 'profiles'
  | 'recognition'
  | 'settings'
  | 'tell'
  | 'unsentSecrets'
  | 'usb'
> & { readonly desktop: Pick<House['desktop'], 'confirmHighImpact'> }

export interface Work extends Omit<Session, 'environmentId'> {
  readonly desk: Desk
  readonly outbox: Outbox
  readonly loans: Loans
  readonly locks: LockSource
  readonly bench: DeviceBench
  /** Null where there are no simulated locks. */
  readonly tray: TrainingTray | null
}

const touchesPeople: ReadonlySet<ChangeAction> = new Set([
  'add-employee',
  'edit-employee',
  'delete-employee',
  'assign',
  'lend',
])

/** More jobs than run at once. */
const mostJobs = 1_000
/** A call of a job that is to pause may take its whole deadline (60 s) to come back. */
const callPatienceMs = 65_000

/** The work on one platform: its locks, its desk, and what the window is told of them. */
export const startWork = (
  environment: OpenEnvironment,
  house: WorkHouse,
  /** The platform has let this environment's credentials in. */
  onVerified: () => void,
): Work => {
  const { files, usb, profiles, recognition, journal, tell, log } = house
  const { monitor, records, people } = environment
  const hasTray = environment.training || house.options.simulatedLocks
  const tray = hasTray ? createTrainingTray({ recognition: recognition(), log }) : null
  // Real locks stay where they are when the platform changes; simulated ones come and go with theirs.
  const locks = tray === null ? usb : combineLockSources(tray.source, usb)
  const bench = tray === null ? usb : combineDeviceBenches(tray.source, usb)
  const desk = createDesk({
    client: monitor.client,
    records,
    journal,
    locks,
    confirmHighImpact: house.desktop.confirmHighImpact,
    environment,
    unsentSecrets: house.unsentSecrets,
    nameOf: (enterpriseGlobalId, memberGlobalId) =>
      people.names(enterpriseGlobalId).get(memberGlobalId) ?? null,
    chunkSize: () => house.settings.read().chunkSize,
    onIdleDisarm: () => tell('desk/disarmed', { because: 'idle' }),
    onNewEnterprises: (enterprises) =>
      void environment.register
        .add(enterprises)
        .then(() => records.refreshAll())
        .catch((error: unknown) => log.error('the register was not saved', { error })),
  })
  /** Whoever came, left or holds something else stands on the list of employees, which is otherwise read rarely. */
  const rereadPeople = ({ jobId, action, state }: Job): void => {
    if (state !== 'ended' || !touchesPeople.has(action)) return
    const rows = journal.job(jobId)?.intent.rows ?? []
    for (const id of new Set(rows.flatMap(({ enterpriseGlobalId }) => enterpriseGlobalId ?? []))) {
      void people.reread(id)
    }
  }
  const outbox = createOutbox({
    file: files.queue,
    environment: environment.id,
    journal,
    records,
    forQueue: desk.forQueue,
    isReachable: () => monitor.status().state === 'reachable',
    probe: () => records.probe(),
    expiresAfterMs: () => house.settings.read().queueHours * 3_600_000,
    onFault: (error) => log.error('the queue', { error }),
  })
  const loans = createLoans({ records, journal, file: files.loans, environment: environment.id })
  const endings = [
    loans.onChange(() => tell('loans/changed', null)),
    outbox.onChange(() => tell('outbox/changed', null)),
    monitor.onChange((status) => {
      if (status.state === 'reachable') {
        onVerified()
        outbox.onReachable()
      }
      tell('platform/status', status)
    }),
    locks.onChange((plugged) => tell('locks/changed', plugged)),
    profiles.onChange(() => locks.recognise(recognition())),
    bench.onDevices((attached) => tell('devices/changed', attached)),
    tray?.onChange((simulated) => tell('tray/changed', simulated)),
    desk.jobs.onChange((job) => tell('jobs/changed', job)),
    desk.jobs.onChange(rereadPeople),
    people.onChange((changed) => tell('employees/changed', changed)),
    records.onRefreshed((enterpriseGlobalId) => tell('records/refreshed', { enterpriseGlobalId })),
    records.onNoted((enterpriseGlobalIds) => tell('records/changed-here', { enterpriseGlobalIds })),
    noteDoneRows({ journal, records, environment: environment.id }),
  ]
  const runningJobs = () => desk.jobs.list(mostJobs).filter(({ state }) => state === 'running')

  return {
    desk,
    outbox,
    loans,
    locks,
    bench,
    tray,
    busy: () => ({
      onTheirWay: journal
        .open()
        .filter(({ state, job }) => state === 'sent' && job.intent.environment === environment.id).length,
      jobs: runningJobs().length,
    }),
    pauseJobs: async () => {
      for (const { jobId } of runningJobs()) desk.jobs.pause(jobId)
      const until = Date.now() + callPatienceMs
      while (runningJobs().length > 0 && Date.now() < until) await pause(50)
    },
    stop: async () => {
      loans.stop()
      await outbox.stop()
      await desk.stop()
      for (const end of endings) end?.()
      await tray?.source.stop()
      await environment.stop()
    },
  }
}
