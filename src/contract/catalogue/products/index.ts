import { defineResource } from '@/contract/core/define';
import { everything, withStaff } from '@/contract/core/permissions';
import { productStatuses } from './moderation';
import type { Product, ProductInput } from './schema';
import { endingChoices } from './stock';

/** Statuses of unpublished products, listed in `products/draft`. */
export const draftStatuses = ['draft', 'under_review', 'rejected', 'unpublish'] as const;

/** Products; form, lists and writes are hand-written. */
export const products = defineResource<Product, ProductInput, 'products'>({
  name: 'products',
  domain: 'catalogue',
  // 2,000 variations with pictures and names have 1.2 MB.
  maxBody: 2 * 1024 * 1024,
  schema: () => import('./schema').then((module) => module.productSchema),
  scope: 'catalogue',
  allow: { ...everything(withStaff('catalogue')), list: 'public', read: 'public' },
  // Product URLs carry the id; slugs are accepted, too.
  titleOf: (product) => product.name,
  columns: [
    { key: 'name', kind: 'title', sort: true, note: (product) => product.type?.name },
    { key: 'product_type', kind: 'badge', hidden: true },
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
  // The form is hand-written; these fields serve file usage, translations and statuses.
  fields: [
    { key: 'name', kind: 'text', required: true },
    { key: 'description', kind: 'formatted' },
    { key: 'unit', kind: 'text', required: true },
    { key: 'image', kind: 'image' },
    { key: 'gallery', kind: 'images' },
    { key: 'status', kind: 'radio', options: productStatuses },
  ],
  filters: [
    { key: 'type', via: 'search', kind: 'related', inShop: true, relation: { endpoint: 'types' } },
    {
      key: 'categories',
      via: 'search',
      kind: 'related',
      inShop: true,
      within: 'type',
      relation: { endpoint: 'categories' },
    },
    {
      key: 'product_type',
      via: 'search',
      kind: 'select',
      inShop: true,
      options: ['simple', 'variable'],
    },
    { key: 'status', via: 'search', kind: 'select', inShop: true, options: productStatuses },
    { key: 'shop', via: 'search', kind: 'related', relation: { endpoint: 'shops' } },
    ...['tags', 'manufacturer', 'author'].map((key) => ({
      key,
      via: 'search' as const,
      kind: 'related' as const,
      inShop: true,
      relation: { endpoint: key === 'tags' ? key : `${key}s` },
    })),
    // The dialog that cannot delete what products use leads here.
    {
      key: 'attribute_id',
      via: 'param',
      kind: 'related',
      relation: { endpoint: 'attributes', labelKey: 'full_name', searchKey: 'name' },
    },
    {
      key: 'attribute_value_id',
      via: 'param',
      kind: 'related',
      relation: { endpoint: 'attribute-values', labelKey: 'value', searchKey: 'value' },
    },
    { key: 'delivery_class_id', via: 'param', kind: 'related', relation: { endpoint: 'delivery-classes' } },
    { key: 'box_id', via: 'param', kind: 'related', relation: { endpoint: 'api/admin/boxes' } },
    { key: 'stock', via: 'param', kind: 'select', options: ['enough', 'low', 'out'] },
    // Days until the stock ends at the pace of the last weeks.
    { key: 'ends_within', via: 'param', kind: 'select', options: endingChoices },
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
    // Two prices separated by a comma, either may be empty.
    min_price: 'eq',
    max_price: 'eq',
    price: 'eq',
    // Query parameters besides the search, as other clients of the dialect send them.
    categories: 'in',
    stock: 'eq',
    ends_within: 'eq',
    attribute_id: 'eq',
    attribute_value_id: 'eq',
    // `Сезон: лето; Состав: хлопок`, or the same as JSON.
    characteristics: 'eq',
    delivery_class_id: 'eq',
    box_id: 'eq',
    price_from: 'eq',
    price_to: 'eq',
    flash_sale_builder: 'eq',
    searchedByUser: 'eq',
    free_from: 'eq',
    free_to: 'eq',
    except_flash_sale: 'eq',
  },
  translatable: ['name', 'description', 'unit'],
  slugFrom: 'name',
  after: { create: 'edit', update: 'stay' },
});

/** Filters of a narrowed list, without the choices that it excludes. */
const filtersWith = (key: string, options: readonly string[]) =>
  products.filters.map((filter) => (filter.key === key ? { ...filter, options } : filter));

/**
 * `products/draft`: unpublished products. Reads `products` where it can, so that export and bulk actions match the
 * list.
 */
export const draftProducts = {
  ...products,
  filters: filtersWith('status', draftStatuses),
  only: {
    name: 'draft',
    path: '/products/draft',
    scope: { status: draftStatuses.join(',') },
    // For an administrator only those of their own shops.
    list: { endpoint: 'draft-products', isLesser: true as const },
  },
};

/** `products/product-stock`: out of stock or low. */
export const stockProducts = {
  ...products,
  filters: filtersWith('stock', ['low', 'out']),
  only: {
    name: 'product-stock',
    path: '/products/product-stock',
    scope: { stock: 'low,out' },
    list: { endpoint: 'products-stock', isLesser: true as const },
  },
};

const inventoryColumns = ['name', 'sku', 'quantity', 'sold_quantity', 'shop'];

/** `products/inventory`: stock of all products. */
export const inventoryProducts = {
  ...products,
  columns: inventoryColumns.flatMap((key) =>
    products.columns.filter((column) => column.key === key).map((column) => ({ ...column, hidden: false })),
  ),
  only: { name: 'inventory', path: '/products/inventory', scope: {} },
};
