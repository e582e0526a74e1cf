import words from '@locales/ru/common.json?login';
import { addWords } from './i18n';

// Texts of the sign-in, without those of all other pages.
addWords('common', words);
