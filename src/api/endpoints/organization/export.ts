// Endpoints: exports of the organization.

import * as z from 'zod'
import { listExports, removeExport, startExport } from '../../../domain/exports/exports.ts'
import { listConsents } from '../../../domain/users/export-consents.ts'
import { endpoint } from '../../core/endpoint.ts'
import { int } from '../../core/params.ts'
import { dataExport } from '../../wire/organization.ts'

export const startExportEndpoint = endpoint('POST /export/realm', {
  summary: "Starts an export of the organization's data.",
  tier: 'administrator',
  params: {
    export_type: dataExport.shape.export_type
      .default('public')
      .describe(
        'What the export holds: public data, data of people who consented, or everything, which is for owners.',
      ),
  },
  returns: { id: int },
  handle: async (ctx, { export_type }, call) => ({
    id: await startExport(ctx, call.user, export_type),
  }),
})

export const getExports = endpoint('GET /export/realm', {
  summary: 'Lists the exports that were started, with the address of the finished ones.',
  tier: 'administrator',
  returns: { exports: z.array(dataExport) },
  handle: (ctx, _, call) => ({ exports: listExports(ctx, call.user) }),
})

export const deleteExport = endpoint('DELETE /export/realm/:export_id', {
  summary: 'Deletes an export and its file.',
  tier: 'administrator',
  params: { export_id: int },
  handle: (ctx, { export_id }, call) => removeExport(ctx, call.user, export_id),
})

export const getExportConsents = endpoint('GET /export/realm/consents', {
  summary: 'Lists which users let administrators export their private data.',
  tier: 'administrator',
  returns: {
    export_consents: z.array(
      z.object({ user_id: int, consented: z.boolean(), email_address_visibility: int }),
    ),
  },
  handle: (ctx) => ({ export_consents: listConsents(ctx) }),
})
