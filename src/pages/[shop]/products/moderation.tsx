export { default } from '@/pages/products/moderation';
