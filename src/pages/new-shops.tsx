import { newShops } from '@/contract/shops';
import { resourcePage } from '@/crud/resource-page';
import { ShopsList } from '@/features/shops/shops-list';

export default resourcePage(newShops, { List: ShopsList });
