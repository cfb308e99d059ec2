/** The `.tool` folders that this process has made, for who tells people of them. */
export const madeToolFolders: string[] = []
