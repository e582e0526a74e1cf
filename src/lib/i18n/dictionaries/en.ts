export { default as common } from '@locales/en/common.json';
export { default as form } from '@locales/en/form.json';
export { default as resources } from '@locales/en/resources.json';
