import { advertisingBanners } from '@/contract/promotions/advertising-banners';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(advertisingBanners);
