export { ShopMessages as default } from '@/features/messaging/messages/shop-messages';
