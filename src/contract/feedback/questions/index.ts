import { defineResource } from '@/contract/core/define';
import { adminOnly, signedIn, withStaff } from '@/contract/core/permissions';
import type { Question, QuestionInput } from './schema';

const products = { endpoint: 'products' };
const shops = { endpoint: 'shops' };

/**
 * Questions. Anybody reads answered ones; shop staff read and answer all of their shop's. Rows are filtered by
 * `questionPolicy`.
 */
export const questions = defineResource<Question, QuestionInput, 'questions'>({
  name: 'questions',
  domain: 'feedback',
  schema: () => import('./schema').then((module) => module.questionSchema),
  scope: 'feedback',
  allow: {
    list: 'public',
    read: 'public',
    create: signedIn,
    update: withStaff('feedback'),
    remove: adminOnly,
  },
  titleOf: (question) => {
    const text = question.question.replace(/\s+/g, ' ');
    return text.length > 80 ? `${text.slice(0, 79)}…` : text;
  },
  columns: [
    { key: 'product', kind: 'title', value: (question) => question.product?.name },
    { key: 'question', kind: 'text' },
    { key: 'user', kind: 'related' },
    {
      key: 'positive_feedbacks_count',
      kind: 'text',
      under: 'question',
      value: ({ positive_feedbacks_count, negative_feedbacks_count }) =>
        `${positive_feedbacks_count} / ${negative_feedbacks_count}`,
    },
    { key: 'created_at', kind: 'relative', sort: true, under: 'user' },
    { key: 'answer', kind: 'text', hidden: true },
    { key: 'shop', kind: 'related', hidden: true },
    { key: 'id', kind: 'id', sort: true, hidden: true },
  ],
  fields: [
    { key: 'product_id', kind: 'relation', required: true, relation: { ...products, stub: 'product' } },
    { key: 'question', kind: 'textarea', required: true },
    { key: 'answer', kind: 'textarea' },
  ],
  tabs: {
    all: {},
    unanswered: { answered: '0' },
    answered: { answered: '1' },
    reported: { reported: '1' },
  },
  filters: [
    { key: 'answered', via: 'param', kind: 'switch' },
    { key: 'reported', via: 'param', kind: 'switch' },
    { key: 'product', via: 'search', kind: 'related', relation: products },
    { key: 'shop', via: 'search', kind: 'related', relation: shops },
  ],
  search: {
    question: 'like',
    answer: 'like',
    shop_id: 'eq',
    product_id: 'eq',
    user_id: 'eq',
    answered: 'eq',
    reported: 'eq',
    'product.slug': 'in',
    'shop.slug': 'in',
    'type.slug': 'in',
  },
  pageSize: 15,
  after: { create: 'list', update: 'stay' },
});
