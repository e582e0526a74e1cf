import families from '@locales/ru/resources.json?title';
import { addWords } from './i18n';

// The title of every family, for menus.
const all: object = families;
addWords('resources', Object.fromEntries(Object.entries(all).map(([name, { title }]) => [name, { title }])));
