import { products } from '@/contract/catalogue/products';
import { resourcePage } from '@/crud/resource-page';
import { ProductsList } from '@/features/catalogue/products/lists/products-list';
import { lazy } from '@/shell/define-page';

// The list is bundled with the page; the form and its parts load on demand.
const Form = lazy(() => import('@/features/catalogue/products/form/product-form'), 'ProductForm');
const Details = lazy(() => import('@/features/catalogue/products/details/product-details'), 'ProductDetails');
const Texts = lazy(() => import('@/features/catalogue/products/form/product-texts'), 'ProductTexts');

export default resourcePage(products, { List: ProductsList, Form, Details, Texts });
