import { expect, it } from 'vitest';
import { categories } from '@/contract/catalogue/categories';
import { newShops, shops } from '@/contract/shops';
import { resourcePage } from '@/crud/resource-page';
import { CategoriesList } from '@/features/catalogue/categories/categories-list';
import { ShopsList } from '@/features/shops/shops-list';

/** What a page asks for before its program is there must be what its list asks for then. */
it('asks ahead for a list that a family wraps, too', () => {
  const first = resourcePage(shops, {}, { List: ShopsList }).firstList?.('ru');

  expect(first?.path).toBe('/admin/shops');
  expect(first?.list).toContain('/admin/rest/shops?');
});

it('keeps a page of a part of a family to that part', () => {
  const first = resourcePage(newShops, {}, { List: ShopsList }).firstList?.('ru');

  expect(first?.path).toBe('/admin/new-shops');
  expect(first?.list).toMatch(/rest\/new-shops\?.*is_active=false/);
});

it('asks ahead for the roots of the tree alone', () => {
  const first = resourcePage(categories, {}, { List: CategoriesList }).firstList?.('ru');

  expect(first?.list).toContain('/admin/rest/categories?');
  expect(first?.list).toContain('orderBy=position&sortedBy=asc');
  expect(first?.list).toContain('parent=null');
});
