import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { net, powerMonitor, session } from 'electron'
import type { EventName, Events } from '#shared/bridge/events'
import { isLoopbackHost } from '#shared/model/app/environment'
import { fixedKeysOf } from '#shared/model/app/policy'
import { recentChangesAtStart } from '../changes/recent-changes'
import type { KeptImports } from '../directory/enterprise-import'
import { createAddressCheck } from '../environments/address-check'
import { createConnectDrafts } from '../environments/connect-draft'
import { followRemovals } from '../environments/environments'
import { createPlatformData } from '../environments/platform-data'
import { stoppableJournal } from '../journal/stoppable-journal'
import { createVerifier } from '../journal/verify/verify-thread'
import { withoutSuspended } from '../locks/learn/probation'
import { openProfileRepository } from '../locks/profiles/profile-repository'
import { forkUsbProcess } from '../locks/usb-process/electron-usb-process'
import { createUsbLockSource } from '../locks/usb-process/usb-supervisor'
import { createResponseParser } from '../platform/response/response-parser'
import { trustedCertificates } from '../platform/transport/certificates'
import { systemProxy } from '../platform/transport/electron-proxy'
import { createSignatures } from '../signatures/signatures'
import { createConfirmedTime } from '../util/confirmed-time'
import { createElectronNotifier } from '../reminders/electron-notifier'
import { fixedProxy } from '../platform/transport/fixed-proxy'
import { createProxyLogins } from '../platform/transport/proxy-logins'
import { createAppUpdates, installedArchive, noticesFiles } from '../updates/electron-updates'
import { proxyLoginStore } from '../vault/proxy-login-store'
import { createEmitter } from '../util/emitter'
import { createProfileSignatures } from '../work-orders/profile-signature'
import { createSigningKeys } from '../work-orders/signing-key'
import { createTrustedKeys } from '../work-orders/trusted-keys'
import { createSignedOrders } from '../work-orders/signed-orders'
import { createUsedOrders } from '../work-orders/used-orders'
import { createWorkOrders } from '../work-orders/work-orders'
import { createResultLog, receiversOf } from '../result-log/result-log'
import type { FirstServices } from './first-services'
import { openAppJournal } from './open-app-journal'
import { openRecords } from './open-records'

/** A session used only to read the system's proxy settings; the page's default session has no network access. */
const systemNetwork = 'system-network'

/** Creates what may take long and the first paint does not need: the journal, updates, the network, USB locks. */
export const createAppServices = async (
  first: FirstServices,
  /** Whether a job runs: an update is not installed then. */
  isBusy: () => boolean,
) => {
  const { desktop, disposables, environments, files, folder, log, notices, programFolder, vault } = first
  const { unsentSecrets, window } = first

  const { policy } = first.policy.state

  const opened = await openAppJournal(folder, { notices, log })
  const { journal, stopChanges } = stoppableJournal(opened.journal)
  disposables.add(journal)
  const records = await openRecords(first, journal)
  // Stops after what writes to the journal, and before the journal.
  const resultLog = disposables.add(
    createResultLog({
      journal,
      file: files.delivered,
      receivers: opened.problem === null ? receiversOf(policy, trustedCertificates) : [],
      isRequired: policy.resultLogRequired === true,
      log,
    }),
  )
  const confirmedTime = await createConfirmedTime({
    file: files.confirmedTime,
    onError: (error) => log.warn('confirmed time not saved', { error }),
  })
  const onSignatureError = (error: unknown) => log.warn('signatures', { error })
  const signatures = disposables.add(
    createSignatures({
      journal,
      maxDays: () => first.settings.read().signatureDays,
      onError: onSignatureError,
      now: confirmedTime.read,
    }),
  )
  if (first.hasWindow) void signatures.cleanUp().catch(onSignatureError)
  const verifierProgram = join(programFolder, 'verify-journal.js')
  const verifier = disposables.add(createVerifier(verifierProgram))
  const diagnosisVerifier = disposables.add(createVerifier(verifierProgram))

  const proxyLogins = createProxyLogins({
    store: proxyLoginStore(vault),
    onError: (error) => log.warn('credentials of a proxy', { error }),
  })
  proxyLogins.onRequest((request) => window.emit('proxy/request-changed', request))
  const { proxy } = policy
  const network = {
    routesFor: proxy === undefined ? systemProxy(session.fromPartition(systemNetwork)) : fixedProxy(proxy),
    certificates: trustedCertificates,
    proxyLogins,
  }
  const updates = disposables.add(
    createAppUpdates({
      proxy: proxy ?? null,
      findProxyLogin: proxyLogins.find,
      hasWindow: first.hasWindow,
      preferences: files.preferences,
      policy: first.policy,
      isBusy,
      emit: (state) => window.emit('updates/changed', state),
      log,
    }),
  )

  const responseParser = disposables.add(
    createResponseParser({
      launch: () => new Worker(join(programFolder, 'response-worker.js'), { env: {} }),
      onError: (what) => log.warn('response parser failed', { what }),
    }),
  )

  const profiles = await openProfileRepository(join(folder, 'lock-profiles'))
  for (const { file } of profiles.broken) notices.add('profile-broken', file)
  const recognition = () => ({
    profiles: withoutSuspended(profiles.profiles),
    models: files.models.read().models,
  })
  const usb = disposables.add(
    createUsbLockSource({
      fork: forkUsbProcess(join(programFolder, 'usb-process.js')),
      // The USB process loads after the first paint, so that the page starts fast on a slow computer.
      after: window.firstPaint,
      recognition: recognition(),
      log,
    }),
  )
  powerMonitor.on('resume', () => usb.rescan())
  const away = createEmitter<null>()
  const emitAway = () => away.emit(null)
  // Also after waking: the message before it does not come on every system.
  powerMonitor.on('suspend', emitAway)
  powerMonitor.on('resume', emitAway)
  powerMonitor.on('lock-screen', emitAway)

  const platformData = createPlatformData({
    folder,
    files,
    journal,
    unsentSecrets,
    onError: (error) => log.warn('data of a platform', { error }),
  })
  disposables.add(followRemovals(environments, platformData.forget))
  const drafts = createConnectDrafts({
    environments,
    vault,
    network,
    enterpriseOf: (platformId) =>
      files.register.read().platforms[platformId]?.[0]?.enterpriseGlobalId ?? null,
    dataOf: platformData.of,
    confirmMove: desktop.confirmMove,
    confirmKeyLoss: (platform) => desktop.confirmDestruction({ kind: 'replace-keys', ...platform }),
    onSteps: (steps) => window.emit('connect/steps', steps),
  })

  const keys = createSigningKeys(vault)
  const trusted = createTrustedKeys(files.trustedKeys, Date.now, fixedKeysOf(policy))
  const used = disposables.add(
    createUsedOrders({
      path: join(folder, 'used-orders.log'),
      hasHistory: () =>
        records.isStrict ||
        files.trustedKeys.read().keys.length > 0 ||
        journal.jobs().some(({ intent }) => intent.workOrder !== undefined),
      now: Date.now,
      ...records.ofUsedOrders,
    }),
  )
  // Where a missing list was lost, it begins with the first start and not with the first order.
  if (records.isStrict) void used.find('')
  const workOrders = createWorkOrders({
    keys,
    trusted,
    used,
    journal,
  })

  const signedOrders = createSignedOrders(files.signedOrders, join(folder, 'signed-orders'))
  disposables.add(signedOrders)

  const enterpriseImports: KeptImports = { byPlatform: new Map(), lastNumber: 0 }

  return {
    ...first,
    /** Resolves when the window has drawn the page for the first time. */
    firstPaint: window.firstPaint,
    emit: <Name extends EventName>(name: Name, value: Events[Name]): void => window.emit(name, value),
    journal,
    signatures,
    resultLog,
    journalProblem: opened.problem,
    /** From now on the journal accepts no new change. */
    stopChanges,
    /** Null if no policy limits the changes without a work order. */
    rememberedJobs: records.ofJobs,
    /** Recent changes across all platforms. Training is counted separately because it changes no real data. */
    recentChanges: recentChangesAtStart({ jobs: journal.jobs(), queued: files.queue.read().items }),
    verifier,
    /** A separate verifier, because a new check cancels the running one of the same verifier. */
    diagnosisVerifier,
    updates,
    noticesFiles: noticesFiles(),
    archive: installedArchive(),
    network,
    /** Whether this computer has a network that can reach the address. A service on it needs none. */
    hasNetwork: (baseUrl: string | null): boolean =>
      net.isOnline() ||
      baseUrl === null ||
      !URL.canParse(baseUrl) ||
      isLoopbackHost(new URL(baseUrl).hostname),
    responseParser,
    notifier: createElectronNotifier(),
    profiles,
    confirmedTime,
    recognition,
    usb,
    /** The computer sleeps, wakes, or its screen is locked. */
    onAway: away.add,
    platformData,
    enterpriseImports,
    workOrders,
    signedOrders,
    profileSignatures: createProfileSignatures({ keys, trusted }),
    drafts,
    /** Asks for confirmation in a system dialog before a request goes to an address of no saved platform. */
    confirmAddress: createAddressCheck({
      saved: () => environments.all(),
      confirm: desktop.confirmAddress,
    }),
  }
}

export type AppServices = Awaited<ReturnType<typeof createAppServices>>
