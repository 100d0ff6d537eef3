// The icon and the logos of the organization.

import type { SentFile } from '../../base/files.ts'
import type { App, Context } from '../kernel/context.ts'
import { theOrganization } from '../organization/organization.ts'
import { discardPictures, generatedName, pictureUrl, storePicture } from './pictures.ts'

/** The square icon, and the wide logo by day and by night. */
export type OrganizationPicture = 'icon' | 'logo' | 'night_logo'

type Pictures = Partial<Record<OrganizationPicture, { file: string | null; version: number }>>

const readPictures = (ctx: Pick<Context, 'store'>): Pictures =>
  JSON.parse(ctx.store.organization.pictures() ?? '{}') as Pictures

/** Names of those that were uploaded. */
export const organizationPictureFiles = (ctx: Pick<Context, 'store'>) =>
  Object.values(readPictures(ctx)).map(({ file }) => file)

/** Address of a picture: the uploaded one, else the generated one. */
export function organizationPictureUrl(ctx: Context, kind: OrganizationPicture): string {
  const { file = null, version = 1 } = readPictures(ctx)[kind] ?? {}
  return pictureUrl(
    file ?? generatedName(ctx, `organization:${theOrganization(ctx).uuid}`),
    version,
  )
}

/** The keys of a picture in the snapshot and in events: `icon_url`, `icon_source`, … */
function keysOf(ctx: Context, kind: OrganizationPicture): Record<string, string> {
  const uploaded = (readPictures(ctx)[kind]?.file ?? null) !== null
  return {
    [`${kind}_url`]: organizationPictureUrl(ctx, kind),
    [`${kind}_source`]: uploaded ? 'U' : kind === 'icon' ? 'G' : 'D',
  }
}

/** The keys of the icon and both logos for the snapshot. */
export const pictureKeys = (ctx: Context) =>
  ({
    ...keysOf(ctx, 'icon'),
    ...keysOf(ctx, 'logo'),
    ...keysOf(ctx, 'night_logo'),
  }) as Record<`${OrganizationPicture}_${'url' | 'source'}`, string>

/** POST /realm/icon and /realm/logo. @returns the new address */
export const uploadOrganizationPicture = (
  ctx: App,
  sender: number,
  kind: OrganizationPicture,
  files: readonly SentFile[],
): Promise<string> =>
  storePicture(
    ctx,
    {
      sender,
      kind: kind === 'icon' ? 'icon' : 'logo',
      files,
      expectation: `You must upload exactly one ${kind === 'icon' ? 'icon' : 'logo'}.`,
    },
    ({ name }) => replacePicture(ctx, kind, name),
  )

/** DELETE /realm/icon and /realm/logo: back to the generated picture. */
export const removeOrganizationPicture = (ctx: App, kind: OrganizationPicture) =>
  replacePicture(ctx, kind, null)

async function replacePicture(ctx: App, kind: OrganizationPicture, file: string | null) {
  await ctx.commit((tx) => {
    const pictures = readPictures(tx)
    const { file: former = null, version = 1 } = pictures[kind] ?? {}
    tx.store.organization.savePictures(
      JSON.stringify({ ...pictures, [kind]: { file, version: version + 1 } }),
    )
    tx.emit(
      { type: 'realm', op: 'update_dict', property: kind, data: keysOf(tx, kind) },
      'everyone',
    )
    tx.afterCommit(() => discardPictures(tx, [former]))
  })
  return organizationPictureUrl(ctx, kind)
}
