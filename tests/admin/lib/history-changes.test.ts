import { describe, expect, it } from 'vitest';
import { leafChanges } from '@/lib/format/history-changes';

describe('leafChanges', () => {
  it('names the changed parts of an object that was saved whole', () => {
    const before = { inn: '7707083893', bank: { bic: '044525225' } };
    const after = { inn: '7736050003', bank: { bic: '044525225' } };

    expect(leafChanges({ requisites: [before, after] })).toEqual([
      { path: 'requisites.inn', before: '7707083893', after: '7736050003' },
    ]);
  });

  it('tells a picture and a related record by name, and a list of words in one line', () => {
    const changes = leafChanges({
      logo: [null, { id: 4, file_name: 'logo.png', original: '/a', thumbnail: '/b' }],
      shop: [{ id: 1, name: 'Лавка' }, null],
      scopes: [['orders'], ['orders', 'content']],
    });

    expect(changes).toEqual([
      { path: 'logo', before: null, after: 'logo.png' },
      { path: 'shop', before: 'Лавка', after: null },
      { path: 'scopes', before: 'orders', after: 'orders, content' },
    ]);
  });

  it('leaves out what is the same on both sides', () => {
    expect(leafChanges({ name: ['а', 'а'], note: [null, ''] })).toEqual([
      { path: 'note', before: null, after: '' },
    ]);
  });
});
