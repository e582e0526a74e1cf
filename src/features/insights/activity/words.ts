import words from '@locales/ru/resources.json?activity';
import history from '@locales/ru/resources.json?history';
import { addWords } from '@/lib/i18n/i18n';

// Translations of the log alone, not of every family.
addWords('resources', { activity: words.activity, history: history.history });
