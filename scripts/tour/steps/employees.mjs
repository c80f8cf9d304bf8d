import { askService } from '../ask-service.mjs'
import { must } from '../must.mjs'

const account = 'tourguest'

/** @type {readonly import('../steps.mjs').Step[]} */
export const employeeSteps = [
  {
    name: 'An employee is added, and handed over with the account as the platform made it',
    run: async ({ stage, baseUrl }) => {
      await stage.at('rail-employees').click()
      await stage.at('employee-row').waitFor()
      const enterpriseGlobalId = (await stage.at('enterprise-picker').getAttribute('data-value')) ?? ''
      const pictures = [await stage.picture('employees-en-light')]
      await stage.at('add-employee').click()
      await stage.at('employee-account').fill(account)
      await stage.at('employee-name').fill('Guest of the tour')
      await stage.at('employee-department').selectOption({ index: 1 })
      await stage.at('confirm').click()
      const made = await stage.at('made-account').innerText()
      const page = /** @type {{ list: { userName: string, globalId: string }[] }} */ (
        await askService(baseUrl, 'member.listEmployees', {
          path: { enterpriseGlobalId },
          query: { keyword: account, pageNum: 1, pageSize: 10 },
        })
      )
      const names = page.list.map(({ userName }) => userName)
      must(names.includes(made), `the page says ${made}, the service has ${names.join()}`)
      pictures.push(await stage.picture('employee-added'))
      // Closed unread, it would ask once more.
      await stage.at('show-secret').click()
      await stage.at('form-done').click()
      await stage.look('zh', 'dark')
      pictures.push(await stage.picture('employees-zh-dark'))
      await stage.look('en', 'light')
      await stage.at('rail-desk').click()
      return { said: made, service: { accounts: names }, pictures }
    },
  },
]
