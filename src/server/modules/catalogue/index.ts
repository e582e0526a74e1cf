import { defineModule } from '@/server/core/module';
import { attributeValuesService } from './attributes/attribute-values';
import { attributesService } from './attributes/attributes';
import { authorsService, manufacturersService } from './authors-manufacturers';
import { categoriesService } from './categories/categories';
import { groupsService } from './groups';
import { productFileRoutes } from './import/routes';
import { importJobs } from './import/worker';
import { soldFiles } from './products/digital-files';
import { productsService } from './products/products';
import { catalogueRoutes } from './routes';
import { storefrontRoutes } from './storefront/routes';
import { tagsService } from './tags';

/** Products, variations, moderation, import and export, stock, and the dictionaries that products use. */
export const catalogue = defineModule({
  routes: [catalogueRoutes, productFileRoutes, storefrontRoutes],
  effects: {
    triggers: {
      'products: products_range_follows_price': 'sets the price range of a simple product',
      'products: sync_product_skus': 'enters the SKU into the register, unique within a shop',
      'products: products_move_stock': 'writes the stock journal',
      'products: products_index': 'rewrites the search text',
      'products: shops_count_products': 'counts the products of the shop',
      'products: count_daily_rows': 'counts products by day, for the totals and deep pages of lists',
      'products: move_category_counts': 'counts products and sales by category and shop',
      'products: remove_category_counts': 'subtracts a deleted product from its categories',
      'variation_options: products_follow_variations': 'sums stock, sales and price range into the product',
      'variation_options: sync_variation_skus': 'enters the SKU into the register, unique within a shop',
      'variation_options: variations_move_stock': 'writes the stock journal',
      'variation_options: variations_index': 'rewrites the search text of the product',
      'attribute_value_product: product_values_index': 'rewrites the search text of the product',
      'product_characteristics: characteristics_index': 'rewrites the search text of the product',
      'attribute_values: attribute_values_index': 'rewrites the search text of products with the value',
      'category_product: add_category_counts': 'counts products and sales by category and shop',
      'categories: name_index': 'rewrites the text by which it is found',
      'stock_movements: stock_is_immutable': 'refuses changes of the journal',
    },
    events: { decision: 'a product was submitted for review, decided or withdrawn' },
  },
  resources: {
    products: productsService,
    categories: categoriesService,
    attributes: attributesService,
    'attribute-values': attributeValuesService,
    groups: groupsService,
    authors: authorsService,
    manufacturers: manufacturersService,
    tags: tagsService,
  },
  jobs: importJobs,
  withheldFiles: soldFiles,
});
