import { describe, expect, it } from 'vitest'
import { noDiagnosis } from '#shared/model/diagnosis'
import { fail, succeed } from '#shared/outcome'
import { createDiagnoseHandlers } from '../../src-main/ipc/diagnose-handlers'
import type { DiagnoseHandlerParts } from '../../src-main/ipc/diagnose-handlers'

const manifest = (bundleId: string) => ({ bundleId, name: 'x', files: [], leftOut: [], hidden: 0 })

const handlersWith = (saveFile: DiagnoseHandlerParts['saveFile']) => {
  let made = 0
  return createDiagnoseHandlers({
    diagnosis: {} as never,
    prepareBundle: () => {
      made += 1
      const own = String(made)
      return Promise.resolve({
        manifest: manifest(own),
        report: noDiagnosis,
        finish: (text) => Promise.resolve(Buffer.from(`${own} ${text}`)),
      })
    },
    saveFile,
  })
}

describe('the bundle’s commands', () => {
  it('save what was shown last, as a zip', async () => {
    const saved: unknown[] = []
    const handlers = handlersWith((file) => {
      saved.push([file.name, file.kind, Buffer.from(file.bytes).toString()])
      return Promise.resolve(succeed({ savedAs: '/x.zip' }))
    })
    await handlers['diagnose/prepare-bundle'](undefined)
    expect(await handlers['diagnose/save-bundle']({ bundleId: '1', text: 'words' })).toEqual(
      succeed({ savedAs: '/x.zip', bytes: 7 }),
    )
    expect(saved).toEqual([['x', 'zip', '1 words']])
  })

  it('save nothing that was not shown, or not any more', async () => {
    const handlers = handlersWith(() => Promise.resolve(succeed({ savedAs: '/x.zip' })))
    const save = (bundleId: string) => handlers['diagnose/save-bundle']({ bundleId, text: '' })
    expect(await save('1')).toMatchObject({ ok: false, error: { code: 'not-found' } })
    await handlers['diagnose/prepare-bundle'](undefined)
    await handlers['diagnose/drop-bundle'](undefined)
    expect(await save('1')).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })

  it('say what the disk did not take', async () => {
    const handlers = handlersWith(() => Promise.resolve(fail({ code: 'not-saved', message: 'ENOSPC' })))
    await handlers['diagnose/prepare-bundle'](undefined)
    expect(await handlers['diagnose/save-bundle']({ bundleId: '1', text: '' })).toMatchObject({
      error: { code: 'not-saved' },
    })
  })
})
