export { default } from '@/pages/orders/transaction';
