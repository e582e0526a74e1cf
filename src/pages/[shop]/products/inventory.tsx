export { default } from '@/pages/products/inventory';
