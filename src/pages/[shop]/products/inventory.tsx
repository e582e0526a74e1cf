import words from '@locales/ru/resources.json?products';
import { inventoryProducts } from '@/contract/products';
import { resourcePage } from '@/crud/resource-page';
import { ProductsList } from '@/features/products/lists/products-list';

export default resourcePage(inventoryProducts, words.products, { List: ProductsList });
