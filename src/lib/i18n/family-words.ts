import ruResources from '@locales/ru/resources.json';
import { addWords } from './i18n';

// Texts of all families, for pages that name them all.
addWords('resources', ruResources);
