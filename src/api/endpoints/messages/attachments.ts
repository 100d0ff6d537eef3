// Endpoints: listing and deleting one's files.

import * as z from 'zod'
import { deleteAttachment, ownAttachments } from '../../../domain/files/uploads.ts'
import { endpoint } from '../../core/endpoint.ts'
import { int } from '../../core/params.ts'
import { attachment } from '../../wire/messages.ts'

export const getAttachments = endpoint('GET /attachments', {
  summary:
    "Lists the caller's uploaded files and the space that all files of the organization use.",
  tier: 'user',
  returns: { attachments: z.array(attachment), upload_space_used: int },
  handle: (ctx, _, call) => ownAttachments(ctx, call.user),
})

export const deleteAttachmentEndpoint = endpoint('DELETE /attachments/:attachment_id', {
  summary: "Deletes one of the caller's uploaded files.",
  tier: 'user',
  params: { attachment_id: int },
  handle: (ctx, { attachment_id }, call) => deleteAttachment(ctx, call.user, attachment_id),
})
