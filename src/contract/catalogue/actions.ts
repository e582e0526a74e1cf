import { action, as, type Download } from '@/contract/core/action';
import type { Page } from '@/contract/core/paging';
import { adminOnly, signedIn, withStaff } from '@/contract/core/permissions';
import type { CategoryProducts, CategorySales, RatedProduct } from '@/contract/insights/analytics';
import type { ImportReport } from './attributes/csv';
import type { Category } from './categories/schema';
import type { CharacteristicNames } from './products/characteristics';
import { promptSchema, type WrittenDescription } from './products/descriptions';
import type { Product } from './products/schema';
import type { StockMovement } from './products/stock';
import { wishSchema } from './wishlists/schema';

export * from './products/actions';

/** What can be asked of catalogue, besides the rows of its families. */

export const listDrafts = action(
  'GET draft-products',
  "Unpublished products of one's own shops; `user_id` narrows to shops of that owner, `status` to one of the draft statuses.",
  { right: 'catalogue:read', allow: withStaff('catalogue') },
);
export const listOutOrLow = action('GET products-stock', 'Products that are out of stock or low.', {
  right: 'catalogue:read',
  allow: withStaff('catalogue'),
});
export const listLowest = action(
  'GET low-stock-products',
  'Products that are out of stock or low as an array, lowest quantity first.',
  {
    right: 'catalogue:read',
    allow: withStaff('catalogue'),
    answer: as<Product[]>(),
  },
);
export const listTopRated = action(
  'GET top-rate-product',
  "Best rated products of one's own shops; ties by number of ratings.",
  { right: 'catalogue:read', allow: withStaff('catalogue'), answer: as<RatedProduct[]>() },
);
export const countByCategory = action(
  'GET category-wise-product',
  'Number of products per category and own shop.',
  { right: 'catalogue:read', allow: withStaff('catalogue'), answer: as<CategoryProducts[]>() },
);
export const countSalesByCategory = action(
  'GET category-wise-product-sale',
  'Pieces ever sold per category and own shop, without cancelled and returned ones.',
  { right: 'catalogue:read', allow: withStaff('catalogue'), answer: as<CategorySales[]>() },
);
export const listCharacteristics = action('GET product-characteristics', 'Names for the form of a product.', {
  right: 'catalogue:read',
  allow: withStaff('catalogue'),
  capability: 'characteristics',
  answer: as<CharacteristicNames>(),
});
export const listCharacteristicValues = action(
  'GET product-characteristics/values',
  'Values to choose from, those of the dictionary first, then those of other products.',
  {
    right: 'catalogue:read',
    allow: withStaff('catalogue'),
    capability: 'characteristics',
    answer: as<{ data: string[] }>(),
  },
);
export const listMovements = action(
  'GET stock-movements',
  'The journal of a product, a variation, a shop or all own shops, newest first.',
  {
    right: 'catalogue:read',
    allow: withStaff('catalogue'),
    capability: 'stock-journal',
    answer: as<Page<StockMovement>>(),
  },
);
export const moveCategory = action(
  'POST categories/:key/move',
  'Moves a category to another parent or position; to the end without a position.',
  {
    right: 'catalogue:write',
    allow: adminOnly,
    capability: 'category-tree',
    sends: as<{ parent: number | null; position?: number | undefined }>(),
    answer: as<Category>(),
  },
);
export const exportAttributes = action(
  'GET export-attributes/:shop_id',
  "A shop's attributes as CSV in chunks; `importAttributes` reads it back unchanged.",
  { right: 'catalogue:read', allow: withStaff('catalogue'), inView: false, answer: as<Download>() },
);
export const importAttributes = action(
  'POST import-attributes',
  'Imports attributes from a CSV file: attributes of the same name get the values they lack, others are created.',
  {
    right: 'catalogue:write',
    allow: withStaff('catalogue'),
    sends: as<FormData>(),
    answer: as<ImportReport>(),
  },
);
export const listTopAuthors = action('GET top-authors', 'Authors whose books sell best.', {
  right: 'catalogue:read',
  allow: 'public',
});
export const listTopManufacturers = action('GET top-manufacturers', 'Manufacturers whose goods sell best.', {
  right: 'catalogue:read',
  allow: 'public',
});
export const listFeaturedCategories = action(
  'GET featured-categories',
  'Categories with most products of open shops, three or `limit`, as an array.',
  { right: 'catalogue:read', allow: 'public' },
);
export const checkAvailability = action(
  'GET check-availability',
  'Whether so many pieces of a product or variation could be bought now.',
  { right: 'catalogue:read', allow: 'public' },
);
export const isWished = action(
  'GET wishlists/in_wishlist/:key',
  'Whether the person has wished for a product.',
  { right: 'own', allow: signedIn },
);
export const addWish = action(
  'POST wishlists',
  'Puts a product on the wish list; the same wish when it exists.',
  {
    right: 'own',
    allow: signedIn,
    body: wishSchema,
  },
);
export const toggleWish = action(
  'POST wishlists/toggle',
  'Puts a product on the wish list or takes it off, and says which.',
  { right: 'own', allow: signedIn, body: wishSchema },
);
export const removeWish = action('DELETE wishlists/:key', 'Takes a product off the wish list.', {
  right: 'own',
  allow: signedIn,
});
export const listPopular = action('GET popular-products', 'Products that sell best.', {
  right: 'catalogue:read',
  allow: 'public',
  answer: as<Product[]>(),
});
export const listBestSelling = action(
  'GET best-selling-products',
  'The same products, at the address of other clients.',
  { right: 'catalogue:read', allow: 'public' },
);
export const listWishes = action('GET wishlists', 'The person’s wish list.', {
  right: 'own',
  allow: signedIn,
});
export const listWishedProducts = action('GET my-wishlists', 'Products of the person’s wish list.', {
  right: 'own',
  allow: signedIn,
});
export const writeDescription = action(
  'POST generate-descriptions',
  'Writes a description by the text service.',
  {
    right: 'catalogue:write',
    allow: withStaff('catalogue'),
    body: promptSchema,
    answer: as<WrittenDescription>(),
  },
);
export const writeDescriptionForOthers = action(
  'POST generate-description',
  'The same, at the address of other clients.',
  { right: 'catalogue:write', allow: withStaff('catalogue'), body: promptSchema },
);
