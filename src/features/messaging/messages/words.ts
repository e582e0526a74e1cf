import words from '@locales/ru/resources.json?messages';
import { addWords } from '@/lib/i18n/i18n';

// The words of conversations, without those of every family.
addWords('resources', { messages: words.messages });
