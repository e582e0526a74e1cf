import words from '@locales/ru/resources.json?products';
import { stockProducts } from '@/contract/products';
import { resourcePage } from '@/crud/resource-page';
import { ProductsList } from '@/features/products/lists/products-list';

export default resourcePage(stockProducts, words.products, { List: ProductsList });
