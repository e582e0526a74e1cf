import '@/lib/i18n/page-words';
import '@/lib/i18n/form-words';
import '@/lib/i18n/family-words';
