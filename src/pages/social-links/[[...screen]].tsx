import { socialLinks } from '@/contract/settings/social-links';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(socialLinks);
