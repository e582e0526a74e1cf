import { defineResource } from '@/contract/core/define';
import { adminOnly, adminOwner } from '@/contract/core/permissions';
import type { Term, TermInput } from './schema';

export const termsAndConditions = defineResource<Term, TermInput, 'terms-and-conditions'>({
  name: 'terms-and-conditions',
  domain: 'settings',
  schema: () => import('./schema').then((module) => module.termSchema),
  scope: 'content',
  allow: { list: 'public', read: 'public', create: adminOwner, update: adminOwner, remove: adminOwner },
  identity: 'slug',
  titleOf: (term) => term.title,
  columns: [
    { key: 'title', kind: 'title', sort: true, note: (term) => term.description, isNoteFormatted: true },
    { key: 'type', kind: 'text', sort: true },
    { key: 'issued_by', kind: 'text', sort: true },
    {
      key: 'is_approved',
      kind: 'switch',
      sort: true,
      tones: { true: 'good', false: 'bad' },
      by: adminOnly,
      ask: { on: 'TERM_APPROVE_VIEW', off: 'TERM_DISAPPROVE_VIEW' },
    },
    { key: 'updated_at', kind: 'relative', sort: true },
    { key: 'created_at', kind: 'date', sort: true, hidden: true },
  ],
  fields: [
    { key: 'title', kind: 'text', required: true },
    { key: 'slug', kind: 'slug', from: 'title' },
    { key: 'description', kind: 'formatted', required: true, rows: 14 },
  ],
  filters: [
    { key: 'type', via: 'search', kind: 'select', options: ['global', 'shop'] },
    { key: 'is_approved', via: 'param', kind: 'switch' },
  ],
  search: { title: 'like', slug: 'eq', shop_id: 'eq', type: 'eq', issued_by: 'eq', is_approved: 'eq' },
  translatable: ['title', 'description'],
  slugFrom: 'title',
  after: { create: 'list', update: 'list' },
});
