import { resources } from '@/contract';
import { defineModule } from '@/server/core/module';
import { resourceService } from '@/server/core/resource/service';
import { attributeValuesService } from './attributes/attribute-values';
import { attributesService } from './attributes/attributes';
import { attributeRoutes } from './attributes/routes';
import { authorsService } from './authors';
import { productBulkRoutes } from './bulk/routes';
import { categoriesService } from './categories/categories';
import { categoryRoutes } from './categories/routes';
import { descriptionRoutes } from './description-routes';
import { groupsService } from './groups';
import { productFileRoutes } from './import/routes';
import { importJobs } from './import/worker';
import { manufacturersService } from './manufacturers';
import { productReviewRoutes } from './moderation/routes';
import { soldFiles } from './products/digital-files';
import { productsService } from './products/products';
import { productRoutes } from './products/routes';
import { variationRoutes } from './variations/routes';

/** Products, variations, moderation, import and export, stock, and the dictionaries that products use. */
export const catalogue = defineModule({
  routes: [
    productRoutes,
    variationRoutes,
    productReviewRoutes,
    productBulkRoutes,
    productFileRoutes,
    categoryRoutes,
    attributeRoutes,
    descriptionRoutes,
  ],
  resources: {
    products: productsService,
    categories: categoriesService,
    attributes: attributesService,
    'attribute-values': attributeValuesService,
    groups: groupsService,
    authors: authorsService,
    manufacturers: manufacturersService,
    tags: resourceService(resources.tags, {
      table: 'tags',
      relations: { type: { column: 'type_id', table: 'groups' } },
      usedBy: [{ table: 'product_tag', column: 'tag_id', family: 'products', isLink: true }],
    }),
  },
  jobs: importJobs,
  withheldFiles: soldFiles,
});
