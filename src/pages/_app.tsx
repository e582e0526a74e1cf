import '@/shell/globals.css';

export { App as default } from '@/shell/app';
