import '../../src-system/trusted-environment'
import { parentPort, workerData } from 'node:worker_threads'
import { readSetup } from './read-setup'

// The thread that reads one set-up file: main waits for it with a deadline.

parentPort?.postMessage(readSetup(workerData as Uint8Array))
