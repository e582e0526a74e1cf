export { default } from '@/pages/faqs/[[...screen]]';
