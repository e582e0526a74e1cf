import words from '@locales/ru/common.json?refusals';
import { addWords } from './i18n';

// Texts of the server's refusals: not needed before the request library is loaded.
addWords('common', words);
