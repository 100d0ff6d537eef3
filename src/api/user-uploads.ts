import { temporaryAddress, upload } from '../domain/uploads.ts'
import { endpoint } from './endpoint.ts'
import { text } from './params.ts'

export const uploadFile = endpoint('POST /user_uploads', {
  tier: 'user',
  returns: { url: text, uri: text, filename: text },
  async handle(ctx, _, call) {
    const { url, filename } = await upload(ctx, call.user, call.files)
    // Some clients read the old name only.
    return { url, uri: url, filename }
  },
})

export const getTemporaryUrl = endpoint('GET /user_uploads/:path*', {
  tier: 'user',
  params: { path: text },
  returns: { url: text },
  handle: (ctx, { path }, call) => ({ url: temporaryAddress(ctx, call.user, path) }),
})
