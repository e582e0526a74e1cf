import words from '@locales/ru/resources.json?store-notices';
import { addWords } from '@/lib/i18n/i18n';

addWords('resources', { 'store-notices': words['store-notices'] });
