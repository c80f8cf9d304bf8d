import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { net, powerMonitor, session } from 'electron'
import { isLoopbackHost, trainingEnvironment } from '#shared/model/environment'
import { resultsOf } from './desk/desk'
import type { Chooser } from './environments/choose-environment'
import { createConnectDrafts } from './environments/connect-draft'
import { followRemovals } from './environments/follow-removals'
import { createSessionSwitch } from './environments/session-switch'
import type { SessionSwitch } from './environments/session-switch'
import type { House } from './house'
import { createVerifier } from './journal/verify-thread'
import { openKeptJournal } from './kept-journal'
import { forkUsbProcess } from './locks/electron-usb-process'
import { openProfileShelf } from './locks/profile-shelf'
import { createUsbLockSource } from './locks/usb-supervisor'
import { trustedCertificates } from './platform/certificates'
import { systemProxy } from './platform/electron-proxy'
import { createLongAnswers } from './platform/long-answers'
import { forgetKnownRecords } from './register/known-records'
import { openSession } from './session/open-session'
import type { OpenSession } from './session/open-session'
import { createAppUpdates } from './updates/electron-updates'
import type { MainWindow } from './window/main-window'

/** What stands when the page can draw its first picture (`main.ts`). */
export interface Begun extends Pick<
  House,
  | 'options'
  | 'launchedCredentials'
  | 'here'
  | 'folder'
  | 'describe'
  | 'desktop'
  | 'log'
  | 'notices'
  | 'settings'
  | 'files'
  | 'vault'
  | 'unsentSecrets'
  | 'environments'
> {
  readonly window: MainWindow
  /** Takes what has started, to be stopped in reverse. */
  readonly stoppers: (() => Promise<void> | void)[]
  readonly choose: Chooser
  /** The platform it begins on. */
  readonly first: string
  /** Told of a platform before it is opened. */
  readonly onOpening: (environmentId: string) => void
  /** Who is at the desk in training, until somebody says otherwise. */
  readonly trainingOperator: string
}

/** What may be long, and what no first picture waits for: the journal, the ways out, what is plugged in, the platform. */
export const openHouse = async (begun: Begun): Promise<SessionSwitch<OpenSession>> => {
  const { window: main, stoppers, choose, first, onOpening, trainingOperator, ...kept } = begun
  const { here, folder, log, notices, settings, files, vault, unsentSecrets, environments } = kept

  const { journal, problem: journalProblem } = await openKeptJournal(folder, { notices, log })
  stoppers.push(() => journal.stop())
  const verifier = createVerifier(join(here, 'verify-journal.js'))
  stoppers.push(() => verifier.stop())
  const diagnosisVerifier = createVerifier(join(here, 'verify-journal.js'))
  stoppers.push(() => diagnosisVerifier.stop())

  // Newer versions of the app: asked for only when a person wants it, and never put in place under a job.
  const updates = createAppUpdates({
    file: files.updates,
    isBusy: () => (sessions.current()?.busy().jobs ?? 0) > 0,
    tell: (state) => main.tell('updates/changed', state),
    log,
  })
  stoppers.push(() => updates.stop())

  // The ways out of the computer. What is on this very machine needs no network.
  const hasNetwork = (baseUrl: string | null) =>
    net.isOnline() || baseUrl === null || isLoopbackHost(new URL(baseUrl).hostname)
  const network = { proxyFor: systemProxy(session.defaultSession), certificates: trustedCertificates }
  const longAnswers = createLongAnswers({
    launch: () => new Worker(join(here, 'answer-thread.js'), { env: {} }),
    onFault: (what) => log.warn('long answers', { what }),
  })
  stoppers.push(() => longAnswers.stop())

  // What is plugged in.
  const profiles = await openProfileShelf(join(folder, 'lock-profiles'))
  for (const { file, problem } of profiles.broken) notices.add('profile-broken', `${file}: ${problem}`)
  const recognition = () => ({ profiles: profiles.profiles, models: files.models.read().models })
  const usb = createUsbLockSource({
    fork: forkUsbProcess(join(here, 'usb-process.js')),
    // Another program to load: on a small computer it would take its time from the page's.
    after: main.firstPicture,
    recognition: recognition(),
    log,
  })
  stoppers.push(() => usb.stop())
  powerMonitor.on('resume', () => usb.rescan())

  const drafts = createConnectDrafts({
    environments,
    vault,
    network,
    enterpriseOf: (baseUrl) => files.register.read().platforms[baseUrl]?.[0]?.enterpriseGlobalId ?? null,
    onSteps: (steps) => main.tell('connect/steps', steps),
  })

  stoppers.push(
    followRemovals(environments, (baseUrl) => {
      const failed = (error: unknown) => log.warn('not forgotten', { error })
      void forgetKnownRecords(folder, baseUrl).catch(failed)
      for (const { jobId, intent } of journal.jobs()) {
        if (intent.environment === baseUrl) void unsentSecrets.drop(jobId)
      }
      const isKept = (one: { readonly environment: string }) => one.environment !== baseUrl
      void files.queue
        .update(({ items, ended, ...content }) => ({
          ...content,
          items: items.filter(isKept),
          ended: ended.filter(isKept),
        }))
        .catch(failed)
    }),
  )

  // One platform at a time.
  const house: House = {
    ...kept,
    firstPicture: main.firstPicture,
    tell: (name, value) => main.tell(name, value),
    drafts,
    journal,
    journalProblem,
    verifier,
    diagnosisVerifier,
    network,
    hasNetwork,
    longAnswers,
    usb,
    profiles,
    recognition,
    updates,
    sessions: { to: (...request) => sessions.to(...request) },
  }
  const open = async (environmentId: string) => {
    onOpening(environmentId)
    return openSession(house, environmentId, await choose(environmentId))
  }
  const sessions = createSessionSwitch({
    first: await open(first),
    open,
    onSwitched: async (id) => {
      await environments.setCurrent(id).catch((error: unknown) => log.error('not saved', { error }))
      // Who trained under a made-up name is asked for the real one.
      const { operatorIdentity, operators } = settings.read()
      if (id !== trainingEnvironment && operatorIdentity === trainingOperator) {
        await settings
          .change({
            operatorIdentity: '',
            operators: operators.filter((name) => name !== trainingOperator),
          })
          .catch((error: unknown) => log.error('not saved', { error }))
      }
      await main.startOver()
      log.info('on another platform', { training: id === trainingEnvironment })
    },
    onFault: (error) => log.error('the platform was not changed', { error }),
  })
  stoppers.push(() => sessions.stop())

  journal.onChange(({ jobId, places }) => {
    main.tell('journal/changed', { jobId })
    const job = journal.job(jobId)
    if (job !== null) main.tell('jobs/rows', { jobId, rows: resultsOf(job, places) })
  })
  return sessions
}
