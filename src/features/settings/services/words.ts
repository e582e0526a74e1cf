import words from '@locales/ru/resources.json?services';
import { addWords } from '@/lib/i18n/i18n';

// Words of the page about services outside: no other needs them.
addWords('resources', { services: words.services });
