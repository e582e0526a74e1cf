export { default } from '@/pages/products/[[...screen]]';
