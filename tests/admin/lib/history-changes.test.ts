import { describe, expect, it } from 'vitest';
import { guessValueKind, leafChanges, plainWords } from '@/lib/format/history-changes';

describe('leafChanges', () => {
  it('names the changed parts of an object that was saved as a whole', () => {
    const before = { inn: '7707083893', bank: { bic: '044525225' } };
    const after = { inn: '7736050003', bank: { bic: '044525225' } };

    expect(leafChanges({ requisites: [before, after] })).toEqual([
      { path: 'requisites.inn', before: '7707083893', after: '7736050003' },
    ]);
  });

  it('shows a picture and a related record by name, and a list of texts in one line', () => {
    const changes = leafChanges({
      logo: [null, { id: 4, file_name: 'logo.png', original: '/a', thumbnail: '/b' }],
      shop: [{ id: 1, name: 'Лавка' }, null],
      scopes: [['orders'], ['orders', 'content']],
    });

    expect(changes).toEqual([
      { path: 'logo', before: null, after: 'logo.png' },
      { path: 'shop', before: 'Лавка', after: null },
      { path: 'scopes', before: ['orders'], after: ['orders', 'content'] },
    ]);
  });

  it('leaves out unchanged values', () => {
    const changes = {
      name: ['а', 'а'],
      note: [null, ''],
      tags: [[], null],
      ids: [
        [1, 2],
        [1, 2],
      ],
    } as const;
    expect(leafChanges(changes as unknown as Parameters<typeof leafChanges>[0])).toEqual([]);
  });

  it('shows lists of records by their names, and a deleted record by its id', () => {
    const changes = leafChanges({
      tags: [
        [{ id: 1, name: 'Лён' }],
        [
          { id: 1, name: 'Лён' },
          { id: 2, name: 'Хлопок' },
        ],
      ],
      author_id: [{ id: 9, name: null }, null],
    });

    expect(changes).toEqual([
      { path: 'tags', before: ['Лён'], after: ['Лён', 'Хлопок'] },
      { path: 'author_id', before: '№\u00a09', after: null },
    ]);
  });
});

describe('guessValueKind', () => {
  it.each([
    ['products', 'price', 340, 'money'],
    ['orders', 'paid_total', 12.5, 'money'],
    ['settings', 'minimumOrderAmount', 700, 'money'],
    ['shops', 'admin_commission_rate', 11, 'percent'],
    ['products', 'vat_rate', '20', 'percent'],
    // A coupon's amount is a sum or a percentage.
    ['coupons', 'amount', 15, 'number'],
    ['products', 'quantity', 5, 'number'],
    ['coupons', 'expire_at', '2026-12-31T00:00:00.000Z', 'moment'],
    ['orders', 'delivery-date', '2026-12-31', 'day'],
    ['orders', 'note', '20 и 30', 'text'],
  ])('of %s.%s = %s is %s', (family, path, value, kind) => {
    expect(guessValueKind(family, path, value)).toBe(kind);
  });
});

it('makes a key without a label readable', () => {
  expect(plainWords('minimum_cart_amount')).toBe('Minimum cart amount');
  expect(plainWords('pricesIncludeTax')).toBe('Prices include tax');
});
