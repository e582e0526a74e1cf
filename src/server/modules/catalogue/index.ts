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
import { tagsService } from './tags';

/** Products, variations, moderation, import and export, stock, and the dictionaries that products use. */
export const catalogue = defineModule({
  routes: [catalogueRoutes, productFileRoutes],
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
