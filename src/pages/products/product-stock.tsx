import words from '@locales/ru/resources.json?products';
import { stockProducts } from '@/contract/catalogue/products';
import { resourcePage } from '@/crud/resource-page';
import { ProductsList } from '@/features/catalogue/products/lists/products-list';

export default resourcePage(stockProducts, words.products, { List: ProductsList });
