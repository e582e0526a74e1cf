import { type BaseRow, defineResource, type InputOf } from '@/contract/core/define';
import { adminOnly } from '@/contract/core/permissions';

const schema = () =>
  import('@/contract/core/rules').then(({ freeText, object, slug }) =>
    object({
      name: freeText().required('error-name-required').max(120, 'error-too-long'),
      slug: slug(),
    }),
  );

type RefundReasonInput = InputOf<typeof schema>;

interface RefundReason extends BaseRow, Omit<RefundReasonInput, 'slug'> {
  slug: string;
}

export const refundReasons = defineResource<RefundReason, RefundReasonInput, 'refund-reasons'>({
  name: 'refund-reasons',
  domain: 'refunds',
  schema,
  allow: { list: 'public', read: 'public', create: adminOnly, update: adminOnly, remove: adminOnly },
  identity: 'slug',
  titleOf: (reason) => reason.name,
  columns: [
    { key: 'name', kind: 'title', sort: true },
    { key: 'slug', kind: 'text', sort: true, hidden: true },
    { key: 'created_at', kind: 'relative', sort: true },
  ],
  fields: [
    { key: 'name', kind: 'text', required: true },
    { key: 'slug', kind: 'slug', from: 'name' },
  ],
  search: { name: 'like', slug: 'eq' },
  pageSize: 10,
  translatable: ['name'],
  slugFrom: 'name',
  seed: [
    { name: 'Товар не соответствует описанию', english: { name: 'Product not as described' } },
    { name: 'Прислали не тот товар', english: { name: 'Wrong item shipped' } },
    { name: 'Товар повреждён', english: { name: 'Damaged item' } },
    { name: 'Заказ отменён', english: { name: 'Cancelled order' } },
    { name: 'Доставка опоздала', english: { name: 'Late delivery' } },
    { name: 'Товар больше не нужен', english: { name: 'Item not needed' } },
    { name: 'Передумал покупать', english: { name: 'Changed my mind' } },
    { name: 'Другая причина', english: { name: 'Others' } },
  ],
});
