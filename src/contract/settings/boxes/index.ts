import { defineResource } from '@/contract/core/define';
import { adminOnly } from '@/contract/core/permissions';
import type { Box, BoxInput } from './schema';

export const boxes = defineResource<Box, BoxInput, 'api/admin/boxes'>({
  name: 'boxes',
  domain: 'settings',
  endpoint: 'api/admin/boxes',
  updateMethod: 'PATCH',
  schema: () => import('./schema').then((module) => module.boxSchema),
  allow: { list: adminOnly, read: adminOnly, create: adminOnly, update: adminOnly, remove: adminOnly },
  titleOf: (box) => box.name,
  columns: [
    { key: 'name', kind: 'title', sort: true, note: sizeOf },
    { key: 'max_weight', kind: 'number', sort: true },
    { key: 'weight', kind: 'number' },
    { key: 'price', kind: 'money', sort: true },
    { key: 'is_active', kind: 'switch' },
    { key: 'created_at', kind: 'relative', sort: true },
  ],
  fields: [
    { key: 'name', kind: 'text', required: true },
    { key: 'length', kind: 'number', required: true, unit: 'cm' },
    { key: 'width', kind: 'number', required: true, unit: 'cm' },
    { key: 'height', kind: 'number', required: true, unit: 'cm' },
    { key: 'max_weight', kind: 'number', required: true, unit: 'kg' },
    { key: 'weight', kind: 'number', unit: 'kg' },
    { key: 'price', kind: 'money', side: true },
    { key: 'is_active', kind: 'switch', side: true },
  ],
  filters: [{ key: 'is_active', via: 'param', kind: 'switch' }],
  search: { name: 'like' },
  after: { create: 'list', update: 'list' },
  initial: { is_active: true },
});

/** Length × width × height in the number format of the language. */
function sizeOf(box: Box, language: string): string {
  const { number, last } = formatsOf(language);
  return `${number.format(box.length)} × ${number.format(box.width)} × ${last.format(box.height)}`;
}

let made: { language: string; number: Intl.NumberFormat; last: Intl.NumberFormat } | undefined;

/** Cached: creating a formatter costs far more than using it. */
function formatsOf(language: string) {
  if (made?.language !== language) {
    const last = new Intl.NumberFormat(language, { style: 'unit', unit: 'centimeter' });
    made = { language, number: new Intl.NumberFormat(language), last };
  }
  return made;
}
