import '@/shell/globals.css';
import { loadFirstTexts } from '@/shell/first-texts';

// Next waits for the modules of a page before React hydrates it.
await loadFirstTexts();

export { App as default } from '@/shell/app';
