export { default } from '@/pages/products/product-stock';
