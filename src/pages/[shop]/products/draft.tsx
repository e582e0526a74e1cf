import words from '@locales/ru/resources.json?products';
import { draftProducts } from '@/contract/catalogue/products';
import { resourcePage } from '@/crud/resource-page';
import { ProductsList } from '@/features/catalogue/products/lists/products-list';

export default resourcePage(draftProducts, words.products, { List: ProductsList });
