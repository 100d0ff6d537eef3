// Making user groups and reading them, for tests.

import { expectSuccess, type Person } from './chat.ts'

export const createGroup = async (
  by: Person,
  name: string,
  members: readonly Person[] = [],
  more: Record<string, unknown> = {},
): Promise<number> =>
  expectSuccess(
    await by.post('/user_groups/create', {
      name,
      description: '',
      members: members.map((person) => person.id),
      ...more,
    }),
  ).group_id

export const groupOf = async (person: Person, id: number) => {
  const { user_groups } = await person.get('/user_groups', { include_deactivated_groups: true })
  return user_groups.find((group: { id: number }) => group.id === id)
}
