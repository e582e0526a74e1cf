export { AdminMessages as default } from '@/features/messaging/messages/admin-messages';
