// Endpoints: the icon and the logos.

import {
  removeOrganizationPicture,
  uploadOrganizationPicture,
} from '../../../domain/pictures/organization-pictures.ts'
import { endpoint } from '../../core/endpoint.ts'
import { bool, text } from '../../core/params.ts'

const logoOf = (night: boolean) => (night ? 'night_logo' : 'logo')

export const uploadIcon = endpoint('POST /realm/icon', {
  summary: "Sets the organization's icon, sent as a multipart form with one image.",
  tier: 'administrator',
  errors: ['BAD_IMAGE'],
  returns: { icon_url: text },
  handle: async (ctx, _, call) => ({
    icon_url: await uploadOrganizationPicture(ctx, call.user.id, 'icon', call.files),
  }),
})

export const removeIcon = endpoint('DELETE /realm/icon', {
  summary: "Removes the organization's icon, so that a generated one shows again.",
  tier: 'administrator',
  returns: { icon_url: text },
  handle: async (ctx) => ({ icon_url: await removeOrganizationPicture(ctx, 'icon') }),
})

export const uploadLogo = endpoint('POST /realm/logo', {
  summary: "Sets the organization's logo, sent as a multipart form with one image.",
  tier: 'administrator',
  errors: ['BAD_IMAGE'],
  params: { night: bool.describe('Whether it is the logo for dark themes.') },
  returns: { logo_url: text },
  handle: async (ctx, { night }, call) => ({
    logo_url: await uploadOrganizationPicture(ctx, call.user.id, logoOf(night), call.files),
  }),
})

export const removeLogo = endpoint('DELETE /realm/logo', {
  summary: "Removes the organization's logo.",
  tier: 'administrator',
  params: { night: bool.describe('Whether it is the logo for dark themes.') },
  returns: { logo_url: text },
  handle: async (ctx, { night }) => ({
    logo_url: await removeOrganizationPicture(ctx, logoOf(night)),
  }),
})
