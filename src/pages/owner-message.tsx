export { ShopMessages as default } from '@/features/messages/shop-messages';
