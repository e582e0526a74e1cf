import words from '@locales/ru/resources.json?notify-logs';
import { addWords } from '@/lib/i18n/i18n';

// Translations of the bell, loaded with its first use.
addWords('resources', { 'notify-logs': words['notify-logs'] });
