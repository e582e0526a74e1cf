import { defineResource } from '@/contract/core/define';
import { withStaff } from '@/contract/core/permissions';
import { productStatuses } from './moderation';
import type { Product, ProductInput } from './schema';

/** Statuses of products that are not on sale: what `products/draft` lists. */
export const draftStatuses = ['draft', 'under_review', 'rejected', 'unpublish'] as const;

/** The catalogue (reference pages §3.5, entities E40). Its form, lists and writes are its own. */
export const products = defineResource<Product, ProductInput>({
  name: 'products',
  endpoint: 'products',
  updateMethod: 'PUT',
  schema: () => import('./schema').then((module) => module.productSchema),
  scope: 'catalogue',
  allow: {
    list: 'public',
    read: 'public',
    create: withStaff('catalogue'),
    update: withStaff('catalogue'),
    remove: withStaff('catalogue'),
  },
  // Addresses of products carry the id (specification §2); slugs are understood, too.
  identity: 'id',
  titleOf: (product) => product.name,
  columns: [
    { key: 'name', kind: 'title', sort: true, note: (product) => product.type?.name },
    { key: 'product_type', kind: 'badge' },
    { key: 'shop', kind: 'related' },
    { key: 'price', kind: 'money', sort: true },
    { key: 'quantity', kind: 'number', sort: true },
    {
      key: 'status',
      kind: 'badge',
      sort: true,
      tones: {
        publish: 'good',
        approved: 'good',
        under_review: 'warn',
        rejected: 'bad',
        unpublish: 'neutral',
        draft: 'neutral',
      },
    },
    { key: 'sku', kind: 'text', sort: true, hidden: true },
    { key: 'sold_quantity', kind: 'number', sort: true, hidden: true },
    { key: 'created_at', kind: 'relative', sort: true, hidden: true },
    { key: 'updated_at', kind: 'relative', sort: true, hidden: true },
  ],
  // What the form shows is its own; these are what others ask of the declaration: files, texts, statuses.
  fields: [
    { key: 'name', kind: 'text', required: true },
    { key: 'description', kind: 'textarea' },
    { key: 'unit', kind: 'text', required: true },
    { key: 'image', kind: 'image' },
    { key: 'gallery', kind: 'images' },
    { key: 'status', kind: 'radio', options: productStatuses },
  ],
  filters: [
    {
      key: 'type',
      via: 'search',
      kind: 'related',
      inShop: true,
      relation: { endpoint: 'types', labelKey: 'name', searchKey: 'name' },
    },
    {
      key: 'categories',
      via: 'search',
      kind: 'related',
      inShop: true,
      within: 'type',
      relation: { endpoint: 'categories', labelKey: 'name', searchKey: 'name' },
    },
    {
      key: 'product_type',
      via: 'search',
      kind: 'select',
      inShop: true,
      options: ['simple', 'variable'],
    },
    { key: 'status', via: 'search', kind: 'select', inShop: true, options: productStatuses },
    {
      key: 'shop',
      via: 'search',
      kind: 'related',
      relation: { endpoint: 'shops', labelKey: 'name', searchKey: 'name' },
    },
    { key: 'stock', via: 'param', kind: 'select', options: ['enough', 'low', 'out'] },
    { key: 'price_from', via: 'param', kind: 'range', upTo: 'price_to' },
    { key: 'price_to', via: 'param', kind: 'bound' },
  ],
  search: {
    name: 'like',
    shop_id: 'eq',
    status: 'in',
    product_type: 'eq',
    sku: 'eq',
    'type.slug': 'in',
    'shop.slug': 'in',
    'categories.slug': 'in',
    'tags.slug': 'in',
    'author.slug': 'in',
    'manufacturer.slug': 'in',
    'variations.value': 'in',
    // Two prices with a comma between them, either may be left out (reference rules L-14).
    min_price: 'eq',
    max_price: 'eq',
    price: 'eq',
    // Query parameters beside the search (reference rules ).
    categories: 'in',
    stock: 'eq',
    price_from: 'eq',
    price_to: 'eq',
    flash_sale_builder: 'eq',
    searchedByUser: 'eq',
    free_from: 'eq',
    free_to: 'eq',
    except_flash_sale: 'eq',
  },
  defaultSort: { orderBy: 'created_at', sortedBy: 'desc' },
  pageSize: 20,
  translatable: ['name', 'description', 'unit'],
  slugFrom: 'name',
  after: { create: 'edit', update: 'stay' },
  initial: {},
});

/** Filters of a part of the catalogue: what it is narrowed to already offers no other choice. */
const filtersWith = (key: string, options: readonly string[]) =>
  products.filters.map((filter) => (filter.key === key ? { ...filter, options } : filter));

/**
 * `products/draft`: what is not on sale (reference pages §3.5). Asked of `products`, and not of `draft-products`, so that
 * its file and its bulk actions match what it shows.
 */
export const draftProducts = {
  ...products,
  filters: filtersWith('status', draftStatuses),
  only: { name: 'draft', path: '/products/draft', scope: { status: draftStatuses.join(',') } },
};

/** `products/product-stock`: what is out of stock or low. */
export const stockProducts = {
  ...products,
  filters: filtersWith('stock', ['low', 'out']),
  only: { name: 'product-stock', path: '/products/product-stock', scope: { stock: 'low,out' } },
};

const inventoryColumns = ['name', 'sku', 'quantity', 'sold_quantity', 'shop'];

/** `products/inventory`: how much of everything there is. */
export const inventoryProducts = {
  ...products,
  columns: inventoryColumns.flatMap((key) =>
    products.columns.filter((column) => column.key === key).map((column) => ({ ...column, hidden: false })),
  ),
  only: { name: 'inventory', path: '/products/inventory', scope: {} },
};
