import ruForm from '@locales/ru/form.json';
import { addWords } from './i18n';

// Texts of forms and validation, which lists do not ship.
addWords('form', ruForm);
