import ruResources from '@locales/ru/resources.json';
import { addWords } from './i18n';

// Words of every family, for a page that names them all.
addWords('resources', ruResources);
