export { default } from '@/pages/coupons/[[...screen]]';
