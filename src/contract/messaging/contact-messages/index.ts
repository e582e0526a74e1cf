import { consentText } from '@/contract/core/consent';
import { defineResource } from '@/contract/core/define';
import { adminOnly } from '@/contract/core/permissions';
import type { ContactMessage, ContactMessageInput } from './schema';

export const contactMessages = defineResource<ContactMessage, ContactMessageInput, 'contact-messages'>({
  name: 'contact-messages',
  domain: 'messaging',
  schema: () => import('./schema').then((module) => module.contactMessageSchema),
  allow: { list: adminOnly, read: adminOnly, create: adminOnly, update: adminOnly, remove: adminOnly },
  titleOf: (message) => message.subject,
  columns: [
    { key: 'subject', kind: 'title', sort: true, note: (message) => message.description.slice(0, 120) },
    { key: 'name', kind: 'text', sort: true },
    { key: 'email', kind: 'text', sort: true, under: 'name' },
    { key: 'created_at', kind: 'relative', sort: true },
    { key: 'is_done', kind: 'badge', sort: true, tones: { true: 'good', false: 'warn' }, usual: ['true'] },
    { key: 'answered_at', kind: 'datetime', hidden: true },
    { key: 'consent', kind: 'text', hidden: true, value: ({ consent }) => consentText(consent) },
  ],
  fields: [
    { key: 'subject', kind: 'text', required: true },
    { key: 'description', kind: 'textarea', required: true, rows: 8 },
    { key: 'name', kind: 'text', required: true, side: true },
    { key: 'email', kind: 'text', required: true, side: true },
  ],
  filters: [{ key: 'is_done', via: 'param', kind: 'select', options: ['false', 'true'] }],
  search: { subject: 'like', name: 'like', email: 'like', description: 'like', is_done: 'eq' },
  after: { create: 'list', update: 'stay' },
  opens: 'details',
});
