import words from '@locales/ru/resources.json?mobile-app-versions';
import { mobileAppVersions } from '@/contract/settings/mobile-app-versions';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(mobileAppVersions, words['mobile-app-versions']);
