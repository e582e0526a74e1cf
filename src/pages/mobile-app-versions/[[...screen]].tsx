import words from '@locales/ru/resources.json?mobile-app-versions';
import { mobileAppVersions } from '@/contract/mobile-app-versions';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(mobileAppVersions, words['mobile-app-versions']);
