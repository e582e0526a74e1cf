export { AdminMessages as default } from '@/features/messages/admin-messages';
