import { describe, expect, it } from 'vitest'
import { learnEnterpriseCode } from '../../../../../src-renderer/features/employees/form/enterprise-code'
import { entry } from '../../../support/samples'

describe('learnEnterpriseCode', () => {
  const added = entry({
    action: 'add-employee',
    enterpriseGlobalId: 'e1',
    request: { userName: 'chen' },
    result: { userName: 'chen@nbc', memberGlobalId: 'm1' },
  })

  it('is certain after a response, for that enterprise', () => {
    expect(learnEnterpriseCode('e1', [added], [])).toEqual({ code: '@nbc', isCertain: true })
    expect(learnEnterpriseCode('e2', [added], [])).toBeNull()
  })

  it('guesses from a common suffix, given enough accounts', () => {
    expect(learnEnterpriseCode('e1', [], ['an@x', 'bo@x', 'cy@x'])).toEqual({ code: '@x', isCertain: false })
    expect(learnEnterpriseCode('e1', [], ['an@x', 'bo@x'])).toBeNull()
    expect(learnEnterpriseCode('e1', [], ['an', 'bo', 'cy'])).toBeNull()
  })
})
