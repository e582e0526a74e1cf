import '@/lib/i18n/family-words';
import '@/lib/i18n/form-words';

export { HistoryChanges as ActivityChanges } from '@/components/domain/history-changes';
