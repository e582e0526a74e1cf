import { consentText } from '@/contract/core/consent';
import { defineResource } from '@/contract/core/define';
import { adminOnly } from '@/contract/core/permissions';
import type { NewsletterSubscriber, NewsletterSubscriberInput } from './schema';

export const newsletterSubscribers = defineResource<
  NewsletterSubscriber,
  NewsletterSubscriberInput,
  'newsletter-subscribers'
>({
  name: 'newsletter-subscribers',
  domain: 'messaging',
  schema: () => import('./schema').then((module) => module.newsletterSubscriberSchema),
  allow: { list: adminOnly, read: adminOnly, create: adminOnly, update: adminOnly, remove: adminOnly },
  titleOf: (subscriber) => subscriber.email,
  columns: [
    { key: 'email', kind: 'title', sort: true, note: (subscriber) => subscriber.note },
    {
      key: 'status',
      kind: 'badge',
      sort: true,
      tones: { waiting: 'warn', subscribed: 'good', unsubscribed: 'neutral' },
    },
    { key: 'created_at', kind: 'relative', sort: true },
    { key: 'subscribed_at', kind: 'datetime', sort: true },
    { key: 'unsubscribed_at', kind: 'datetime', hidden: true },
    { key: 'consent', kind: 'text', hidden: true, value: ({ consent }) => consentText(consent) },
    { key: 'unsubscribe_link', kind: 'text', hidden: true },
  ],
  fields: [
    { key: 'email', kind: 'text', required: true },
    { key: 'note', kind: 'textarea', rows: 3 },
  ],
  filters: [
    {
      key: 'status',
      via: 'param',
      kind: 'select',
      options: ['waiting', 'subscribed', 'unsubscribed'],
    },
  ],
  search: { email: 'like', note: 'like', status: 'eq' },
  after: { create: 'list', update: 'list' },
});
