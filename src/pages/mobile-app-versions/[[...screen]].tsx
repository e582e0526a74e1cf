import { mobileAppVersions } from '@/contract/settings/mobile-app-versions';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(mobileAppVersions);
