import type { Context } from './context.ts'
import { theOrganization } from './organization.ts'
import { discardPictures, generatedName, pictureUrl, storePicture } from './pictures.ts'

/** The square icon, and the wide logo by day and by night. */
export type OrganizationPicture = 'icon' | 'logo' | 'night_logo'

type Pictures = Partial<Record<OrganizationPicture, { file: string | null; version: number }>>

const readPictures = (ctx: Context): Pictures =>
  JSON.parse(ctx.store.organization.pictures() ?? '{}') as Pictures

/** Names of those that were uploaded. */
export const organizationPictureFiles = (ctx: Context) =>
  Object.values(readPictures(ctx)).map(({ file }) => file)

/** Address of a picture: the uploaded one, else one drawn for the organization. */
export function organizationPictureUrl(ctx: Context, kind: OrganizationPicture): string {
  const { file = null, version = 1 } = readPictures(ctx)[kind] ?? {}
  return pictureUrl(
    file ?? generatedName(ctx, `organization:${theOrganization(ctx).uuid}`),
    version,
  )
}

/** What the snapshot tells of a picture, and events of its change: `icon_url`, `icon_source`, … */
function keysOf(ctx: Context, kind: OrganizationPicture): Record<string, string> {
  const uploaded = (readPictures(ctx)[kind]?.file ?? null) !== null
  return {
    [`${kind}_url`]: organizationPictureUrl(ctx, kind),
    [`${kind}_source`]: uploaded ? 'U' : kind === 'icon' ? 'G' : 'D',
  }
}

export const pictureKeys = (ctx: Context) =>
  ({
    ...keysOf(ctx, 'icon'),
    ...keysOf(ctx, 'logo'),
    ...keysOf(ctx, 'night_logo'),
  }) as Record<`${OrganizationPicture}_${'url' | 'source'}`, string>

/** POST /realm/icon and /realm/logo. @returns the new address */
export const uploadOrganizationPicture = (
  ctx: Context,
  kind: OrganizationPicture,
  files: readonly File[],
): Promise<string> =>
  storePicture(
    ctx,
    kind === 'icon' ? 'icon' : 'logo',
    files,
    kind === 'icon' ? 'You must upload exactly one icon.' : 'You must upload exactly one logo.',
    ({ name }) => replacePicture(ctx, kind, name),
  )

/** DELETE /realm/icon and /realm/logo: the drawn picture again. */
export const removeOrganizationPicture = (ctx: Context, kind: OrganizationPicture) =>
  replacePicture(ctx, kind, null)

async function replacePicture(ctx: Context, kind: OrganizationPicture, file: string | null) {
  const former = await ctx.commit((emit) => {
    const pictures = readPictures(ctx)
    const { file: former = null, version = 1 } = pictures[kind] ?? {}
    ctx.store.organization.savePictures(
      JSON.stringify({ ...pictures, [kind]: { file, version: version + 1 } }),
    )
    emit({ type: 'realm', op: 'update_dict', property: kind, data: keysOf(ctx, kind) }, 'everyone')
    return former
  })
  await discardPictures(ctx, [former])
  return organizationPictureUrl(ctx, kind)
}
