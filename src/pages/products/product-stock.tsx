import { stockProducts } from '@/contract/catalogue/products';
import { resourcePage } from '@/crud/resource-page';
import { ProductsList } from '@/features/catalogue/products/lists/products-list';

export default resourcePage(stockProducts, { List: ProductsList });
