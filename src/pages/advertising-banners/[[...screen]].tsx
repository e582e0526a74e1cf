import words from '@locales/ru/resources.json?advertising-banners';
import { advertisingBanners } from '@/contract/promotions/advertising-banners';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(advertisingBanners, words['advertising-banners']);
