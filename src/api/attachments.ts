import * as z from 'zod'
import { deleteAttachment, ownAttachments } from '../domain/uploads.ts'
import { endpoint } from './endpoint.ts'
import { int } from './params.ts'
import { attachment } from './wire/messages.ts'

export const getAttachments = endpoint('GET /attachments', {
  tier: 'user',
  returns: { attachments: z.array(attachment), upload_space_used: int },
  handle: (ctx, _, call) => ownAttachments(ctx, call.user),
})

export const deleteAttachmentEndpoint = endpoint('DELETE /attachments/:attachment_id', {
  tier: 'user',
  params: { attachment_id: int },
  handle: (ctx, { attachment_id }, call) => deleteAttachment(ctx, call.user, attachment_id),
})
