import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { net, session } from 'electron'
import { isLoopbackHost } from '#shared/model/app/saved-platform'
import { createResponseParser } from '../platform/response/response-parser'
import { trustedCertificates } from '../platform/transport/certificates'
import { systemProxy } from '../platform/transport/electron-proxy'
import { routesByFixedProxy } from '../platform/transport/fixed-proxy'
import { createProxyLogins } from '../platform/transport/proxy-logins'
import { createAppUpdates } from '../updates/electron-updates'
import { proxyLoginStore } from '../vault/proxy-login-store'
import type { EarlyServices } from './early-services'

/** A session used only to read the system's proxy settings; the page's default session has no network access. */
const systemNetwork = 'system-network'

/** The ways out of this computer: proxies, certificates, updates, and the thread that reads responses. */
export const startNetwork = ({
  disposables,
  files,
  hasWindow,
  log,
  openPlatform,
  policy,
  programFolder,
  vault,
  window,
}: EarlyServices) => {
  const proxyLogins = createProxyLogins({
    store: proxyLoginStore(vault),
    onError: (error) => log.warn('credentials of a proxy', { error }),
  })
  proxyLogins.onRequest((request) => window.emit('proxy/request-changed', request))
  const { proxy } = policy.state.policy
  const network = {
    routesFor:
      proxy === undefined ? systemProxy(session.fromPartition(systemNetwork)) : routesByFixedProxy(proxy),
    certificates: trustedCertificates,
    proxyLogins,
  }
  const updates = disposables.add(
    createAppUpdates({
      proxy: proxy ?? null,
      findProxyLogin: proxyLogins.find,
      hasWindow,
      preferences: files.preferences,
      policy,
      // No update is installed while a job runs.
      isBusy: () => openPlatform.runningJobs > 0,
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
  return {
    network,
    updates,
    responseParser,
    /** Whether this computer has a network that can reach the address. A service on it needs none. */
    hasNetwork: (baseUrl: string | null): boolean =>
      net.isOnline() ||
      baseUrl === null ||
      !URL.canParse(baseUrl) ||
      isLoopbackHost(new URL(baseUrl).hostname),
  }
}

export type Network = ReturnType<typeof startNetwork>
