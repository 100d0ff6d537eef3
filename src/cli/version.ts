import { readAsset } from '../base/assets.ts'

export const version = (): string => JSON.parse(readAsset('package.json')).version
