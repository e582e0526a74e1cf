import { defineResource } from '../define';
import { withStaff } from '../permissions';
import type { Product, ProductInput } from './schema';

/**
 * Products as far as lists and look-ups go. Not in the registry of families: their screens, form and writes are
 * hand-written and come with the catalogue.
 */
export const products = defineResource<Product, ProductInput>({
  name: 'products',
  endpoint: 'products',
  updateMethod: 'PUT',
  schema: () => import('./schema').then((module) => module.productSchema),
  allow: {
    list: 'public',
    read: 'public',
    create: withStaff('catalogue'),
    update: withStaff('catalogue'),
    remove: withStaff('catalogue'),
  },
  identity: 'slug',
  titleOf: (product) => product.name,
  columns: [
    { key: 'name', kind: 'title', sort: true, note: (product) => product.type?.name },
    { key: 'sku', kind: 'text', sort: true },
    { key: 'price', kind: 'money', sort: true },
    { key: 'quantity', kind: 'number', sort: true },
    { key: 'sold_quantity', kind: 'number', sort: true },
    { key: 'status', kind: 'badge', sort: true },
  ],
  fields: [],
  filters: [],
  search: {
    name: 'like',
    shop_id: 'eq',
    status: 'in',
    product_type: 'eq',
    sku: 'eq',
    'type.slug': 'in',
    'categories.slug': 'in',
    'tags.slug': 'in',
    'author.slug': 'in',
    'manufacturer.slug': 'in',
    // Query parameters beside the search (reference rules ).
    categories: 'in',
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
  after: { create: 'list', update: 'stay' },
  initial: {},
});
