export { default } from '@/pages/store-notices/[[...screen]]';
