export { AppDocument as default } from '@/shell/document';
