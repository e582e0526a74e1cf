// For pages, which import nothing of lib.
import '@/lib/i18n/entrance-words';
