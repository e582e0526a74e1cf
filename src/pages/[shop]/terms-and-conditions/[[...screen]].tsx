export { default } from '@/pages/terms-and-conditions/[[...screen]]';
