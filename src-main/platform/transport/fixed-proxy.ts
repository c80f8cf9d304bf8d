import { isLoopbackHost } from '#shared/model/app/saved-platform'
import { directOnly } from '#shared/model/app/proxy'
import type { Routes } from './routes'

type RoutesFor = (url: string) => Promise<Routes>

/** The routes of a policy's proxy, which replaces the system's settings. This computer's own services need no proxy. */
export const routesByFixedProxy =
  (proxy: string): RoutesFor =>
  (url) =>
    Promise.resolve([proxy === directOnly || isLoopbackHost(new URL(url).hostname) ? null : proxy])
