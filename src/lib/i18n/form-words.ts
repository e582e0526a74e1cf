import ruForm from '@locales/ru/form.json';
import { addWords } from './i18n';

// Words of forms and their mistakes: a list carries none of them.
addWords('form', ruForm);
