// Who looks at users, channels and messages.
import type { User } from '../../store/tables/users.ts'

/** undefined is the public. */
export type Viewer = User | undefined
