import '@/lib/i18n/family-words';

export { HistoryChanges as ActivityChanges } from '@/components/domain/history-changes';
