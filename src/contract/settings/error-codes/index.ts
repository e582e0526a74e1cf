import { defineResource } from '@/contract/core/define';
import { adminOnly } from '@/contract/core/permissions';
import type { ErrorCodeInput, ErrorCodeRow } from './schema';

export const errorCodes = defineResource<ErrorCodeRow, ErrorCodeInput, 'api/admin/errors'>({
  name: 'error-codes',
  domain: 'settings',
  endpoint: 'api/admin/errors',
  updateMethod: 'PATCH',
  schema: () => import('./schema').then((module) => module.errorCodeSchema),
  allow: { list: adminOnly, read: adminOnly, create: adminOnly, update: adminOnly, remove: adminOnly },
  titleOf: (row) => row.code,
  columns: [
    { key: 'code', kind: 'title', sort: true, note: (row) => row.title },
    { key: 'message', kind: 'text' },
    { key: 'status', kind: 'number', sort: true },
    { key: 'updated_at', kind: 'relative', sort: true },
    { key: 'created_at', kind: 'date', sort: true, hidden: true },
  ],
  fields: [
    { key: 'code', kind: 'text', required: true },
    { key: 'title', kind: 'text' },
    { key: 'message', kind: 'textarea', required: true, rows: 3 },
    { key: 'description', kind: 'textarea', rows: 4 },
    { key: 'status', kind: 'number', side: true },
  ],
  search: { code: 'like', message: 'like' },
  translatable: ['title', 'message', 'description'],
});
