// Who reads: what the content of a message says differently to different people.

export interface Reader {
  isMe(userId: number): boolean
  isMyGroup(groupId: number): boolean
  userName(userId: number): string | undefined
  groupName(groupId: number): string | undefined
  /** Local clock time and date of a moment, in seconds. */
  time(seconds: number): string
  alertWords: readonly string[]
}
