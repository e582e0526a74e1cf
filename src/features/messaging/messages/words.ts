import words from '@locales/ru/resources.json?messages';
import { addWords } from '@/lib/i18n/i18n';

// Translations of conversations alone, not of every family.
addWords('resources', { messages: words.messages });
