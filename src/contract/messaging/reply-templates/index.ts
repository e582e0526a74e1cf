import { defineResource } from '@/contract/core/define';
import { withStaff } from '@/contract/core/permissions';
import type { ReplyTemplate, ReplyTemplateInput } from './schema';

const allow = withStaff('feedback');

/** Replies of a shop, or of the marketplace, that are sent again and again. */
export const replyTemplates = defineResource<ReplyTemplate, ReplyTemplateInput, 'reply-templates'>({
  name: 'reply-templates',
  domain: 'messaging',
  updateMethod: 'PUT',
  schema: () => import('./schema').then((module) => module.replyTemplateSchema),
  scope: 'feedback',
  allow: { list: allow, read: allow, create: allow, update: allow, remove: allow },
  identity: 'id',
  titleOf: (template) => template.title,
  columns: [
    { key: 'title', kind: 'title', sort: true, note: (template) => template.text.slice(0, 120) },
    { key: 'shop', kind: 'related' },
    { key: 'updated_at', kind: 'relative', sort: true },
    { key: 'created_at', kind: 'date', sort: true, hidden: true },
  ],
  fields: [
    { key: 'title', kind: 'text', required: true },
    { key: 'text', kind: 'textarea', required: true, rows: 8 },
  ],
  filters: [{ key: 'platform', via: 'param', kind: 'switch' }],
  search: { title: 'like', text: 'like', shop_id: 'eq' },
  defaultSort: { orderBy: 'title', sortedBy: 'asc' },
  pageSize: 20,
  translatable: [],
  after: { create: 'list', update: 'list' },
  initial: { title: '', text: '' },
  seed: [
    {
      title: 'Благодарность за заказ',
      text: 'Здравствуйте, {customer}! Спасибо за заказ в магазине «{shop}». Напишем, как только передадим его в доставку.',
    },
    {
      title: 'Заказ в пути',
      text: 'Здравствуйте, {customer}! Заказ {order} уже в пути. Если к обещанному дню его не будет, напишите нам сюда.',
    },
    {
      title: 'Уточнить адрес',
      text: 'Здравствуйте, {customer}! Уточните, пожалуйста, адрес доставки заказа {order}: не хватает номера квартиры.',
    },
  ],
});

/** Those of one shop. */
export const replyTemplatesInShop = {
  ...replyTemplates,
  columns: replyTemplates.columns.filter(({ key }) => key !== 'shop'),
  filters: [],
};
