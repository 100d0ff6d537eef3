import * as z from 'zod'
import { listConsents } from '../domain/export-consents.ts'
import { listExports, removeExport, startExport } from '../domain/exports.ts'
import { endpoint } from './endpoint.ts'
import { int } from './params.ts'
import { dataExport } from './wire/organization.ts'

export const startExportEndpoint = endpoint('POST /export/realm', {
  tier: 'administrator',
  params: { export_type: dataExport.shape.export_type.default('public') },
  returns: { id: int },
  handle: async (ctx, { export_type }, call) => ({
    id: await startExport(ctx, call.user, export_type),
  }),
})

export const getExports = endpoint('GET /export/realm', {
  tier: 'administrator',
  returns: { exports: z.array(dataExport) },
  handle: (ctx, _, call) => ({ exports: listExports(ctx, call.user) }),
})

export const deleteExport = endpoint('DELETE /export/realm/:export_id', {
  tier: 'administrator',
  params: { export_id: int },
  handle: (ctx, { export_id }, call) => removeExport(ctx, call.user, export_id),
})

export const getExportConsents = endpoint('GET /export/realm/consents', {
  tier: 'administrator',
  returns: {
    export_consents: z.array(
      z.object({ user_id: int, consented: z.boolean(), email_address_visibility: int }),
    ),
  },
  handle: (ctx) => ({ export_consents: listConsents(ctx) }),
})
