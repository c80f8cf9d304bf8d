import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

// Replays recorded responses, so that the cost of reading a list is measured without the service's cost. `node
// replay.mjs FOLDER`: tokens for every request, pages of 100,000 employees of the enterprise `many`, otherwise
// FOLDER's file by the last part of the path. Prints its address.

const [, , folder = ''] = process.argv
/** @type {Map<string, Buffer>} */
const recorded = new Map()
for (const name of ['list', 'assetNums', 'borrowUsbKeys']) {
  recorded.set(name, await readFile(`${folder}/${name}.json`))
}
const token = Buffer.from(JSON.stringify({ access_token: 'replay', token_type: 'Bearer', expires_in: 7200 }))
const nobody = Buffer.from(JSON.stringify({ code: 0, message: '', data: { list: [], total: 0 } }))

const employees = 100_000
/** @param {URLSearchParams} query */
const pageOf = (query) => {
  const [pageNum, pageSize] = [Number(query.get('pageNum')), Number(query.get('pageSize'))]
  const from = (pageNum - 1) * pageSize
  const list = Array.from({ length: Math.max(0, Math.min(pageSize, employees - from)) }, (_, row) => ({
    id: `${from + row}`,
    globalId: `184637291${from + row}`,
    userName: `user${from + row}@north-bridge`,
    name: `陈宇${from + row}`,
    departmentId: 1001,
    departmentName: '造价咨询部',
    assetNums: [`LD80000${from + row}`],
    borrowNum: '1',
    onlineFlag: false,
    deleted: false,
    createTime: 1_700_000_000_000,
    updateTime: 1_700_000_000_000,
  }))
  const pages = Math.ceil(employees / pageSize)
  const hasNextPage = pageNum < pages
  return Buffer.from(
    JSON.stringify({ code: 0, message: '', data: { list, total: employees, pages, hasNextPage } }),
  )
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://replay')
  const name = pathname.split('/').at(-1) ?? ''
  const isPage = pathname.endsWith('/many/members')
  const body = name === 'token' ? token : isPage ? pageOf(searchParams) : (recorded.get(name) ?? nobody)
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
