export { default as common } from '@locales/ar/common.json';
export { default as form } from '@locales/ar/form.json';
export { default as resources } from '@locales/ar/resources.json';
