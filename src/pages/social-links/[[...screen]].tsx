import words from '@locales/ru/resources.json?social-links';
import { socialLinks } from '@/contract/settings/social-links';
import { resourcePage } from '@/crud/resource-page';

export default resourcePage(socialLinks, words['social-links']);
