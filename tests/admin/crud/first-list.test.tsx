import { expect, it } from 'vitest';
import { categories } from '@/contract/catalogue/categories';
import { newShops, shops } from '@/contract/shops';
import { resourcePage } from '@/crud/resource-page';
import { CategoriesList } from '@/features/catalogue/categories/categories-list';
import { ShopsList } from '@/features/shops/shops-list';

/** The request sent before the scripts are loaded must equal the list's own first request. */
it('prefetches a list that a family wraps', () => {
  const first = resourcePage(shops, { List: ShopsList }).firstList?.('ru');

  expect(first?.path).toBe('/admin/shops');
  expect(first?.list).toContain('/admin/rest/shops?');
});

it('keeps the filter of a filtered list', () => {
  const first = resourcePage(newShops, { List: ShopsList }).firstList?.('ru');

  expect(first?.path).toBe('/admin/new-shops');
  expect(first?.list).toMatch(/rest\/new-shops\?.*is_active=false/);
});

it('prefetches only the roots of the tree', () => {
  const first = resourcePage(categories, { List: CategoriesList }).firstList?.('ru');

  expect(first?.list).toContain('/admin/rest/categories?');
  expect(first?.list).toContain('orderBy=position&sortedBy=asc');
  expect(first?.list).toContain('parent=null');
});
