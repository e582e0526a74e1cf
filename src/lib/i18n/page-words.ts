import words from '@locales/ru/common.json?pages';
import { addWords } from './i18n';

// Texts that lists do not show: those of the menu, of other pages and of their dialogs.
addWords('common', words);
