import {
  removeOrganizationPicture,
  uploadOrganizationPicture,
} from '../domain/organization-pictures.ts'
import { endpoint } from './endpoint.ts'
import { bool, text } from './params.ts'

const logoOf = (night: boolean) => (night ? 'night_logo' : 'logo')

export const uploadIcon = endpoint('POST /realm/icon', {
  tier: 'administrator',
  returns: { icon_url: text },
  handle: async (ctx, _, call) => ({
    icon_url: await uploadOrganizationPicture(ctx, 'icon', call.files),
  }),
})

export const removeIcon = endpoint('DELETE /realm/icon', {
  tier: 'administrator',
  returns: { icon_url: text },
  handle: async (ctx) => ({ icon_url: await removeOrganizationPicture(ctx, 'icon') }),
})

export const uploadLogo = endpoint('POST /realm/logo', {
  tier: 'administrator',
  params: { night: bool },
  returns: { logo_url: text },
  handle: async (ctx, { night }, call) => ({
    logo_url: await uploadOrganizationPicture(ctx, logoOf(night), call.files),
  }),
})

export const removeLogo = endpoint('DELETE /realm/logo', {
  tier: 'administrator',
  params: { night: bool },
  returns: { logo_url: text },
  handle: async (ctx, { night }) => ({
    logo_url: await removeOrganizationPicture(ctx, logoOf(night)),
  }),
})
