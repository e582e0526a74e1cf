import { defineResource } from '@/contract/core/define';
import { everything, withStaff } from '@/contract/core/permissions';
import type { Faq, FaqInput } from './schema';

export const faqs = defineResource<Faq, FaqInput, 'faqs'>({
  name: 'faqs',
  domain: 'settings',
  schema: () => import('./schema').then((module) => module.faqSchema),
  scope: 'content',
  allow: { ...everything(withStaff('content')), list: 'public', read: 'public' },
  titleOf: (faq) => faq.faq_title,
  columns: [
    {
      key: 'faq_title',
      kind: 'title',
      sort: true,
      note: (faq) => faq.faq_description,
      isNoteFormatted: true,
    },
    { key: 'faq_type', kind: 'text', sort: true },
    { key: 'issued_by', kind: 'text', sort: true },
    { key: 'updated_at', kind: 'relative', sort: true },
    { key: 'created_at', kind: 'date', sort: true, hidden: true },
  ],
  fields: [
    { key: 'faq_title', kind: 'text', required: true },
    { key: 'faq_description', kind: 'formatted', required: true, rows: 8 },
  ],
  filters: [{ key: 'faq_type', via: 'search', kind: 'select', options: ['global', 'shop'] }],
  search: { faq_title: 'like', shop_id: 'eq', faq_type: 'eq', issued_by: 'eq' },
  translatable: ['faq_title', 'faq_description'],
  slugFrom: 'faq_title',
  after: { create: 'list', update: 'list' },
});
