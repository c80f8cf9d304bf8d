import { requestService } from '../request-service.mjs'
import { assert } from '../assert.mjs'

const account = 'tourguest'

/** @type {readonly import('../step.mjs').Step[]} */
export const employeeSteps = [
  {
    name: 'An employee is added with the account that the platform created',
    run: async ({ driver, baseUrl }) => {
      await driver.openPage('Employees')
      await driver.at('employee-row').waitFor()
      const enterpriseGlobalId = (await driver.at('enterprise-picker').getAttribute('data-value')) ?? ''
      const pictures = [await driver.picture('employees-en-light')]
      await driver.press('Add employee')
      await driver.field('Account').fill(account)
      await driver.field('Name').fill('Guest of the tour')
      await driver.at('employee-department').selectOption({ index: 1 })
      await driver.press('Add employee', driver.dialog())
      const accountText = await driver.at('made-account').innerText()
      const page = /** @type {{ list: { userName: string, globalId: string }[] }} */ (
        await requestService(baseUrl, 'member.listEmployees', {
          path: { enterpriseGlobalId },
          query: { keyword: account, pageNum: 1, pageSize: 10 },
        })
      )
      const names = page.list.map(({ userName }) => userName)
      assert(names.includes(accountText), `the page says ${accountText}, the service has ${names.join()}`)
      pictures.push(await driver.picture('employee-added'))
      // Closing the form without showing the password would ask for confirmation.
      await driver.press('Show once')
      await driver.cancel()
      await driver.setAppearance({ language: 'zh', theme: 'dark' })
      pictures.push(await driver.picture('employees-zh-dark'))
      await driver.setAppearance({ language: 'en', theme: 'light' })
      await driver.openPage('Desk')
      return { shownText: accountText, service: { accounts: names }, pictures }
    },
  },
]
