import words from '@locales/ru/resources.json?notify-logs';
import { addWords } from '@/lib/i18n/i18n';

// Words of the bell: they come with whatever of it is opened.
addWords('resources', { 'notify-logs': words['notify-logs'] });
