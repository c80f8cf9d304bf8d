import { messageOf } from '#shared/error-message'
import { ForeignFolderError, makeContentPrivate, makePrivateFolder } from '../../src-system/private-folder'

const texts = {
  en: {
    foreign: (folder: string) =>
      `This folder belongs to another user:\n${folder}\n\nStart Lock Desk as that user, or choose another folder with --user-data.`,
    other: (folder: string, why: string) =>
      `Lock Desk can’t use its data folder:\n${folder}\n\nCheck the folder’s permissions, or choose another one with --user-data.\n\n${why}`,
  },
  zh: {
    foreign: (folder: string) =>
      `此文件夹属于其他用户：\n${folder}\n\n请以该用户启动 Lock Desk，或用 --user-data 指定其他文件夹。`,
    other: (folder: string, why: string) =>
      `无法使用数据文件夹：\n${folder}\n\n请检查文件夹权限，或用 --user-data 指定其他文件夹。\n\n${why}`,
  },
} as const

/**
 * Makes the user-data folder private before anything is written to it. Returns the localized error message if
 * the folder cannot be used, otherwise null.
 */
export const claimUserData = (folder: string): ((language: 'en' | 'zh') => string) | null => {
  try {
    makePrivateFolder(folder)
    makeContentPrivate(folder)
    return null
  } catch (error) {
    if (error instanceof ForeignFolderError) return (language) => texts[language].foreign(error.folder)
    const why = messageOf(error)
    return (language) => texts[language].other(folder, why)
  }
}
