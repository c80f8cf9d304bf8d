import '../../../src-system/trusted-environment'
import { parentPort } from 'node:worker_threads'
import { serveResponses } from './serve-responses'
import type { FromResponseWorker, ToResponseWorker } from './response-messages'

// The worker thread that parses long responses.

const port = parentPort
if (port !== null) {
  const serve = serveResponses((message) => port.postMessage(message))
  port.on('message', (message: ToResponseWorker) => serve(message))
  port.postMessage({ kind: 'ready' } satisfies FromResponseWorker)
}
