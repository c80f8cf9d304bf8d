import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

// Answers what was recorded, so that what a list costs its reader is measured and not what it costs the service.
// `node replay.mjs FOLDER`: tokens for whoever asks, else FOLDER's file by the last part of the path. Says its address.

const [, , folder = ''] = process.argv
/** @type {Map<string, Buffer>} */
const recorded = new Map()
for (const name of ['list', 'assetNums', 'borrowUsbKeys']) {
  recorded.set(name, await readFile(`${folder}/${name}.json`))
}
const token = Buffer.from(JSON.stringify({ access_token: 'replay', token_type: 'Bearer', expires_in: 7200 }))
const nobody = Buffer.from(JSON.stringify({ code: 0, message: '', data: { list: [], total: 0 } }))

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://replay')
  const name = pathname.split('/').at(-1) ?? ''
  const body = name === 'token' ? token : (recorded.get(name) ?? nobody)
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  process.stdout.write(`Replay ready at http://127.0.0.1:${port}\n`)
})
process.once('SIGTERM', () => process.exit(0))
