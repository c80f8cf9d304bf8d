import { parentPort } from 'node:worker_threads'
import { serveAnswers } from './serve-answers'
import type { FromReader, ToReader } from './answer-messages'

// A thread of the app's: long answers are read here, so that nothing waits for them.

const port = parentPort
if (port !== null) {
  const serve = serveAnswers((message) => port.postMessage(message))
  port.on('message', (message: ToReader) => serve(message))
  port.postMessage({ kind: 'ready' } satisfies FromReader)
}
