import type { NetworkDeps } from '../platform/transport/transport'

/** The connection to the training service, which a person can cut for training. */
export interface TrainingConnection {
  isCut(): boolean
  setCut(isCut: boolean): void
  /** The network whose requests fail before their first byte while the connection is cut. */
  readonly network: NetworkDeps
}

export const createTrainingConnection = (network: NetworkDeps): TrainingConnection => {
  let cut = false
  return {
    isCut: () => cut,
    setCut: (isCut) => (cut = isCut),
    network: {
      ...network,
      routesFor: (url) =>
        cut
          ? Promise.reject(new Error('training simulates that there is no connection'))
          : network.routesFor(url),
    },
  }
}
