import { defineResource } from '@/contract/core/define';
import { adminOnly } from '@/contract/core/permissions';
import type { Newsletter, NewsletterInput } from './schema';

export const newsletters = defineResource<Newsletter, NewsletterInput, 'newsletters'>({
  name: 'newsletters',
  domain: 'messaging',
  schema: () => import('./schema').then((module) => module.newsletterSchema),
  allow: { list: adminOnly, read: adminOnly, create: adminOnly, update: adminOnly, remove: adminOnly },
  titleOf: (newsletter) => newsletter.subject,
  columns: [
    { key: 'subject', kind: 'title', sort: true, note: (newsletter) => newsletter.body.slice(0, 120) },
    {
      key: 'status',
      kind: 'badge',
      tones: { draft: 'neutral', sending: 'accent', stopped: 'warn', sent: 'good' },
    },
    { key: 'total', kind: 'number' },
    { key: 'created_at', kind: 'relative', sort: true },
    { key: 'finished_at', kind: 'datetime', hidden: true },
  ],
  fields: [
    { key: 'subject', kind: 'text', required: true },
    { key: 'body', kind: 'textarea', required: true, rows: 14 },
    { key: 'letter_language', kind: 'select', options: ['ru', 'en', 'ar'], side: true },
  ],
  filters: [
    { key: 'status', via: 'param', kind: 'select', options: ['draft', 'sending', 'stopped', 'sent'] },
  ],
  search: { subject: 'like', body: 'like', status: 'eq' },
  after: { create: 'list', update: 'list' },
  initial: { letter_language: 'ru' },
  opens: 'details',
  seed: [
    {
      subject: 'Новинки ноября: свечи и плетёные корзины',
      body: 'Мастера ярмарки показали новые работы: свечи из пчелиного воска и корзины из лозы.\n\nДо конца недели доставка по стране бесплатная.',
      letter_language: 'ru',
    },
    {
      subject: 'Как выбрать подарок к Новому году',
      body: 'Собрали двадцать подарков до двух тысяч рублей: от керамики до шерстяных носков.',
      letter_language: 'ru',
    },
  ],
});
