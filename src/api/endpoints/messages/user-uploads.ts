// Endpoints: uploading a file, its temporary addresses, and whether it has its thumbnails.

import * as z from 'zod'
import { hasThumbnails, temporaryAddress, upload } from '../../../domain/files/uploads.ts'
import { endpoint } from '../../core/endpoint.ts'
import { text } from '../../core/params.ts'

export const uploadFile = endpoint('POST /user_uploads', {
  summary: 'Uploads a file, sent as a multipart form with one file part, and returns its address.',
  tier: 'user',
  returns: { url: text, uri: text, filename: text },
  async handle(ctx, _, call) {
    const { url, filename } = await upload(ctx, call.user, call.files)
    // Some clients read the old name only.
    return { url, uri: url, filename }
  },
})

export const getTemporaryUrl = endpoint('GET /user_uploads/:path*', {
  summary: 'Returns an address at which a file can be read for 60 seconds without credentials.',
  tier: 'user',
  errors: ['NOT_FOUND'],
  params: { path: text.describe('The part of the address of the file after /user_uploads/.') },
  returns: { url: text },
  handle: async (ctx, { path }, call) => ({ url: await temporaryAddress(ctx, call.user, path) }),
})

export const getThumbnailStatus = endpoint('GET /thumbnail/status/:path*', {
  summary:
    "Tells whether all thumbnails of one of the caller's uploaded images are made, which takes seconds where an image moves.",
  tier: 'user',
  params: { path: text.describe('The part of the address of the file after /user_uploads/.') },
  returns: { has_thumbnail: z.boolean() },
  handle: (ctx, { path }, call) => ({ has_thumbnail: hasThumbnails(ctx, call.user, path) }),
})
