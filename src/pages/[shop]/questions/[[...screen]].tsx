export { default } from '@/pages/questions/[[...screen]]';
