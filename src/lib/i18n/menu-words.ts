import words from '@locales/ru/common.json?menu';
import { addWords } from './i18n';

// Titles of the menu, which comes after the rows of a list.
addWords('common', words);
