import { operations } from '#shared/operations'
import type { OperationData, OperationId, OperationRequest } from '#shared/operations'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import type { CallOptions, PlatformClient } from '../platform/client'
import { stringifyJson } from '../platform/json'

/** The client for one look over many rows: what several of them read is read once. It is thrown away afterwards. */
export const readOnce = (client: PlatformClient): PlatformClient => {
  const reads = new Map<string, Promise<unknown>>()
  const call = <Id extends OperationId>(
    id: Id,
    request: OperationRequest<Id>,
    options?: CallOptions,
  ): Promise<Outcome<OperationData<Id>, PlatformFailure>> => {
    if (operations[id].changesState) return client.call(id, request, options)
    const key = `${id} ${stringifyJson(request)}`
    const known = reads.get(key) as Promise<Outcome<OperationData<Id>, PlatformFailure>> | undefined
    if (known !== undefined) return known
    const read = client.call(id, request, options)
    reads.set(key, read)
    return read
  }
  return { ...client, call }
}
