import words from '@locales/ru/common.json?entrance';
import { addWords } from './i18n';

// Texts of the pages before the sign-in.
addWords('common', words);
