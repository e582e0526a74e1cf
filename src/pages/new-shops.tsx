import words from '@locales/ru/resources.json?shops-list';
import { newShops } from '@/contract/shops';
import { resourcePage } from '@/crud/resource-page';
import { ShopsList } from '@/features/shops/shops-list';

export default resourcePage(newShops, words.shops, { List: ShopsList });
