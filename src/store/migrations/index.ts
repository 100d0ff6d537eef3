import type { Migration } from '../migrate.ts'
import { initial } from './001-initial.ts'

export const migrations: readonly Migration[] = [initial]
