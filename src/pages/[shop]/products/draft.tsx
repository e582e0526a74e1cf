export { default } from '@/pages/products/draft';
