import { describe, expect, it } from 'vitest';
import { parseSearch, toSearch } from '@/contract/core/search';

describe('writing a search string (specification §7)', () => {
  it('joins key:value pairs by semicolons', () => {
    expect(toSearch({ name: 'хлеб', status: 'publish' })).toBe('name:хлеб;status:publish');
  });

  it.each(['type', 'categories', 'tags', 'author', 'manufacturer', 'shops', 'refund_reason'])(
    'asks %s by slug',
    (key) => {
      expect(toSearch({ [key]: 'bread' })).toBe(`${key}.slug:bread`);
    },
  );

  it('writes is_approved as 1 when true', () => {
    expect(toSearch({ is_approved: true })).toBe('is_approved:1');
    expect(toSearch({ is_approved: false })).toBe('');
  });

  it('leaves out falsy values', () => {
    expect(toSearch({ name: '', a: undefined, b: null, c: 0, d: false, e: 'x' })).toBe('e:x');
  });

  it('keeps users.id as it is', () => {
    expect(toSearch({ notice: 'Скидки', shops: 'bakery', 'users.id': 5 })).toBe(
      'notice:Скидки;shops.slug:bakery;users.id:5',
    );
  });

  it('does not start another pair at a semicolon in a value', () => {
    expect(parseSearch(toSearch({ name: 'a;shop_id:7' }))).toEqual([{ key: 'name', value: 'a shop_id:7' }]);
  });
});

describe('reading a search string', () => {
  it('splits on the first colon only', () => {
    expect(parseSearch('effective_from:2026-01-01T10:00:00')).toEqual([
      { key: 'effective_from', value: '2026-01-01T10:00:00' },
    ]);
  });

  it('gives a part without a colon the empty key', () => {
    expect(parseSearch('хлеб')).toEqual([{ key: '', value: 'хлеб' }]);
  });

  it('ignores empty parts and blanks around', () => {
    expect(parseSearch(' ; name : хлеб ;;')).toEqual([{ key: 'name', value: 'хлеб' }]);
    expect(parseSearch('')).toEqual([]);
  });

  it('reads what was written', () => {
    expect(parseSearch(toSearch({ name: 'Ёлка: большая', tags: 'new' }))).toEqual([
      { key: 'name', value: 'Ёлка: большая' },
      { key: 'tags.slug', value: 'new' },
    ]);
  });
});
