import words from '@locales/ru/resources.json?products';
import { draftProducts } from '@/contract/products';
import { resourcePage } from '@/crud/resource-page';
import { ProductsList } from '@/features/products/lists/products-list';

export default resourcePage(draftProducts, words.products, { List: ProductsList });
